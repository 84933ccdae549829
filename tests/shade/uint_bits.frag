#version 320 es
// SPDX-License-Identifier: MIT
// Shifts, masks and complements of uints of mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise uint a = uint(uv.x * 900.0);
    precise uint b = ~a >> 3;
    precise uint c = (a << 5) | (b & 77u);
    precise uint d = c ^ (a * 77u);
    precise uvec2 e = uvec2(a, d) % 91u;
    color = vec4(float(b), float(c), float(d), float(e.x + e.y)) / 1000.0;
}
