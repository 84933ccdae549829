#version 320 es
// SPDX-License-Identifier: MIT
// Sums of matrices, products with numbers, and parts by parts.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mat2 a = mat2(uv, uv.yx * 1.3);
    precise mat2 b = mat2(0.3, uv.y, 0.7, uv.x);
    precise mat2 c = a + b * uv.x;
    precise mat2 d = matrixCompMult(c, a) - b;
    precise mat2 e = outerProduct(uv, uv.yx);
    e *= 1.7;
    color = vec4(c[0].x, d[1], e[0].y);
}
