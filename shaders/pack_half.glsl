// SPDX-License-Identifier: MIT
// packHalf2x16() of x beside a 1, which is exact. The conversion is the only rounding.
// The lines differ in their cases, but for the last, where x is the other component.
void probe()
{
#ifdef HAS_PACK_HALF
    if (line_is(9))
        result_bits(0, packHalf2x16(vec2(1.0, operand(0))));
    else
        result_bits(0, packHalf2x16(vec2(operand(0), 1.0)));
#endif
}
