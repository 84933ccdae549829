#version 320 es
// SPDX-License-Identifier: MIT
// mod and its friends with negative operands.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = uv.x * 20.0 - 10.0;
    precise float y = uv.y * 3.0 + 0.7;
    precise float a = mod(x, y);
    precise float b = fract(x);
    precise float c = floor(x) + ceil(x * 0.3) + trunc(x * 0.7) + sign(x);
    precise float d = roundEven(x);
    color = vec4(a, b, c, d);
}
