#version 320 es
// SPDX-License-Identifier: MIT
// Loops inside loops, with breaks of both.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (float(j) > uv.x * 4.0)
                break;
            sum += uv.y * 0.37 + float(i * j) * 0.1;
        }
        if (sum > 1.5)
            break;
    }
    color = vec4(sum, uv, 1.0);
}
