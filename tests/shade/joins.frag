#version 320 es
// SPDX-License-Identifier: MIT
// Values that join after branches, and are used in highp.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise highp float wide = gl_FragCoord.x * 0.0173;
    precise float x = wide;
    if (uv.y > 0.5)
        x = gl_FragCoord.y * 0.0311;
    precise highp float sum = x + 0.0001;
    precise float y = gl_FragCoord.x * 0.017;
    precise highp float other = y + 0.0001;
    color = vec4(sum, other, x, 1.0);
}
