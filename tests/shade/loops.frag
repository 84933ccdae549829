#version 320 es
// SPDX-License-Identifier: MIT
// Loops in loops, with continue and break, whose bounds vary.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float sum = 0.0;
    precise int rows = int(uv.y * 5.0) + 1;
    for (int i = 0; i < rows; i++) {
        precise float row = float(i) * 0.13;
        for (int j = 0; j < 6; j++) {
            if (j == i)
                continue;
            sum += row * uv.x + float(j) * 0.017;
            if (sum > 1.7)
                break;
        }
    }
    precise float rest = sum;
    while (rest > 0.3)
        rest -= 0.21;
    color = vec4(sum, rest, uv.x, 1.0);
}
