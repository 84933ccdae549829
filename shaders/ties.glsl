// SPDX-License-Identifier: MIT
// (a + b) - a, where a + b lies half-way between two numbers. The sum is the only
// rounding; the difference is exact.
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest);
}
