#version 320 es
// SPDX-License-Identifier: MIT
// Products and sums that are fused if the device fuses them.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = fma(uv.x, uv.y, 0.3);
    precise vec2 b = fma(uv, vec2(1.7), uv.yx);
    precise float c = fma(a, b.x, -a * b.x);
    color = vec4(a, b, c);
}
