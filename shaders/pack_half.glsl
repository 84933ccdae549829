// SPDX-License-Identifier: MIT
// packHalf2x16() of x beside a 1, which is exact. The conversion is the only rounding.
// The lines differ in their cases, but for line 9, where x is the other component, and
// line 10, where the half is made a float again.
void probe()
{
#ifdef HAS_PACK_HALF
    if (line_is(9))
        result_bits(0, packHalf2x16(vec2(1.0, operand(0))));
    else if (line_is(10))
        result_bits(0, floatBitsToUint(
                           unpackHalf2x16(packHalf2x16(vec2(operand(0), 1.0))).x));
    else
        result_bits(0, packHalf2x16(vec2(operand(0), 1.0)));
#endif
}
