#version 320 es
// SPDX-License-Identifier: MIT
// Constructors and choices of mediump values, whose results become highp.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = gl_FragCoord.x * 0.0173;
    precise float y = gl_FragCoord.y * 0.0311;
    precise highp float a = length(vec3(x, y, x));
    precise highp float b = dot(vec2(x, y), vec2(y, y));
    precise highp float c = uv.x < 0.4 ? x : y;
    color = vec4(a, b, c, 1.0);
}
