// (2^B + x) - 2^B, x from 1 (left) to 0 (right). The sum is the only rounding; the
// difference is exact (Sterbenz).
void probe()
{
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest);
}
