#version 320 es
// SPDX-License-Identifier: MIT
// Sums, products and quotients beyond the range of mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = uv.x * 60000.0;
    precise float a = x + x;
    precise float b = x * uv.y * 8.0;
    precise float c = x / (uv.y + 0.1);
    precise float d = a - b;
    color = vec4(a, b, c, min(d, 100.0));
}
