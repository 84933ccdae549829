// SPDX-License-Identifier: MIT
// Conversions and roundings to whole numbers; x, y and the integer n come by their bits.
// Only float(n), fract and mod may round. Operands differ in the lines of one text.
void to_integers()
{
    if (line_is(0) || line_is(2) || line_is(5) || line_is(7))
        result_int(0, int(operand(0)));
#if __VERSION__ != 100
    if (line_is(1) || line_is(3) || line_is(4) || line_is(6) || line_is(8))
        result_bits(0, uint(operand(0)));
    if (line_is(9) || line_is(10))
        result_number(0, float(int(operand_bits(2))));
    if (line_is(11))
        result_number(0, float(operand_bits(2)));
#endif
}

void probe()
{
    to_integers();
#if __VERSION__ != 100
    if (line_is(12) || line_is(13))
        result_number(0, round(operand(0)));
    if (line_is(14))
        result_number(0, roundEven(operand(0)));
    if (line_is(15))
        result_number(0, trunc(operand(0)));
    if (line_is(22))
        result_number(0, round(operand(0)));
#endif
    if (line_is(16))
        result_number(0, floor(operand(0)));
    if (line_is(17))
        result_number(0, ceil(operand(0)));
    if (line_is(18) || line_is(19))
        result_number(0, fract(operand(0)));
    if (line_is(20))
        result_number(0, mod(operand(0), operand(1)));
    if (line_is(21))
        result_number(0, sign(operand(0)));
    if (line_is(23))
        result_number(0, ceil(operand(0)));
}
