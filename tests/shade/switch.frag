#version 320 es
// SPDX-License-Identifier: MIT
// A switch with cases that fall through.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int which = int(uv.x * 6.0);
    precise float x = uv.y;
    switch (which) {
    case 0: x = x * 0.3; break;
    case 1: x += 0.2;
    case 2: x = x * x; break;
    case 4: x = sqrt(x); break;
    default: x = 1.0 - x;
    }
    color = vec4(x, uv, 1.0);
}
