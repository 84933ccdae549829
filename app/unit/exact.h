// SPDX-License-Identifier: MIT
//
// Sums of floats and of products of two floats without any rounding, for judging what
// rounds. A sum is one long fixed-point number; it knows no rule and no format but that
// of the data it is given.

#ifndef UNIT_EXACT_H
#define UNIT_EXACT_H

#include "base/fp.h"

#include <stdbool.h>
#include <stdint.h>

#define EXACT_WORDS  10
#define EXACT_LOWEST (-384) // the exponent of the last place

// A whole number of 2^-384, two's complement, lowest word first. A zeroed struct is 0.
struct exact {
    uint64_t words[EXACT_WORDS];
    bool lost; // something was infinite, NaN, or does not fit: no number any more
};

// sum += x, or sum -= x if `negate`.
void exact_add(struct exact *sum, struct fp_format format, uint64_t x, bool negate);

// sum += x * y.
void exact_add_product(struct exact *sum, struct fp_format format, uint64_t x,
                       uint64_t y);

// sum -= x.
void exact_subtract(struct exact *sum, const struct exact *x);

// sum += (-1)^negative * significand * 2^exponent.
void exact_add_scaled(struct exact *sum, bool negative, int exponent,
                      fp_u128 significand);

// False if it was lost.
bool exact_is_zero(const struct exact *sum);

// A sum as significand * 2^exponent, to a relative 2^-52, and the exponent of its leading
// bit, exactly; of 0 the significand is 0. It must not have been lost.
struct exact_near {
    double significand;
    int exponent, leading;
};

struct exact_near exact_near(const struct exact *sum);

// log2(|sum|), good to 2^-40; -infinity for 0, +infinity if it was lost.
double exact_log2(const struct exact *sum);

#endif // UNIT_EXACT_H
