// SPDX-License-Identifier: MIT
// A part of an atlas of 4096 texels, far from its origin, as in libsdl-org/SDL#5884.
#version 300 es
precision mediump float;
uniform vec2 resolution;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float part = uv.x * 0.0078125;
    float atlas = part + 0.9375; // blamed
    float texel = atlas * 4096.0;
    float inside = mod(texel, 32.0);
    color = vec4(inside * 0.03125, uv.y, 0.0, 1.0);
}
