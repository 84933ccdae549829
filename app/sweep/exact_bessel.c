// SPDX-License-Identifier: MIT
//
// How it works
//
// MPFR has J and Y, but takes seconds for some of order 100. So but for orders 0 and 1
//
//     C(k + 1) = 2k / x C(k) - C(k - 1)
//
// upwards, which is good for Y, and for J as long as k < x: an error made on the way then
// grows as the solution does, and what is lost is what the largest on the way is larger
// than the last. (The response to a unit error at j is pi x / 2 (J_j Y_n - Y_j J_n), of
// which the n errors leave less than n^2 units of the largest.) J of an order above x:
//
//     J_n(x) = (x / 2)^n / n! (1 - q / (n + 1) + q^2 / (2! (n + 1)(n + 2)) - ...)
//
// with q = x^2 / 4; its largest term, beside the sum, tells what is lost. I0 and I1: the
// same with terms of one sign, which loses nothing; for large x the asymptotic series
//
//     I_n(x) ~ e^x / sqrt(2 pi x) (1 - (m - 1) / 8x + (m - 1)(m - 9) / (2! (8x)^2) - ...)
//
// with m = 4 n^2, whose smallest term is about exp(-2x) (DLMF 10.40).

#include "sweep/exact_value.h"

#include <stdlib.h>

#define SPARE 32

static int bits_of(uint32_t n)
{
    return 32 - __builtin_clz(n | 1);
}

// Stores sign * out, which is off by less than 2^error.
static void exact_bessel_within(struct exact_value *value, mpfr_ptr out, bool negate,
                                mpfr_exp_t error)
{
    if (negate)
        mpfr_neg(out, out, MPFR_RNDN);
    if (mpfr_zero_p(out))
        mpfr_set_ui_2exp(out, 1, error, MPFR_RNDN);
    exact_value_close(value, out, 0, 0);
    if (!value->exact && error >= value->error)
        value->error = error + 1;
}

// Computes C(n) in temporary 1, n > 1, for J or Y of a positive x.
static void upwards(struct exact_value *value, const struct exact_ask *ask, mpfr_srcptr x,
                    uint32_t n, bool negate)
{
    int w = ask->precision + SPARE + 2 * bits_of(n);
    mpfr_ptr before = exact_value_temp(0, w), now = exact_value_temp(1, w);
    mpfr_ptr next = exact_value_temp(2, w);
    mpfr_exp_t largest;

    if (ask->math == MATH_YN) {
        mpfr_y0(before, x, MPFR_RNDN);
        mpfr_y1(now, x, MPFR_RNDN);
    } else {
        mpfr_j0(before, x, MPFR_RNDN);
        mpfr_j1(now, x, MPFR_RNDN);
    }
    largest = mpfr_get_exp(before);
    for (uint32_t k = 1; k < n && mpfr_regular_p(now); k++) {
        largest = mpfr_get_exp(now) > largest ? mpfr_get_exp(now) : largest;
        mpfr_mul_ui(next, now, 2 * (unsigned long) k, MPFR_RNDN);
        mpfr_div(next, next, x, MPFR_RNDN);
        mpfr_sub(next, next, before, MPFR_RNDN);
        mpfr_swap(before, now);
        mpfr_swap(now, next);
    }
    exact_bessel_within(value, now, negate, largest - w + 2 * bits_of(n) + 8);
}

// Computes (x / 2)^n / n! by its logarithm, which has enough bits before the point.
static void power_over_factorial(mpfr_ptr out, mpfr_srcptr x, uint32_t n)
{
    mpfr_ptr other = exact_value_temp(5, mpfr_get_prec(out));
    int sign;

    mpfr_div_2ui(out, x, 1, MPFR_RNDN);
    mpfr_log(out, out, MPFR_RNDN);
    mpfr_mul_ui(out, out, n, MPFR_RNDN);
    mpfr_set_ui(other, (unsigned long) n + 1, MPFR_RNDN);
    mpfr_lgamma(other, &sign, other, MPFR_RNDN);
    mpfr_sub(out, out, other, MPFR_RNDN);
    mpfr_exp(out, out, MPFR_RNDN);
}

