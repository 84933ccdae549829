#version 320 es
// SPDX-License-Identifier: MIT
// Switches in loops, that fall through, and of uints.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = uv.x;
    for (int i = 0; i < 4; i++) {
        switch (i ^ int(uv.y * 3.9)) {
        case 0: a = a * 1.3 + 0.1; break;
        case 1: a -= 0.3; // falls through
        case 2: a *= 0.7; break;
        default: a += uv.y; break;
        }
    }
    precise uint u = uint(uv.x * 5.0);
    switch (u) {
    case 1u: a += 0.3; break;
    case 3u: a += 0.7;
    }
    color = vec4(a, uv, 1.0);
}
