// SPDX-License-Identifier: MIT
//
// In this file, w is the working precision, and every step is off by at most 2^-w of
// its own value. w exceeds the requested precision by eight bits or more, which covers
// these errors. Comments name each step that loses bits.

#include "sweep/exact_value.h"

#define SPARE 16

void exact_composed_rsqrt(struct exact_value *value, const struct exact_ask *ask)
{
    // MPFR returns +oo for -0; C and IEEE 754 require -oo.
    if (mpfr_zero_p(ask->a))
        exact_value_infinity(value, mpfr_signbit(ask->a) != 0);
    else
        exact_value_rounded(value, mpfr_rec_sqrt(value->y, ask->a, MPFR_RNDN));
}

void exact_composed_rcp(struct exact_value *value, const struct exact_ask *ask)
{
    exact_value_rounded(value, mpfr_ui_div(value->y, 1, ask->a, MPFR_RNDN));
}

// 1 / cbrt(x) is a binary fraction only for powers of 8: if the root m of an odd number
// is rational, 1 / m is a binary fraction only for m = 1.
void exact_composed_rcbrt(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr root = exact_value_temp(0, ask->precision + SPARE);
    int inexact = mpfr_cbrt(root, ask->a, MPFR_RNDN);

    if (!mpfr_regular_p(root) || (!inexact && mpfr_min_prec(root) == 1)) {
        exact_value_rounded(value, mpfr_ui_div(value->y, 1, root, MPFR_RNDN));
    } else {
        mpfr_ui_div(root, 1, root, MPFR_RNDN);
        exact_value_close(value, root, 0, 0);
    }
}

// x = quarter / 2 + rest, |rest| <= 1/4, exactly; sin(pi x) is then sin or cos of
// pi rest, which is a binary fraction for rest = 0 alone (Niven). The cosine is a quarter
// of a turn further on.
void exact_composed_turns(struct exact_value *value, const struct exact_ask *ask)
{
    int negate, quarters = ask->math == MATH_COSPI;
    mpfr_ptr rest = exact_value_temp(0, 64), half = exact_value_temp(1, 64);
    mpfr_ptr out = exact_value_temp(2, ask->precision + SPARE);
    long quotient;

    if (!mpfr_number_p(ask->a)) {
        value->class = EXACT_NAN;
        return;
    }
    mpfr_set_ui_2exp(half, 1, -1, MPFR_RNDN);
    mpfr_remquo(rest, &quotient, ask->a, half, MPFR_RNDN);
    quotient += quarters;
    negate = (quotient & 2) != 0;
    if (mpfr_zero_p(rest)) {
        if (quotient & 1)
            exact_value_number(value, negate ? -1 : 1);
        else // of odd sine the sign of x, of even cosine plus
            exact_value_zero(value, quarters == 0 && mpfr_signbit(ask->a));
        return;
    }
    mpfr_const_pi(out, MPFR_RNDN);
    mpfr_mul(out, out, rest, MPFR_RNDN);
    if (quotient & 1)
        mpfr_cos(out, out, MPFR_RNDN);
    else
        mpfr_sin(out, out, MPFR_RNDN);
    if (negate)
        mpfr_neg(out, out, MPFR_RNDN);
    exact_value_close(value, out, negate ? -1 : 1, negate ? 1 : -1);
}

// Converts radians to degrees, and back.
void exact_composed_scaled(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr pi = exact_value_temp(0, ask->precision + SPARE);
    mpfr_ptr out = exact_value_temp(1, ask->precision + SPARE);

    if (!mpfr_regular_p(ask->a)) {
        exact_value_rounded(value, mpfr_set(value->y, ask->a, MPFR_RNDN));
        return;
    }
    mpfr_const_pi(pi, MPFR_RNDN);
    if (ask->math == MATH_DEGREES) {
        mpfr_mul_ui(out, ask->a, 180, MPFR_RNDN);
        mpfr_div(out, out, pi, MPFR_RNDN);
    } else {
        mpfr_mul(out, ask->a, pi, MPFR_RNDN);
        mpfr_div_ui(out, out, 180, MPFR_RNDN);
    }
    exact_value_close(value, out, 0, 0);
}

void exact_composed_lgamma(struct exact_value *value, const struct exact_ask *ask)
{
    int sign;

    exact_value_rounded(value, mpfr_lgamma(value->y, &sign, ask->a, MPFR_RNDN));
}

