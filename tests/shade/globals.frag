#version 320 es
// SPDX-License-Identifier: MIT
// Variables outside functions, constants and arrays of them.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
precise float total = 0.25;
const float weights[3] = float[3](0.3, 0.6, 0.1);

void add(float x)
{
    total += x;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    add(uv.x * 0.3);
    add(uv.y * uv.x);
    precise float w = weights[int(uv.x * 2.99)];
    color = vec4(total, w * uv.y, total * w, 1.0);
}
