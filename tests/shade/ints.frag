#version 320 es
// SPDX-License-Identifier: MIT
// Ints of mediump, which wrap at 16 bits on llvmpipe.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int x = int(uv.x * 300.0);
    precise int y = int(uv.y * 200.0);
    precise int product = x * y;
    precise int mixed = (product >> 3) ^ (x << 5);
    precise int rest = mixed & 255;
    precise int quotient = product / 7;
    color = vec4(float(product) / 256.0, float(rest) / 255.0, float(quotient), 1.0);
}
