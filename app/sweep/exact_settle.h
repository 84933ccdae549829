// SPDX-License-Identifier: MIT
//
// The exact value of a call, with as many bits as it takes to say all that is asked, and
// what follows from it. What became of the input is exact.c's to say.

#ifndef SWEEP_EXACT_SETTLE_H
#define SWEEP_EXACT_SETTLE_H

#include "sweep/exact.h"
#include "sweep/exact_value.h"

// What came, taken apart. `number`: not NaN; x, an infinity as 2^(emax + 1).
struct exact_came {
    bool number, infinite, zero, negative;
    mpfr_ptr x;
};

// Of a value that is a number. The last three only if what came is a number: an exact
// value beyond 2^(emax + 1) is taken as that.
struct exact_told {
    uint64_t want;           // rounded
    bool outside, subnormal; // of an integer, beyond its range; below 2^emin
    mpfr_exp_t ulp;          // its exponent
    double error, relative, absolute;
};

// `told` is filled where the value is a number. Both others point to what is the calling
// thread's, until it asks again.
void exact_settle(const struct exact_call *call, struct exact_value *value,
                  struct exact_came *came, struct exact_told *told);

// From numbers of MPFR to results (exact_round.c): a number that is known, or known to
// lie just beside one, rounded to a type, and errors as doubles.

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

#endif // SWEEP_EXACT_SETTLE_H
