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

// A function at operands, to `precision` bits.
struct exact_ask {
    enum math_id math;
    mpfr_srcptr a, b; // as the function takes them, exactly
    int32_t integer;  // the second operand, where it is one
    int precision;
};

// Computes the value, with an error of at most two units of the last of `ask.precision`
// bits, in [64, 2^16]. Operands are binary64 patterns if `wide`. The range of exponents
// must be EXACT_VALUE_EMAX's.
void exact_value_of(struct exact_value *value, enum math_id math, bool wide,
                    struct operands operands, int precision);

// Returns a temporary of the calling thread for functions that compute values, index in
// [0, EXACT_VALUE_TEMPS). Its old contents are lost.
mpfr_ptr exact_value_temp(int index, mpfr_prec_t precision);

// Notes the error of value->y after MPFR rounded it once to nearest; `ternary` is the
// return value of MPFR.
void exact_value_rounded(struct exact_value *value, int ternary);

// Sets value->y to `from`, rounded. `from` is off by less than 2^-8 units of the last
// place of y. `limit`: a number that the exact value does not reach, because it lies on
// `side` of it; 0: there is none.
void exact_value_close(struct exact_value *value, mpfr_srcptr from, double limit,
                       int side);

// Set value->y to exactly that value.
void exact_value_zero(struct exact_value *value, bool negative);
void exact_value_infinity(struct exact_value *value, bool negative);
void exact_value_number(struct exact_value *value, long number); // not 0

// Sets `out` to the value of a bit pattern: (-1)^negative * significand * 2^exponent,
// an infinity or NaN.
void exact_value_unpack(mpfr_ptr out, struct fp_format format, uint64_t bits);

// A function that MPFR lacks, computed from those that it has. Each uses the additional
// bits that its cancellations need, and marks exact values.
typedef void exact_function(struct exact_value *value, const struct exact_ask *ask);

exact_function exact_composed_rsqrt, exact_composed_rcp, exact_composed_rcbrt,
    exact_composed_turns, exact_composed_scaled, exact_composed_lgamma,
    exact_composed_erfcx, exact_composed_normcdf;
exact_function exact_inverse_erfinv, exact_inverse_erfcinv, exact_inverse_normcdfinv;
exact_function exact_bessel_j1, exact_bessel_jn, exact_bessel_yn, exact_bessel_i;

// Functions whose results need no rounding.
exact_function exact_parts_fract, exact_parts_sign, exact_parts_saturate,
    exact_parts_logb, exact_parts_frexp, exact_parts_frexp_exp, exact_parts_remquo_low,
    exact_parts_ldexp;

// Computes erfc for the other functions, off by less than 2^-8 of x^2 units in the last
// place of `out`; the range of exponents must hold it. Temporaries from 6 on are lost.
void exact_composed_erfc(mpfr_ptr out, mpfr_srcptr x);

#endif // SWEEP_EXACT_VALUE_H
