// SPDX-License-Identifier: MIT
//
// From numbers of MPFR to results: a number that is known, or known to lie just beside
// one, rounded to a type, and errors told as doubles.

#ifndef EXACT_ROUND_H
#define EXACT_ROUND_H

#include "sweep/function.h"

#include <mpfr.h>

// A number just beside x, not 0, is meant: nearer to zero than x by less than anything
// (-1), further out (1), or x itself (0).
struct exact_point {
    mpfr_srcptr x;
    int outward;
};

// The bits of the result, as wide as the type. Integers end at the ends of their range;
// `*outside` tells whether the rounded number is beyond them.
uint64_t exact_round_point(enum function_type type, enum fp_round round,
                           struct exact_point point, bool *outside);

// The exponent of the ulp at a point: of one that overflows, that of the largest numbers.
mpfr_exp_t exact_round_ulp(enum function_type type, struct exact_point point);

// The double nearest to d, or where that is an edge of the bins of a cell (a multiple of
// 1/8, or a power of two) and d is nearer to zero, the double before it. Beyond all
// doubles: the largest.
double exact_round_error(struct exact_point d);

// Writes x by 25 digits: "0.5", "-1.23e-40".
void exact_round_text(char *out, int size, mpfr_srcptr x);

#endif // EXACT_ROUND_H
