// SPDX-License-Identifier: MIT
// ((a + b) - c) / u, with c next to the sum, and 1/u for operand 3, a power of two. The
// sum is the only rounding.
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(2);

    result(0, rest * again(3));
}
