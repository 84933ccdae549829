// SPDX-License-Identifier: MIT
//
// Arithmetic without infinities, as old phones have it: results and operands beyond the
// range become the largest number, or they are fixed point. Simulated devices have it; it
// is none of the models by which a picture is judged.

#ifndef UNIT_LIMITED_H
#define UNIT_LIMITED_H

#include "unit/unit.h"

#include <stdbool.h>

#define LIMITED_FRACTION_MAX 16

struct limited {
    struct unit inner;
    bool saturates;    // an infinity is the largest finite number of its sign
    int fraction_bits; // N in [1, LIMITED_FRACTION_MAX]: whole numbers of 2^-N in
                       // [-2, 2 - 2^-N], to which the rounding model rounds what `inner`
                       // computes, and NaN is 0; 0: floating point
};

// `limited` lives as long as the unit. Operands are limited before an operation, its
// result after it.
struct unit unit_limited(const struct limited *limited);

#endif // UNIT_LIMITED_H
