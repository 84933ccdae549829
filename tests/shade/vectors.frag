#version 320 es
// SPDX-License-Identifier: MIT
// Swizzles, vectors of bools, any, all and lessThan.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec4 v = vec4(uv, uv.yx * 0.5);
    v.zx = v.yw + 0.1;
    precise bvec4 less = lessThan(v, vec4(0.5));
    precise float a = any(less) ? v.x : 1.0;
    precise float b = all(less.xy) ? v.y * 0.3 : v.z;
    precise vec4 m = mix(v, v.wzyx, less);
    v.y += m.x * m.w;
    color = vec4(a, b, v.y, m.z);
}
