// SPDX-License-Identifier: MIT
// Functions of two halves at a time: of the code of a case, and of the same with its sign
// set. The code comes as a whole number, since bits do not pass through every mediump.
#ifdef HAS_PACK_HALF
mediump vec2 halves_of(highp float number)
{
    highp uint code = uint(number);

    return unpackHalf2x16(((code | 0x8000u) << 16) | code);
}

void probe()
{
    mediump vec2 x = halves_of(operand_number(0));

    if (line_is(0))
        result_bits(0, packHalf2x16(sin(x)));
    if (line_is(1))
        result_bits(0, packHalf2x16(cos(x)));
    if (line_is(2))
        result_bits(0, packHalf2x16(tan(x)));
    if (line_is(3))
        result_bits(0, packHalf2x16(asin(x)));
    if (line_is(4))
        result_bits(0, packHalf2x16(acos(x)));
    if (line_is(5))
        result_bits(0, packHalf2x16(atan(x)));
    if (line_is(6))
        result_bits(0, packHalf2x16(sinh(x)));
    if (line_is(7))
        result_bits(0, packHalf2x16(cosh(x)));
    if (line_is(8))
        result_bits(0, packHalf2x16(tanh(x)));
    if (line_is(9))
        result_bits(0, packHalf2x16(asinh(x)));
    if (line_is(10))
        result_bits(0, packHalf2x16(acosh(x)));
    if (line_is(11))
        result_bits(0, packHalf2x16(atanh(x)));
    if (line_is(12))
        result_bits(0, packHalf2x16(exp(x)));
    if (line_is(13))
        result_bits(0, packHalf2x16(log(x)));
    if (line_is(14))
        result_bits(0, packHalf2x16(exp2(x)));
    if (line_is(15))
        result_bits(0, packHalf2x16(log2(x)));
}
#else
void probe()
{
}
#endif
