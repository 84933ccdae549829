// SPDX-License-Identifier: MIT
// (2^B + x) - 2^B, x from 1 (left) to 0 (right). The sum is the only rounding; the
// difference is exact (Sterbenz), and operands 2 and 3 are 1. The published form has the
// pow() and the division of the original, and makes the top tenth of a stripe black by its
// own arithmetic. stripes.glsl tells its origin.
void probe()
{
#ifdef FORM_PUBLISHED
    REAL x = 1.0 - position().x / size().x;
    REAL y = position().y / size().y * 26.0;
    REAL power = pow(2.0, floor(y));
    REAL grey = (power + x) - power;

    if (fract(y) >= 0.9)
        grey = 0.0;
    result(0, grey);
#else
    EXACT REAL sum = GUARD(operand(0) + operand(1));
    EXACT REAL rest = sum - again(0);

    result(0, rest * again(2) * again(3));
#endif
}
