#version 320 es
// SPDX-License-Identifier: MIT
// Components of vectors by a variable index, read and written.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec4 a = vec4(uv, 0.3, 0.7);
    precise int k = int(uv.x * 3.99);
    a[k] = a[3 - k] * 1.3;
    a[(k + 1) & 3] += uv.y;
    precise ivec3 b = ivec3(3, 5, 7);
    b[k % 3] = k;
    color = vec4(a.xyz, float(b.x * b.y + b.z));
}
