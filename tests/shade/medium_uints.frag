#version 320 es
// SPDX-License-Identifier: MIT
// Uints of mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise uint x = uint(uv.x * 500.0);
    precise uint y = uint(uv.y * 300.0) + 3u;
    precise uint a = x * y + 12345u;
    precise uint b = a / y;
    precise uint c = (a >> 2u) | (x << 9u);
    precise uint d = a % 77u;
    color = vec4(float(b), float(c) / 512.0, float(d) / 77.0, 1.0);
}
