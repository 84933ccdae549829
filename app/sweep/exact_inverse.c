// SPDX-License-Identifier: MIT
//
// How it works
//
// y = erfinv(x) by Halley's step on F(y) = erf(y) - x, F'' / F' being -2y:
//
//     f = F(y) / F'(y)        y := y - f / (1 + y f)
//
// A start of 40 bits and more comes from libm. A step of relative size s leaves an error
// of s^3 (y^4 + y^2) / 3, below 2^18 s^3 for the largest y of binary64, 27; so one is the
// last if s < 2^-(w / 3 + 8). Near 1, where erf is flat, the same is done with erfc, of
// which 1 - |x| is exact; there a relative error of F makes a smaller one of y.

#include "sweep/exact_value.h"

#include <assert.h>
#include <math.h>

#define SPARE 16

// erf'(0) / 2 = 1 / sqrt(pi), and its reciprocal halved.
#define HALF_ROOT_PI 0.88622692545275801

// Returns erfinv(x) / x for x in (0, 1/2], to some 40 bits, or as exact as libm.
static double start_near(double x)
{
    double y = HALF_ROOT_PI * x;

    if (x < 0x1p-21)
        return HALF_ROOT_PI;
    for (int i = 0; i < 5; i++)
        y -= (erf(y) - x) * HALF_ROOT_PI * exp(y * y);
    return y / x;
}

// Returns erfcinv(q) for q in (0, 1/2] by Newton's step on log(erfc(y)), which is
// almost straight.
static double start_tail(double q)
{
    double y = sqrt(-log(q)), width;

    y = y > 26 ? 26 : y < 0.5 ? 0.5 : y;
    for (int i = 0; i < 8; i++) {
        width = erfc(y) * HALF_ROOT_PI * exp(y * y); // erfc / |erfc'|
        y += log(erfc(y) / q) * width;
        y = y > 26.4 ? 26.4 : y < 0.4 ? 0.4 : y;
    }
    return y;
}

// Improves y; x is erf's value or, if `tail`, erfc's. Returns the exponent of the step
// relative to y.
static mpfr_exp_t exact_inverse_step(mpfr_ptr y, mpfr_srcptr x, bool tail)
{
    mpfr_prec_t w = mpfr_get_prec(y);
    mpfr_ptr f = exact_value_temp(1, w), slope = exact_value_temp(2, w);

    if (tail) {
        exact_composed_erfc(f, y);
        mpfr_sub(f, x, f, MPFR_RNDN);
    } else {
        mpfr_erf(f, y, MPFR_RNDN);
        mpfr_sub(f, f, x, MPFR_RNDN);
    }
    if (mpfr_zero_p(f))
        return -w;
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    mpfr_div_2ui(slope, slope, 1, MPFR_RNDN);
    mpfr_mul(f, f, slope, MPFR_RNDN);
    mpfr_sqr(slope, y, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(f, f, slope, MPFR_RNDN);
    mpfr_mul(slope, y, f, MPFR_RNDN);
    mpfr_add_ui(slope, slope, 1, MPFR_RNDN);
    mpfr_div(f, f, slope, MPFR_RNDN);
    mpfr_sub(y, y, f, MPFR_RNDN);
    return mpfr_get_exp(f) - mpfr_get_exp(y);
}

// Solves for x in (0, 1/2], which is exact, and leaves the result in temporary 0.
static mpfr_ptr solved(mpfr_srcptr x, bool tail, int precision)
{
    int w = precision + SPARE, steps = 0;
    mpfr_ptr y = exact_value_temp(0, w);
    double start = mpfr_get_d(x, MPFR_RNDN);

    if (tail)
        mpfr_set_d(y, start_tail(start), MPFR_RNDN);
    else
        mpfr_mul_d(y, x, start_near(start), MPFR_RNDN);
    while (exact_inverse_step(y, x, tail) >= -(w / 3 + 8)) {
        steps++;
        assert(steps < 60);
    }
    return y;
}

// Computes erfcinv(q) for q in [0, 2], times sqrt(2) for the normal distribution.
static void exact_inverse_inverse(struct exact_value *value, const struct exact_ask *ask,
                                  mpfr_srcptr q, bool root, bool negate)
{
    mpfr_ptr x = exact_value_temp(3, 2048 + 64), y;
    bool tail = true, negative = mpfr_cmp_ui(q, 1) > 0;

    if (mpfr_cmp_d(q, 0.5) <= 0) {
        mpfr_set(x, q, MPFR_RNDN);
    } else if (mpfr_cmp_d(q, 1.5) >= 0) {
        mpfr_ui_sub(x, 2, q, MPFR_RNDN);
    } else {
        mpfr_ui_sub(x, 1, q, MPFR_RNDN);
        mpfr_abs(x, x, MPFR_RNDN);
        tail = false;
    }
    if (mpfr_zero_p(x)) { // a pole, or the middle
        if (tail)
            exact_value_infinity(value, negative != negate);
        else
            exact_value_zero(value, false);
        return;
    }
    y = solved(x, tail, ask->precision);
    if (root) {
        mpfr_ptr two = exact_value_temp(1, mpfr_get_prec(y));

        mpfr_sqrt_ui(two, 2, MPFR_RNDN);
        mpfr_mul(y, y, two, MPFR_RNDN);
    }
    if (negative != negate)
        mpfr_neg(y, y, MPFR_RNDN);
    exact_value_close(value, y, 0, 0);
}

// Returns true if x is in [low, high]; otherwise sets the value to NaN.
static bool exact_inverse_within(struct exact_value *value, mpfr_srcptr x, long low,
                                 long high)
{
    if (!mpfr_nan_p(x) && mpfr_cmp_si(x, low) >= 0 && mpfr_cmp_si(x, high) <= 0)
        return true;
    value->class = EXACT_NAN;
    return false;
}

// 1 - x and 2 p are exact in as many bits as q has here.
void exact_inverse_erfinv(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr q = exact_value_temp(4, 2048 + 64);

    if (!exact_inverse_within(value, ask->a, -1, 1))
        return;
    if (mpfr_zero_p(ask->a)) {
        exact_value_zero(value, mpfr_signbit(ask->a) != 0);
        return;
    }
    mpfr_ui_sub(q, 1, ask->a, MPFR_RNDN);
    exact_inverse_inverse(value, ask, q, false, false);
}

void exact_inverse_erfcinv(struct exact_value *value, const struct exact_ask *ask)
{
    if (exact_inverse_within(value, ask->a, 0, 2))
        exact_inverse_inverse(value, ask, ask->a, false, false);
}

void exact_inverse_normcdfinv(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr q = exact_value_temp(4, 128);

    if (!exact_inverse_within(value, ask->a, 0, 1))
        return;
    mpfr_mul_2ui(q, ask->a, 1, MPFR_RNDN);
    exact_inverse_inverse(value, ask, q, true, true);
}
