// SPDX-License-Identifier: MIT
// ((a + b) - a) * d * e, with powers of two for d and e. The sum is the only rounding
// within the exponent range.
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest * again(2) * again(3));
}
