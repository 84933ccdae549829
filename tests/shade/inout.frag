#version 320 es
// SPDX-License-Identifier: MIT
// Parameters that functions change, always and on a condition.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void grow(inout float x, float by)
{
    x += by;
}

float grow_some(inout float x, float by)
{
    if (by > 0.5) {
        x = x * 1.5 + by;
        return by;
    }
    return x;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = uv.x;
    grow(a, 0.1);
    precise float b = uv.y;
    precise float c = grow_some(b, uv.x);
    color = vec4(a, b, c, 1.0);
}
