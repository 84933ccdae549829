#version 320 es
// SPDX-License-Identifier: MIT
// Arrays and structs that functions take and change.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
struct box {
    vec2 corner;
    float sizes[2];
};

float add_all(float list[3])
{
    precise float sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += list[i];
    return sum;
}

void scale(inout float list[3], float by)
{
    for (int i = 0; i < 3; i++)
        list[i] *= by;
}

box moved(box b)
{
    b.corner += 0.3;
    b.sizes[1] = b.corner.y * b.sizes[0];
    return b;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float list[3] = float[3](uv.x, uv.y, 0.3);
    precise float total = add_all(list);
    scale(list, 1.7);
    box b = box(uv, float[2](0.1, uv.x));
    b = moved(b);
    color = vec4(total, list[1], b.corner.x, b.sizes[1]);
}
