#version 320 es
// SPDX-License-Identifier: MIT
// Arithmetic of highp, without functions.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 z = uv * 3.0 - 1.5;
    precise float a = z.x * z.x + z.y / 3.0;
    precise float b = fract(a * 1234.5) + floor(z.y * 7.0);
    precise float c = sqrt(abs(a)) / (z.x + 4.0);
    precise float d = mod(a * 17.0, 0.3);
    color = vec4(a, b, c, d);
}
