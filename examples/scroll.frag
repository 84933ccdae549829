#version 300 es
// SPDX-License-Identifier: MIT
// Tiles that scroll over a sheet of 4096 texels, in GLSL ES 3.00.
precision mediump float;
uniform vec2 resolution;
uniform float time;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    vec2 texel = uv * 128.0;
    texel.x += time * 32.0;
    vec2 tile = fract(texel / 32.0);
    float edge = step(0.1, tile.x) * step(0.1, tile.y);
    color = vec4(vec2(edge) * tile, 0.3, 1.0);
}
