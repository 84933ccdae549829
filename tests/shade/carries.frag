#version 320 es
// SPDX-License-Identifier: MIT
// Sums and products of more than 32 bits.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise uint a = uint(gl_FragCoord.x) * 123456789u;
    precise uint b = uint(gl_FragCoord.y) * 987654321u;
    precise uint carry, borrow, high, low;
    precise uint c = uaddCarry(a, b, carry);
    precise uint d = usubBorrow(a, b, borrow);
    umulExtended(a, b, high, low);
    color = vec4(float(c >> 8u) + float(carry), float(d >> 8u) + float(borrow), float(high), float(low >> 8u));
}
