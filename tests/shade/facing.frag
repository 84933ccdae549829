#version 320 es
// SPDX-License-Identifier: MIT
// The side of the triangle, and the size of a uniform.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = gl_FrontFacing ? uv.x : uv.y;
    precise float b = resolution.x * 0.0173 + time;
    color = vec4(a, b, time * uv.x, 1.0);
}
