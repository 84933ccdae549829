// SPDX-License-Identifier: MIT
// Conversions and roundings to whole numbers; x, y and the integer n come by their bits.
// Only float(n), fract and mod may round. Operands differ in the lines of one text.
highp uint bits_of(highp float value)
{
    return floatBitsToUint(value);
}

void to_integers()
{
    if (line_is(0) || line_is(2) || line_is(5) || line_is(7))
        result_bits(0, uint(int(operand(0))));
    if (line_is(1) || line_is(3) || line_is(4) || line_is(6) || line_is(8))
        result_bits(0, uint(operand(0)));
    if (line_is(9) || line_is(10))
        result_bits(0, bits_of(float(int(operand_bits(2)))));
    if (line_is(11))
        result_bits(0, bits_of(float(operand_bits(2))));
}

void probe()
{
    to_integers();
    if (line_is(12) || line_is(13))
        result_bits(0, bits_of(round(operand(0))));
    if (line_is(14))
        result_bits(0, bits_of(roundEven(operand(0))));
    if (line_is(15))
        result_bits(0, bits_of(trunc(operand(0))));
    if (line_is(16))
        result_bits(0, bits_of(floor(operand(0))));
    if (line_is(17))
        result_bits(0, bits_of(ceil(operand(0))));
    if (line_is(18) || line_is(19))
        result_bits(0, bits_of(fract(operand(0))));
    if (line_is(20))
        result_bits(0, bits_of(mod(operand(0), operand(1))));
    if (line_is(21))
        result_bits(0, bits_of(sign(operand(0))));
    if (line_is(22))
        result_bits(0, bits_of(round(operand(0))));
    if (line_is(23))
        result_bits(0, bits_of(ceil(operand(0))));
}
