#version 320 es
// SPDX-License-Identifier: MIT
// Derivatives, of mediump values, of products, of steps.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float f = uv.x * uv.x * 7.0 + uv.y * 3.0;
    precise float dx = dFdx(f);
    precise float dy = dFdy(f);
    precise float w = fwidth(f * uv.y);
    color = vec4(dx, dy, w, 1.0);
}
