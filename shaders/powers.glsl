// SPDX-License-Identifier: MIT
// 2^n in several ways, and x^2, times a 1 that is an operand, so that a type that is
// computed wide shows the width it is stored in. Only the function may round.
void probe()
{
    if (line_is(0))
        result(0, pow(2.0, operand(0)) * operand(2));
    if (line_is(1))
        result(0, pow(operand(3), operand(0)) * operand(2));
    if (line_is(2))
        result(0, exp2(operand(0)) * operand(2));
    if (line_is(3))
        result(0, log2(operand(1)) * operand(2));
    if (line_is(4))
        result(0, pow(operand(1), 1.0) * operand(2));
    if (line_is(5))
        result(0, pow(operand(0), 2.0) * operand(2));
}
