#version 320 es
// SPDX-License-Identifier: MIT
// Waves that time moves, in mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float t = time * 0.7;
    precise float a = sin(uv.x * 20.0 + t) * 0.5 + 0.5;
    precise float b = cos(length(uv - 0.5) * 30.0 - t * 2.0);
    precise float c = a * b + uv.y;
    color = vec4(a, b, c, 1.0);
}
