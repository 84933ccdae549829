// SPDX-License-Identifier: MIT
// f(x), or f(x, y), times a 1 that is an operand, so that a type that is computed wide
// shows the width it is stored in. Only f rounds.
void probe()
{
    if (line_is(0))
        result(0, sin(operand(0)) * operand(2));
    if (line_is(1))
        result(0, sin(operand(0)) * operand(2));
    if (line_is(2))
        result(0, cos(operand(0)) * operand(2));
    if (line_is(3))
        result(0, cos(operand(0)) * operand(2));
    if (line_is(4))
        result(0, tan(operand(0)) * operand(2));
    if (line_is(5))
        result(0, tan(operand(0)) * operand(2));
    if (line_is(6))
        result(0, asin(operand(0)) * operand(2));
    if (line_is(7))
        result(0, acos(operand(0)) * operand(2));
    if (line_is(8))
        result(0, atan(operand(0)) * operand(2));
#if __VERSION__ != 100
    if (line_is(9))
        result(0, sinh(operand(0)) * operand(2));
    if (line_is(10))
        result(0, cosh(operand(0)) * operand(2));
    if (line_is(11))
        result(0, tanh(operand(0)) * operand(2));
    if (line_is(12))
        result(0, asinh(operand(0)) * operand(2));
    if (line_is(13))
        result(0, acosh(operand(0)) * operand(2));
    if (line_is(14))
        result(0, atanh(operand(0)) * operand(2));
#endif
    if (line_is(15))
        result(0, exp(operand(0)) * operand(2));
    if (line_is(16))
        result(0, log(operand(0)) * operand(2));
    if (line_is(17))
        result(0, exp2(operand(0)) * operand(2));
    if (line_is(18))
        result(0, log2(operand(0)) * operand(2));
    if (line_is(19))
        result(0, pow(operand(0), operand(1)) * operand(2));
}