// Computes J of an order above x > 0. The sum is small where the factor is large, up to
// (e / 2)^n at x = n, and so are the terms: fewer than 0.9 n bits are lost.
static void j_small(struct exact_value *value, const struct exact_ask *ask, mpfr_srcptr x,
                    uint32_t n, bool negate)
{
    double size = mpfr_get_d(x, MPFR_RNDN);
    int lost = (int) (0.9 * size * size / n) + bits_of(n) + 16;
    int w = ask->precision + SPARE + lost;
    mpfr_ptr sum = exact_value_temp(0, w), square = exact_value_temp(1, 128);
    mpfr_ptr term = exact_value_temp(2, w), factor = exact_value_temp(4, w + SPARE);
    mpfr_exp_t largest = 1;

    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_div_2ui(square, square, 2, MPFR_RNDN);
    mpfr_set_ui(sum, 1, MPFR_RNDN);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (unsigned long k = 1; mpfr_get_exp(term) > -w; k++) {
        mpfr_mul(term, term, square, MPFR_RNDN);
        mpfr_div_ui(term, term, k, MPFR_RNDN);
        mpfr_div_ui(term, term, n + k, MPFR_RNDN);
        mpfr_neg(term, term, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        largest = mpfr_get_exp(term) > largest ? mpfr_get_exp(term) : largest;
    }
    largest -= mpfr_get_exp(sum);
    power_over_factorial(factor, x, n);
    mpfr_mul(sum, sum, factor, MPFR_RNDN);
    exact_bessel_within(value, sum, negate,
                        mpfr_get_exp(sum) + largest - w + bits_of(n) + 12);
}

void exact_bessel_j1(struct exact_value *value, const struct exact_ask *ask)
{
    // The zero that J1 has at infinity has the sign of x; MPFR's is positive.
    if (mpfr_inf_p(ask->a))
        exact_value_zero(value, mpfr_signbit(ask->a) != 0);
    else
        exact_value_rounded(value, mpfr_j1(value->y, ask->a, MPFR_RNDN));
}

// J_-n = (-1)^n J_n, J_n(-x) = (-1)^n J_n(x).
void exact_bessel_jn(struct exact_value *value, const struct exact_ask *ask)
{
    uint32_t n = (uint32_t) labs((long) ask->integer);
    bool minus = mpfr_signbit(ask->a) != 0, odd = n % 2 != 0;
    bool negate = odd && minus != (ask->integer < 0);
    mpfr_ptr x = exact_value_temp(3, 64);

    mpfr_abs(x, ask->a, MPFR_RNDN);
    if (mpfr_nan_p(x))
        value->class = EXACT_NAN;
    else if (mpfr_inf_p(x) || (mpfr_zero_p(x) && n > 0))
        exact_value_zero(value, negate);
    else if (n < 2)
        exact_value_rounded(value, mpfr_jn(value->y, ask->integer, ask->a, MPFR_RNDN));
    else if (mpfr_cmp_ui(x, n) < 0)
        j_small(value, ask, x, n, negate);
    else
        upwards(value, ask, x, n, negate);
}

void exact_bessel_yn(struct exact_value *value, const struct exact_ask *ask)
{
    uint32_t n = (uint32_t) labs((long) ask->integer);

    if (n < 2 || mpfr_sgn(ask->a) <= 0 || !mpfr_regular_p(ask->a))
        exact_value_rounded(value, mpfr_yn(value->y, ask->integer, ask->a, MPFR_RNDN));
    else
        upwards(value, ask, ask->a, n, n % 2 != 0 && ask->integer < 0);
}

// Computes the sum of (x^2 / 4)^k / (k! (k + order)!).
static void series(mpfr_ptr sum, mpfr_srcptr x, int order)
{
    mpfr_prec_t w = mpfr_get_prec(sum);
    mpfr_ptr square = exact_value_temp(1, w), term = exact_value_temp(2, w);

    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_div_2ui(square, square, 2, MPFR_RNDN);
    mpfr_set_ui(sum, 1, MPFR_RNDN);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (unsigned long k = 1; mpfr_get_exp(term) > mpfr_get_exp(sum) - w; k++) {
        mpfr_mul(term, term, square, MPFR_RNDN);
        mpfr_div_ui(term, term, k * (k + (unsigned long) order), MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
}

// Computes the asymptotic series for a positive x.
static void asymptotic(mpfr_ptr sum, mpfr_srcptr x, int order)
{
    mpfr_prec_t w = mpfr_get_prec(sum);
    mpfr_ptr eight = exact_value_temp(1, 64), term = exact_value_temp(2, w);

    mpfr_mul_2ui(eight, x, 3, MPFR_RNDN);
    mpfr_set_ui(sum, 1, MPFR_RNDN);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (long k = 1; mpfr_get_exp(term) > -w + 8; k++) {
        mpfr_mul_si(term, term, (2 * k - 1) * (2 * k - 1) - 4 * order, MPFR_RNDN);
        mpfr_div_si(term, term, k, MPFR_RNDN);
        mpfr_div(term, term, eight, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_const_pi(term, MPFR_RNDN);
    mpfr_mul(term, term, x, MPFR_RNDN);
    mpfr_mul_2ui(term, term, 1, MPFR_RNDN);
    mpfr_rec_sqrt(term, term, MPFR_RNDN);
    mpfr_mul(sum, sum, term, MPFR_RNDN);
    mpfr_exp(term, x, MPFR_RNDN);
    mpfr_mul(sum, sum, term, MPFR_RNDN);
}

// Computes I0 or I1.
void exact_bessel_i(struct exact_value *value, const struct exact_ask *ask)
{
    int w = ask->precision + SPARE, order = ask->math == MATH_I1;
    mpfr_ptr sum = exact_value_temp(0, w), x = exact_value_temp(3, 64);

    mpfr_abs(x, ask->a, MPFR_RNDN);
    if (!mpfr_regular_p(x)) { // 1, or what came in
        if (order == 0 && mpfr_zero_p(x))
            mpfr_set_ui(x, 1, MPFR_RNDN);
        exact_value_rounded(value, mpfr_set(value->y, order ? ask->a : x, MPFR_RNDN));
        return;
    }
    if (mpfr_cmp_ui(x, (unsigned long) w / 2 + 8) > 0) {
        asymptotic(sum, x, order);
    } else {
        series(sum, x, order);
        if (order == 1) {
            mpfr_mul(sum, sum, x, MPFR_RNDN);
            mpfr_div_2ui(sum, sum, 1, MPFR_RNDN);
        }
    }
    if (order == 1 && mpfr_signbit(ask->a))
        mpfr_neg(sum, sum, MPFR_RNDN);
    exact_value_close(value, sum, order == 0, 1);
}
