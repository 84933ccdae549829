#version 320 es
// SPDX-License-Identifier: MIT
// A sphere over a plane, marched.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float scene(vec3 p)
{
    precise float sphere = length(p - vec3(0.0, 0.3, 0.0)) - 0.6;
    precise float plane = p.y + 0.4;
    precise float d = min(sphere, plane);
    return d;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec3 from = vec3(0.0, 0.5, -2.5);
    precise vec3 to = normalize(vec3(uv * 2.0 - 1.0, 1.6));
    precise float t = 0.0;
    for (int i = 0; i < 32; i++) {
        precise float d = scene(from + to * t);
        if (d < 0.01 || t > 8.0)
            break;
        t += d;
    }
    color = vec4(t * 0.125, scene(from + to * t), to.x, 1.0);
}
