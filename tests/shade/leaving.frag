#version 320 es
// SPDX-License-Identifier: MIT
// A value that pixels take along when they leave a loop, each at its time.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = uv.x + 0.1;
    precise float y = x;
    for (int i = 0; i < 40; i++) {
        y = x * 1.3 + 0.05;
        if (y > uv.y + 1.0)
            break;
        x = y;
    }
    precise float a = uv.x;
    precise float b = a;
    for (;;) {
        b = a * 1.25 + uv.y * 0.125 + 0.01;
        if (b > 0.9)
            break;
        a = b;
    }
    color = vec4(x, y, b, a);
}
