// SPDX-License-Identifier: MIT
// fract(2^B + x), x from 1 (left) to 0 (right). The sum is the only rounding.
// 2^B and x come in exact: pow() and the division of some GPUs are not. The published
// form keeps both, and the top tenth of a stripe is black by its own arithmetic.
//
// Origin of the published form: the test is Stuart Russell's ("Mobile GPU floating point
// accuracy variances", Youi Labs, 2013), published and explained by Tom Olson ("Benchmarking
// floating-point precision in mobile GPUs", ARM, 2013). No terms of use of their text are
// known here: these lines compute what it computes, in the words of this program, whose
// license is above.
void probe()
{
#ifdef FORM_PUBLISHED
    REAL x = 1.0 - position().x / size().x;
    REAL y = position().y / size().y * 26.0;
    REAL grey = fract(pow(2.0, floor(y)) + x);

    if (fract(y) >= 0.9)
        grey = 0.0;
    result(0, grey);
#else
    EXACT REAL sum = GUARD(operand(0) + operand(1));

    result(0, fract(sum));
#endif
}
