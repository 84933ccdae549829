#version 320 es
// SPDX-License-Identifier: MIT
// main that returns early, and functions that do so in loops.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float first_above(float x)
{
    for (int i = 0; i < 5; i++) {
        x = x * 1.3 + 0.05;
        if (x > 0.9)
            return x * 0.5;
    }
    return x;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    color = vec4(uv, 0.3, 1.0);
    if (uv.y > 0.7)
        return;
    precise float a = first_above(uv.x);
    color = vec4(a, uv * 1.7, 1.0);
}
