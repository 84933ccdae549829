#version 320 es
// SPDX-License-Identifier: MIT
// faceforward, refract and reflect in highp.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec3 n = normalize(vec3(uv - 0.5, 0.4));
    precise vec3 i = normalize(vec3(0.3, uv));
    precise vec3 a = reflect(i, n);
    precise vec3 b = refract(i, n, 0.8);
    precise vec3 c = faceforward(n, i, a);
    color = vec4(a.x, b.y, c.z, distance(a, b));
}
