#version 320 es
// SPDX-License-Identifier: MIT
// Normals, reflections and a power.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 p = uv * 2.0 - 1.0;
    precise vec3 n = normalize(vec3(p, 0.75));
    precise vec3 light = normalize(vec3(0.3, 0.7, 0.5));
    precise float diffuse = max(dot(n, light), 0.0);
    precise vec3 r = reflect(-light, n);
    precise float shine = pow(max(r.z, 0.01), 16.0);
    color = vec4(diffuse, shine, length(p), 1.0);
}
