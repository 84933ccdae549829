#version 320 es
// SPDX-License-Identifier: MIT
// Vectors of bools, and all that makes one bool of them.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise bvec3 a = lessThan(vec3(uv, 0.4), vec3(0.3, uv));
    precise bvec3 b = greaterThanEqual(vec3(uv.yx, 0.4), uv.xxy);
    precise bvec3 c = not(equal(a, b));
    precise bool d = any(a) ^^ all(b);
    precise bool e = d && uv.x > 0.3 || !c.z;
    color = vec4(vec3(c), float(e)) + vec4(float(d), vec3(a));
}
