#version 320 es
// SPDX-License-Identifier: MIT
// Matrices, vectors and structs that are compared.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
struct pair {
    float first;
    int second;
};

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 steps = floor(uv * 3.0);
    precise mat2 a = mat2(steps, steps.yx);
    precise mat2 b = mat2(steps.yx, steps);
    precise bool c = a == b;
    precise bool d = steps != vec2(1.0, 2.0);
    pair x = pair(steps.x, int(steps.y));
    pair y = pair(1.0, 2);
    precise bool e = x == y;
    color = vec4(float(c), float(d), float(e), 1.0);
}
