// SPDX-License-Identifier: MIT
// ((a + b) - a) * d * e, where a + b lies half-way between two numbers, and d and e are 1.
// The sum is the only rounding; the difference is exact.
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest * again(2) * again(3));
}
