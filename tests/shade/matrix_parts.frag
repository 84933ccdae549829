#version 320 es
// SPDX-License-Identifier: MIT
// Columns and elements of matrices that are written.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mat3 a = mat3(0.3);
    a[1] = vec3(uv, 0.4);
    a[2].x = uv.x * 1.7;
    a[0][1] = uv.y + 0.1;
    precise int k = int(uv.y * 2.9);
    precise vec3 column = a[k];
    precise mat2 b = mat2(a);
    precise mat3 c = mat3(b);
    color = vec4(column.xy, b[0].y, c[2].z);
}