// Computes erfcx(x) = exp(x^2) erfc(x) ~ 1 / (x sqrt(pi)) (1 - 1/(2x^2) + 3/(2x^2)^2 -
// ...), off by less than the first omitted term. The smallest term is about exp(-x^2).
static void erfcx_large(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr square)
{
    mpfr_prec_t w = mpfr_get_prec(out);
    mpfr_ptr term = exact_value_temp(6, w);

    mpfr_set_ui(out, 1, MPFR_RNDN);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (long k = 1; mpfr_get_exp(term) > -w; k++) {
        mpfr_mul_si(term, term, 1 - 2 * k, MPFR_RNDN);
        mpfr_div_2ui(term, term, 1, MPFR_RNDN);
        mpfr_div(term, term, square, MPFR_RNDN);
        mpfr_add(out, out, term, MPFR_RNDN);
    }
    mpfr_div(out, out, x, MPFR_RNDN);
    mpfr_const_pi(term, MPFR_RNDN);
    mpfr_rec_sqrt(term, term, MPFR_RNDN);
    mpfr_mul(out, out, term, MPFR_RNDN);
}

static bool is_large(mpfr_srcptr x, int w)
{
    double size = mpfr_get_d(x, MPFR_RNDN);

    return size > 0 && size * size > 0.75 * w + 8;
}

// MPFR's own erfc takes milliseconds at 20.
void exact_composed_erfc(mpfr_ptr out, mpfr_srcptr x)
{
    int w = (int) mpfr_get_prec(out), exact = 2 * (int) mpfr_get_prec(x);
    mpfr_ptr square = exact_value_temp(7, exact < w ? w : exact);
    mpfr_ptr decay = exact_value_temp(8, w);

    if (!is_large(x, w)) {
        mpfr_erfc(out, x, MPFR_RNDN);
        return;
    }
    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_neg(decay, square, MPFR_RNDN);
    mpfr_exp(decay, decay, MPFR_RNDN);
    erfcx_large(out, x, square);
    mpfr_mul(out, out, decay, MPFR_RNDN);
}

void exact_composed_erfcx(struct exact_value *value, const struct exact_ask *ask)
{
    int w = ask->precision + 2 * SPARE;
    mpfr_ptr out = exact_value_temp(0, w), square = exact_value_temp(1, 128);
    mpfr_ptr decay = exact_value_temp(2, w);

    mpfr_sqr(square, ask->a, MPFR_RNDN);
    if (mpfr_nan_p(ask->a)) {
        value->class = EXACT_NAN;
    } else if (mpfr_inf_p(ask->a)) {
        if (mpfr_signbit(ask->a))
            exact_value_infinity(value, false);
        else
            exact_value_zero(value, false);
    } else if (mpfr_zero_p(ask->a)) {
        exact_value_number(value, 1);
    } else if (is_large(ask->a, w)) {
        erfcx_large(out, ask->a, square);
        exact_value_close(value, out, 0, 0);
    } else {
        mpfr_exp(out, square, MPFR_RNDN);
        mpfr_erfc(decay, ask->a, MPFR_RNDN);
        mpfr_mul(out, out, decay, MPFR_RNDN);
        exact_value_close(value, out, 1, mpfr_signbit(ask->a) ? 1 : -1);
    }
}

// erfc(-x / sqrt(2)) / 2. An error of the argument grows by 2 z^2 = x^2.
void exact_composed_normcdf(struct exact_value *value, const struct exact_ask *ask)
{
    int exponent = mpfr_regular_p(ask->a) ? (int) mpfr_get_exp(ask->a) : 0;
    int grown = exponent < 0 ? 0 : exponent > 16 ? 32 : 2 * exponent;
    mpfr_ptr out = exact_value_temp(0, ask->precision + SPARE + grown);
    mpfr_ptr argument = exact_value_temp(1, mpfr_get_prec(out));
    bool positive = !mpfr_signbit(ask->a);

    if (!mpfr_regular_p(ask->a)) { // erfc is exact there
        mpfr_neg(out, ask->a, MPFR_RNDN);
        mpfr_erfc(out, out, MPFR_RNDN);
        exact_value_rounded(value, mpfr_div_2ui(value->y, out, 1, MPFR_RNDN));
        return;
    }
    mpfr_set_ui(out, 2, MPFR_RNDN);
    mpfr_sqrt(out, out, MPFR_RNDN);
    mpfr_div(out, ask->a, out, MPFR_RNDN);
    mpfr_neg(out, out, MPFR_RNDN);
    mpfr_set(argument, out, MPFR_RNDN);
    exact_composed_erfc(out, argument);
    mpfr_div_2ui(out, out, 1, MPFR_RNDN);
    exact_value_close(value, out, exponent > 1 ? 1 : 0.5,
                      exponent > 1 || !positive ? -1 : 1);
}
