#version 320 es
// SPDX-License-Identifier: MIT
// Functions that llvmpipe makes of others.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = exp(uv.x * 3.0 - 1.0);
    precise float b = log(uv.y * 8.0 + 0.01);
    precise float c = pow(uv.x + 0.1, uv.y * 3.0);
    precise float d = tan(uv.x * 1.5);
    color = vec4(a, b, c, d);
}
