#version 320 es
// SPDX-License-Identifier: MIT
// Products of matrices of two, by scalars, and sums of them.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mat2 m = mat2(uv.x, uv.y, -uv.y, uv.x);
    precise mat2 n = m * 1.7;
    precise mat2 sum = m + n;
    precise vec2 a = sum * uv;
    precise vec2 b = uv * n;
    precise mat2 outer = outerProduct(a, b);
    color = vec4(a.x, b.y, outer[1].x, 1.0);
}
