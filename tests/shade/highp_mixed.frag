#version 320 es
// SPDX-License-Identifier: MIT
// highp and mediump in one expression.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mediump float m = uv.x * 1.7;
    precise mediump float n = m * 1.3 + 0.1;
    precise float h = n * gl_FragCoord.y;
    precise mediump float back = h * 0.01;
    precise float both = back + m * uv.y;
    color = vec4(n, h, back, both);
}
