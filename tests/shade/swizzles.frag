#version 320 es
// SPDX-License-Identifier: MIT
// Parts of vectors in any order, read and written.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec4 a = vec4(uv, 0.3, 0.7).wzyx;
    a.xz = a.zx * 1.3;
    a.rgb = a.bbr + uv.x;
    a.st = uv.ts;
    precise vec3 b = a.xxw;
    b.z = a.stpq.q;
    color = a + b.zyxx;
}
