#version 320 es
// SPDX-License-Identifier: MIT
// Ints of mediump that become uints, and back.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int i = int(uv.x * 500.0) - 250;
    precise uint u = uint(i);
    precise uint third = u / 3u;
    precise uint large = uint(uv.y * 300.0) * 700u;
    precise int back = int(large);
    precise int half_ = back / 2;
    color = vec4(float(third) / 1000.0, float(half_) / 1000.0, float(u > 300u), float(back < 0));
}
