// SPDX-License-Identifier: MIT
// x * 2^-k, and back by 2^k and the power of two that makes x of order 1. Only the first
// product rounds, where it is subnormal; nothing compares the tiny number itself.
void probe()
{
    EXACT REAL tiny = GUARD(operand(0) * operand(1));
    EXACT REAL back = tiny * again(2);

    result(0, back * again(3));
}
