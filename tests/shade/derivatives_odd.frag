#version 320 es
// SPDX-License-Identifier: MIT
// Derivatives of values that differ in all pixels of a quad.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float f = fract(sin(uv.x * 12.9 + uv.y * 78.2) * 43.7);
    precise float dx = dFdx(f);
    precise float dy = dFdy(f);
    precise float w = fwidth(f);
    color = vec4(dx, dy, w, uv.x);
}
