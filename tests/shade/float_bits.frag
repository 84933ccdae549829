#version 320 es
// SPDX-License-Identifier: MIT
// The bits of floats, and floats of bits.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int a = floatBitsToInt(uv.x * 3.7);
    precise uint b = floatBitsToUint(uv.y) ^ 1023u;
    precise float c = uintBitsToFloat(b);
    precise float d = intBitsToFloat(a + 4096);
    color = vec4(c, d, float(a >> 9), float(b >> 9u));
}
