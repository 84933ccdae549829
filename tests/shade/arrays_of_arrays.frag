#version 320 es
// SPDX-License-Identifier: MIT
// Arrays of arrays, and of vectors.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a[2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = uv.x * float(i + 1) + uv.y * float(j);
    precise int k = int(uv.x * 1.99);
    precise vec2 b[3] = vec2[3](uv, uv.yx * 0.3, vec2(0.7));
    b[k].y = a[k][2];
    color = vec4(a[k][1], b[k], a[1][int(uv.y * 2.99)]);
}
