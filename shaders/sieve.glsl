// SPDX-License-Identifier: MIT
// ((a + b) - a) / u, with 1/u for operand 2, a power of two, and 1 for operand 3. The sum
// is the only rounding.
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest * again(2) * again(3));
}
