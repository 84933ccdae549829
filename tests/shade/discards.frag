#version 320 es
// SPDX-License-Identifier: MIT
// Pixels that functions and loops discard.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void throw_away(float x)
{
    if (x > 1.5)
        discard;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = uv.x;
    for (int i = 0; i < 3; i++) {
        a = a * 1.7 - 0.2;
        throw_away(a);
    }
    color = vec4(a, uv, 1.0);
}
