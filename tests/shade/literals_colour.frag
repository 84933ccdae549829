#version 320 es
// SPDX-License-Identifier: MIT
// A colour of literals, and of ?: between literals.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise bool right = uv.x > 0.5;
    precise float a = right ? 0.3 : 0.7;
    precise highp float b = right ? 0.3 : 0.7;
    color = vec4(0.3, a, b, 1.0);
}
