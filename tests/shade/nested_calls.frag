#version 320 es
// SPDX-License-Identifier: MIT
// Functions that call each other, and overloads.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float twice(float x)
{
    return x * 2.3;
}

vec2 twice(vec2 x)
{
    return x * 1.9 + 0.1;
}

float inner(float x, out float rest)
{
    rest = fract(x * 3.7);
    return x - rest;
}

float outer_one(float x, float y)
{
    precise float rest;
    precise float whole = inner(x + twice(y), rest);
    return whole * rest;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = twice(uv.x + 0.1);
    precise vec2 b = twice(uv);
    precise float c = outer_one(uv.y, uv.x);
    color = vec4(a, b, c);
}
