#version 320 es
// SPDX-License-Identifier: MIT
// Cross products, refraction and faceforward.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec3 a = vec3(uv, 0.4);
    precise vec3 b = vec3(0.3, uv.y, uv.x);
    precise vec3 c = cross(a, b);
    precise vec3 d = faceforward(a, c, b);
    precise vec3 e = refract(normalize(a), normalize(b), 0.8);
    color = vec4(c.x + c.y, d.z, e.x, e.y);
}
