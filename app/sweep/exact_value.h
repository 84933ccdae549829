// SPDX-License-Identifier: MIT
//
// The value of a mathematical function, to as many bits as requested: a number between
// two bounds, or no number. Computed with MPFR; this module knows nothing of results to
// be judged.

#ifndef SWEEP_EXACT_VALUE_H
#define SWEEP_EXACT_VALUE_H

#include "sweep/function.h"

#include <mpfr.h>

// Values beyond 2^EXACT_VALUE_EMAX or below its reciprocal are all equal, because no
// rounded result depends on more. EXACT_VALUE_FAR stands for them.
#define EXACT_VALUE_EMAX (1 << 24)
#define EXACT_VALUE_FAR  20000

#define EXACT_VALUE_TEMPS 12

enum exact_class {
    EXACT_NUMBER, // not zero
    EXACT_ZERO,
    EXACT_INFINITE,
    EXACT_NAN,
    EXACT_ANY, // nobody says what it is: all that comes is right
};

// A number t: t = y if `exact`; otherwise |t - y| < 2^error, and side tells on which
// side of y it is: -1 below, 1 above, 0 unknown.
struct exact_value {
    enum exact_class class;
    bool negative; // of a zero, an infinity
    bool any_sign; // of a zero: both are right
    bool far;      // y is +-2^+-EXACT_VALUE_FAR, and exact, in place of t
    bool exact;
    int side;
    mpfr_exp_t error;
    mpfr_ptr y; // the calling thread's
};

// Computes the value, with an error of at most two units of the last of `precision` bits,
// in [64, 2^16]. Operands are binary64 patterns if `wide`. The range of exponents must be
// EXACT_VALUE_EMAX's.
void exact_value_of(struct exact_value *value, enum math_id math, bool wide,
                    struct operands operands, int precision);

// Returns a temporary of the calling thread for functions that compute values, index in
// [0, EXACT_VALUE_TEMPS). Its old contents are lost.
mpfr_ptr exact_value_temp(int index, mpfr_prec_t precision);

// Sets `out` to the value of a bit pattern: (-1)^negative * significand * 2^exponent,
// an infinity or NaN.
void exact_value_unpack(mpfr_ptr out, struct fp_format format, uint64_t bits);

#endif // SWEEP_EXACT_VALUE_H
