#version 320 es
// SPDX-License-Identifier: MIT
// Bits of floats and ints in highp.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise uint u = floatBitsToUint(uv.x + 1.0);
    precise int i = floatBitsToInt(uv.y - 2.0);
    precise float a = uintBitsToFloat(u ^ 0x3ffu);
    precise int count = bitCount(u) + findMSB(i) + findLSB(i);
    precise uint field = bitfieldExtract(u, 5, 11);
    precise uint put = bitfieldInsert(u, field, 3, 9);
    precise uint half_bits = packHalf2x16(uv);
    color = vec4(a, float(count), float(put & 4095u), unpackHalf2x16(half_bits).y);
}
