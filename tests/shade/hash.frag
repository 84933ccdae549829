#version 320 es
// SPDX-License-Identifier: MIT
// A hash of sines, as many shaders have it, whose result depends on all bits.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float hash(vec2 p)
{
    precise float d = dot(p, vec2(12.9898, 78.233));
    precise float s = sin(d) * 43.75;
    precise float f = fract(s);
    return f;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 cell = floor(uv * 16.0);
    precise float a = hash(cell);
    precise float b = hash(cell + vec2(1.0, 0.0));
    precise float m = mix(a, b, fract(uv.x * 16.0));
    color = vec4(a, b, m, 1.0);
}
