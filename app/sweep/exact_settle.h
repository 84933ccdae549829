// SPDX-License-Identifier: MIT
//
// Computes the exact value of a call, with as many bits as the judgement needs, and
// what follows from it. exact.c decides the kind of the input.

#ifndef SWEEP_EXACT_SETTLE_H
#define SWEEP_EXACT_SETTLE_H

#include "sweep/exact.h"
#include "sweep/exact_value.h"

// The result of the device, decoded. `number`: it is not NaN; x: its value, with an
// infinity as 2^(emax + 1).
struct exact_came {
    bool number, infinite, zero, negative;
    mpfr_ptr x;
};

// The judgement of an exact value that is a number. The last three are set only if the
// result is a number too. An exact value beyond 2^(emax + 1) is treated as 2^(emax +
// 1).
struct exact_told {
    uint64_t want;           // rounded
    bool outside, subnormal; // of an integer, beyond its range; below 2^emin
    mpfr_exp_t ulp;          // its exponent
    double error, relative, absolute;
};

// Fills `told` if the value is a number. `value` and `came` point to memory of the
// calling thread, valid until its next call.
void exact_settle(const struct exact_call *call, struct exact_value *value,
                  struct exact_came *came, struct exact_told *told);

// Converts numbers of MPFR to results (exact_round.c). The number is known, or known to
// lie just beside a known one; it is rounded to a type, with errors as doubles.

// A number just beside x, which is not 0: nearer to zero than x by an arbitrarily small
// distance (-1), further out (1), or x itself (0).
struct exact_point {
    mpfr_srcptr x;
    int outward;
};

// Returns the bits of the rounded result, as wide as the type. Integers saturate at the
// ends of their range; `*outside` is true if the rounded number is beyond them.
uint64_t exact_round_point(enum function_type type, enum fp_round round,
                           struct exact_point point, bool *outside);

// Returns the exponent of the ulp at a point; beyond the largest numbers, theirs.
mpfr_exp_t exact_round_ulp(enum function_type type, struct exact_point point);

// Returns the double nearest to d. If that is an edge of a cell's bins (a multiple of
// 1/8, or a power of two) and d is nearer to zero, returns the double before it. Beyond
// all doubles, returns the largest.
double exact_round_error(struct exact_point d);

// Writes x with 25 digits: "0.5", "-1.23e-40".
void exact_round_text(char *out, int size, mpfr_srcptr x);

#endif // SWEEP_EXACT_SETTLE_H
