#version 320 es
// SPDX-License-Identifier: MIT
// Products down to the subnormals of mediump, and back.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = uv.x + 0.5;
    precise float count = floor(uv.y * 24.0);
    for (int i = 0; i < 24; i++) {
        if (float(i) < count)
            x *= 0.5;
    }
    precise float down = x;
    for (int i = 0; i < 24; i++) {
        if (float(i) < count)
            x *= 2.0;
    }
    color = vec4(down * 1024.0, x, x - uv.x, 1.0);
}
