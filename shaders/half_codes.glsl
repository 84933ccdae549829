// SPDX-License-Identifier: MIT
// unpackHalf2x16() of a pair of codes, and packHalf2x16() of that again, both ways
// round. Nothing here may round.
void probe()
{
#ifdef HAS_PACK_HALF
    if (line_is(0)) {
        highp vec2 pair = unpackHalf2x16(operand_bits(0));

        result_bits(0, floatBitsToUint(pair.x));
        result_bits(1, floatBitsToUint(pair.y));
    }
    if (line_is(1)) {
        highp vec2 pair = unpackHalf2x16(operand_bits(0));

        result_bits(0, packHalf2x16(pair));
        result_bits(1, packHalf2x16(pair.yx));
    }
#endif
}
