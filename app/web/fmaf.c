// SPDX-License-Identifier: MIT
//
// In place of emscripten's fmaf, whose way needs a direction of rounding that WebAssembly
// does not have: of a tie in binary64 that the addend breaks downward it rounds up, as of
// -64.015625 * 64.015625 + 2^-125. Here the sum is rounded to odd first, which leaves the
// tie broken (Boldo and Melquiond, Emulation of a FMA and correctly rounded sums, IEEE
// Transactions on Computers 57(4), 2008).

#include "base/fp_bits.h"

#include <math.h>

float fmaf(float x, float y, float z)
{
    double product = (double) x * y, sum = product + z;
    double part = sum - product;
    double error = (product - (sum - part)) + (z - part); // TwoSum

    if (isfinite(sum) && error != 0 && !(fp_bits64(sum) & 1))
        sum = nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
    return (float) sum;
}
