// SPDX-License-Identifier: MIT

#include "sweep/exact_value.h"

#include <stdlib.h>

// Computes x - floor(x), which is just below 1 for a tiny negative x.
void exact_parts_fract(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr whole = exact_value_temp(0, 64);

    mpfr_rint_floor(whole, ask->a, MPFR_RNDN);
    exact_value_rounded(value, mpfr_sub(value->y, ask->a, whole, MPFR_RNDN));
    if (value->class == EXACT_ZERO)
        value->negative = false;
}

// Computes GLSL's sign, which does not specify NaN.
void exact_parts_sign(struct exact_value *value, const struct exact_ask *ask)
{
    if (mpfr_nan_p(ask->a)) {
        value->class = EXACT_ANY;
    } else if (mpfr_zero_p(ask->a)) {
        exact_value_zero(value, mpfr_signbit(ask->a) != 0);
        value->any_sign = true;
    } else {
        exact_value_number(value, mpfr_sgn(ask->a));
    }
}

// Computes CUDA's saturate: NaN becomes +0, as with PTX's .sat.
void exact_parts_saturate(struct exact_value *value, const struct exact_ask *ask)
{
    if (mpfr_nan_p(ask->a) || mpfr_sgn(ask->a) <= 0) {
        exact_value_zero(value, false);
        value->any_sign = mpfr_zero_p(ask->a);
    } else if (mpfr_cmp_ui(ask->a, 1) >= 0) {
        exact_value_number(value, 1);
    } else {
        exact_value_rounded(value, mpfr_set(value->y, ask->a, MPFR_RNDN));
    }
}

// Computes logb and ilogb. The results of ilogb for 0 and infinities agree, because
// minus and plus infinity become INT_MIN (FP_ILOGB0) and INT_MAX when converted to an
// int.
void exact_parts_logb(struct exact_value *value, const struct exact_ask *ask)
{
    if (mpfr_nan_p(ask->a))
        value->class = EXACT_NAN;
    else if (!mpfr_regular_p(ask->a))
        exact_value_infinity(value, mpfr_zero_p(ask->a) != 0);
    else
        exact_value_rounded(value,
                            mpfr_set_si(value->y, mpfr_get_exp(ask->a) - 1, MPFR_RNDN));
}

void exact_parts_frexp(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_set(value->y, ask->a, MPFR_RNDN);
    if (mpfr_regular_p(ask->a))
        mpfr_set_exp(value->y, 0);
    exact_value_rounded(value, 0);
}

// Computes frexp's exponent. C does not specify it for an infinity or a NaN.
void exact_parts_frexp_exp(struct exact_value *value, const struct exact_ask *ask)
{
    if (!mpfr_number_p(ask->a))
        value->class = EXACT_ANY;
    else if (mpfr_zero_p(ask->a))
        exact_value_zero(value, false);
    else
        exact_value_rounded(value,
                            mpfr_set_si(value->y, mpfr_get_exp(ask->a), MPFR_RNDN));
}

// Computes the low bits of remquo's quotient. C does not specify them if the quotient
// is no number.
void exact_parts_remquo_low(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr rest = exact_value_temp(0, 64);
    long quotient;

    mpfr_remquo(rest, &quotient, ask->a, ask->b, MPFR_RNDN);
    if (mpfr_nan_p(rest))
        value->class = EXACT_ANY;
    else
        exact_value_rounded(value, mpfr_set_si(value->y, quotient % 8, MPFR_RNDN));
}

// The exponent is limited to 2^13, which takes every operand out of all formats.
void exact_parts_ldexp(struct exact_value *value, const struct exact_ask *ask)
{
    long by = ask->integer;

    by = by > 8192 ? 8192 : by < -8192 ? -8192 : by;
    exact_value_rounded(value, mpfr_mul_2si(value->y, ask->a, by, MPFR_RNDN));
}
