#version 320 es
// SPDX-License-Identifier: MIT
// Loops with the condition at the end, and continue.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float sum = 0.1;
    precise int i = 0;
    do {
        i++;
        if (i == 2)
            continue;
        sum = sum * 1.3 + uv.x;
    } while (i < 4 && sum < 2.0);
    while (true) {
        sum -= uv.y * 0.3;
        if (sum < 0.5)
            break;
    }
    color = vec4(sum, float(i), uv);
}
