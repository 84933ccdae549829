#version 320 es
// SPDX-License-Identifier: MIT
// abs, sign, min, max and clamp of ints.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise ivec2 a = ivec2(uv * 200.0) - 100;
    precise ivec2 b = abs(a) * sign(a.yx);
    precise ivec2 c = clamp(a, -30, 50) + max(a.yx, ivec2(3)) - min(b, 7);
    precise uint d = clamp(uint(uv.x * 50.0), 7u, 31u);
    color = vec4(vec2(b), float(c.x - c.y), float(d));
}
