#version 320 es
// SPDX-License-Identifier: MIT
// Comparisons of values that were just computed, and of highp ones.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float x = uv.x * 3.0 + uv.y;
    precise float y = uv.y * 3.0 + 0.25;
    precise float a = x < y ? 1.0 : 0.25;
    precise float b = x * y > 1.5 ? uv.x : uv.y;
    precise bool both = uv.x > 0.3 && uv.y <= 0.71;
    precise float c = both ? x : y;
    color = vec4(a, b, c, 1.0);
}
