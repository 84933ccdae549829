#version 320 es
// SPDX-License-Identifier: MIT
// Products of matrices and vectors of three.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float s = sin(uv.x * 3.0);
    precise float c = cos(uv.x * 3.0);
    precise float e = sin(uv.y * 2.0 + 0.4);
    precise float f = cos(uv.y * 5.0);
    precise float g = sqrt(uv.x);
    precise float h = sqrt(uv.y + 0.05);
    precise mat3 turn = mat3(c, s, e, -s, c, f, g, h, uv.y);
    precise mat3 squash = mat3(h + 0.3, e + 0.2, f, uv.x, g * g, h, f + s, c + g, uv.x + 0.1);
    precise vec3 v = vec3(uv, s + c + 0.2);
    precise vec3 a = turn * v;
    precise vec3 b = v * squash;
    precise mat3 both = turn * squash;
    precise vec3 d = transpose(both) * v;
    color = vec4(a.x + b.y, both[1].z, d.x, 1.0);
}
