#version 320 es
// SPDX-License-Identifier: MIT
// Functions that are correctly rounded in mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = sin(uv.x * 9.0) + cos(uv.y * 7.0);
    precise float b = exp2(uv.x * 5.0 - 2.0);
    precise float c = log2(uv.y * 8.0 + 0.01);
    color = vec4(a, b, c, sqrt(uv.x));
}
