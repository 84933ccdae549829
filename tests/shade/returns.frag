#version 320 es
// SPDX-License-Identifier: MIT
// Functions that return from within loops and branches.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float search(vec2 p)
{
    precise float x = p.x;
    for (int i = 0; i < 8; i++) {
        x = x * 1.3 + p.y * 0.1;
        if (x > 0.9)
            return x - float(i) * 0.05;
        if (p.y > 0.8 && i == 3)
            return 0.5;
    }
    return x * 0.5;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = search(uv);
    precise float b = search(uv.yx);
    color = vec4(a, b, a * b, 1.0);
}
