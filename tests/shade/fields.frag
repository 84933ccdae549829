#version 320 es
// SPDX-License-Identifier: MIT
// Fields of bits, and the places of ones.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int a = int(gl_FragCoord.x) * 12345 - int(gl_FragCoord.y) * 777;
    precise uint b = uint(a);
    precise int c = bitfieldExtract(a, 3, 9);
    precise uint d = bitfieldInsert(b, 77u, 5, 6);
    precise int e = bitCount(a) + findLSB(a) * 3 + findMSB(b) * 7 + findMSB(a);
    precise uint f = bitfieldReverse(b) >> 12u;
    color = vec4(float(c), float(d & 65535u), float(e), float(f));
}
