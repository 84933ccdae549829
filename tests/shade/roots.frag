#version 320 es
// SPDX-License-Identifier: MIT
// Roots, reciprocal roots and normalized vectors.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = inversesqrt(uv.x * 4.0 + 0.1);
    precise vec2 b = normalize(uv - vec2(0.31, 0.42));
    precise float c = distance(uv, vec2(0.2, 0.9));
    precise vec4 d = normalize(vec4(uv, 0.3, 0.4));
    color = vec4(a, b.y, c, d.z);
}
