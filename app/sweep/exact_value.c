// SPDX-License-Identifier: MIT
//
// How it works: MPFR rounds a value once, and its return value tells on which side of
// the rounded value the exact one lies. So tanh(400), which is 1 except for 2^-1154,
// needs no more bits than tanh(1). MPFR's flags show overflow and underflow.

#include "sweep/exact_value.h"

#include "sweep/exact.h"

#include "base/fp.h"
#include "base/memory.h"

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

// A function at operands, to `precision` bits.
struct exact_ask {
    enum math_id math;
    mpfr_srcptr a, b; // as the function takes them, exactly
    int32_t integer;  // the second operand, where it is one
    int precision;
};

// A function that MPFR lacks, computed from those that it has. Each uses the additional
// bits that its cancellations need, and marks exact values.
typedef void exact_function(struct exact_value *value, const struct exact_ask *ask);

static void *value_new(size_t size)
{
    return memory_resize(NULL, 1, size);
}

static void *value_resize(void *old, size_t before, size_t size)
{
    (void) before;
    return memory_resize(old, 1, size);
}

static void value_free(void *memory, size_t size)
{
    (void) size;
    free(memory);
}

// Makes GMP use the program's memory, before main(): without memory, the program ends
// with its own message, where GMP would abort.
__attribute__((constructor)) static void value_use_memory(void)
{
    mp_set_memory_functions(value_new, value_resize, value_free);
}

// The numbers of a thread, kept from call to call: the last three are the operands and
// y.
static _Thread_local struct {
    mpfr_t numbers[EXACT_VALUE_TEMPS + 3];
    bool ready;
} kept;

static mpfr_ptr number_kept(int index, mpfr_prec_t precision)
{
    if (!kept.ready)
        for (int i = 0; i < EXACT_VALUE_TEMPS + 3; i++)
            mpfr_init2(kept.numbers[i], 256);
    kept.ready = true;
    mpfr_set_prec(kept.numbers[index], precision);
    return kept.numbers[index];
}

mpfr_ptr exact_value_temp(int index, mpfr_prec_t precision)
{
    assert(index >= 0 && index < EXACT_VALUE_TEMPS);
    return number_kept(index, precision);
}

void exact_finish_thread(void)
{
    if (kept.ready)
        for (int i = 0; i < EXACT_VALUE_TEMPS + 3; i++)
            mpfr_clear(kept.numbers[i]);
    kept.ready = false;
    mpfr_free_cache();
}

static void exact_value_zero(struct exact_value *value, bool negative)
{
    value->class = EXACT_ZERO;
    value->negative = negative;
}

static void exact_value_infinity(struct exact_value *value, bool negative)
{
    value->class = EXACT_INFINITE;
    value->negative = negative;
}

static void exact_value_number(struct exact_value *value, long number)
{
    assert(number != 0);
    mpfr_set_si(value->y, number, MPFR_RNDN);
    value->class = EXACT_NUMBER;
    value->exact = true;
}

static void far(struct exact_value *value, bool large)
{
    int exponent = large ? EXACT_VALUE_FAR : -EXACT_VALUE_FAR;
    bool negative = mpfr_signbit(value->y) != 0;

    mpfr_set_si_2exp(value->y, negative ? -1 : 1, exponent, MPFR_RNDN);
    value->class = EXACT_NUMBER;
    value->exact = value->far = true;
}

// Notes the error of value->y after MPFR rounded it once to nearest; `ternary` is the
// return value of MPFR.
static void exact_value_rounded(struct exact_value *value, int ternary)
{
    value->negative = mpfr_signbit(value->y) != 0;
    value->class = EXACT_NUMBER;
    if (mpfr_nan_p(value->y))
        value->class = EXACT_NAN;
    else if (mpfr_overflow_p() || mpfr_underflow_p())
        far(value, mpfr_overflow_p());
    else if (mpfr_inf_p(value->y))
        value->class = EXACT_INFINITE;
    else if (mpfr_zero_p(value->y))
        value->class = EXACT_ZERO;
    else if (ternary == 0)
        value->exact = true;
    else {
        value->side = ternary > 0 ? -1 : 1;
        value->error = mpfr_get_exp(value->y) - mpfr_get_prec(value->y);
    }
}

// Sets value->y to `from`, rounded. `from` is off by less than 2^-8 units of the last
// place of y. `limit`: a number that the exact value does not reach, because it lies on
// `side` of it; 0: there is none.
static void exact_value_close(struct exact_value *value, mpfr_srcptr from, double limit,
                              int side)
{
    mpfr_set(value->y, from, MPFR_RNDN);
    exact_value_rounded(value, 1);
    value->side = 0;
    if (limit != 0 && !value->exact && mpfr_cmp_d(value->y, limit) == 0)
        value->side = side;
}

void exact_value_unpack(mpfr_ptr out, struct fp_format format, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(format, bits);

    switch (parts.class) {
    case FP_CLASS_NAN: mpfr_set_nan(out); break;
    case FP_CLASS_INFINITE: mpfr_set_inf(out, parts.negative ? -1 : 1); break;
    case FP_CLASS_ZERO: mpfr_set_zero(out, parts.negative ? -1 : 1); break;
    case FP_CLASS_FINITE:
        mpfr_set_ui_2exp(out, parts.significand, parts.exponent, MPFR_RNDN);
        mpfr_setsign(out, out, parts.negative, MPFR_RNDN);
        break;
    }
}

// ---- Functions whose results need no rounding ----

// Computes x - floor(x), which is just below 1 for a tiny negative x.
static void exact_parts_fract(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_ptr whole = exact_value_temp(0, 64);

    mpfr_rint_floor(whole, ask->a, MPFR_RNDN);
    exact_value_rounded(value, mpfr_sub(value->y, ask->a, whole, MPFR_RNDN));
    if (value->class == EXACT_ZERO)
        value->negative = false;
}

// Computes GLSL's sign, which does not specify NaN.
static void exact_parts_sign(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_parts_saturate(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_parts_logb(struct exact_value *value, const struct exact_ask *ask)
{
    if (mpfr_nan_p(ask->a))
        value->class = EXACT_NAN;
    else if (!mpfr_regular_p(ask->a))
        exact_value_infinity(value, mpfr_zero_p(ask->a) != 0);
    else
        exact_value_rounded(value,
                            mpfr_set_si(value->y, mpfr_get_exp(ask->a) - 1, MPFR_RNDN));
}

static void exact_parts_frexp(struct exact_value *value, const struct exact_ask *ask)
{
    mpfr_set(value->y, ask->a, MPFR_RNDN);
    if (mpfr_regular_p(ask->a))
        mpfr_set_exp(value->y, 0);
    exact_value_rounded(value, 0);
}

// Computes frexp's exponent. C does not specify it for an infinity or a NaN.
static void exact_parts_frexp_exp(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_parts_remquo_low(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_parts_ldexp(struct exact_value *value, const struct exact_ask *ask)
{
    long by = ask->integer;

    by = by > 8192 ? 8192 : by < -8192 ? -8192 : by;
    exact_value_rounded(value, mpfr_mul_2si(value->y, ask->a, by, MPFR_RNDN));
}

// ---- Functions composed of those that MPFR has ----
//
// Here w is the working precision, and every step is off by at most 2^-w of
// its own value. w exceeds the requested precision by eight bits or more, which covers
// these errors. Comments name each step that loses bits.

#define SPARE 16

static void exact_composed_rsqrt(struct exact_value *value, const struct exact_ask *ask)
{
    // MPFR returns +oo for -0; C and IEEE 754 require -oo.
    if (mpfr_zero_p(ask->a))
        exact_value_infinity(value, mpfr_signbit(ask->a) != 0);
    else
        exact_value_rounded(value, mpfr_rec_sqrt(value->y, ask->a, MPFR_RNDN));
}

static void exact_composed_rcp(struct exact_value *value, const struct exact_ask *ask)
{
    exact_value_rounded(value, mpfr_ui_div(value->y, 1, ask->a, MPFR_RNDN));
}

// 1 / cbrt(x) is a binary fraction only for powers of 8: if the root m of an odd number
// is rational, 1 / m is a binary fraction only for m = 1.
static void exact_composed_rcbrt(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_composed_turns(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_composed_scaled(struct exact_value *value, const struct exact_ask *ask)
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

static void exact_composed_lgamma(struct exact_value *value, const struct exact_ask *ask)
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

// Computes erfc, off by less than 2^-8 of x^2 units in the last place of `out`; the range
// of exponents must hold it. Temporaries from 6 on are lost. MPFR's own erfc takes
// milliseconds at 20.
static void exact_composed_erfc(mpfr_ptr out, mpfr_srcptr x)
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

static void exact_composed_erfcx(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_composed_normcdf(struct exact_value *value, const struct exact_ask *ask)
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

// ---- The inverses of erf, erfc and the normal distribution ----
//
// y = erfinv(x) by Halley's step on F(y) = erf(y) - x, F'' / F' being -2y:
//
//     f = F(y) / F'(y)        y := y - f / (1 + y f)
//
// A start of 40 bits and more comes from libm. A step of relative size s leaves an error
// of s^3 (y^4 + y^2) / 3, below 2^18 s^3 for the largest y of binary64, 27; so one is the
// last if s < 2^-(w / 3 + 8). Near 1, where erf is flat, the same is done with erfc, of
// which 1 - |x| is exact; there a relative error of F makes a smaller one of y.

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
static void exact_inverse_erfinv(struct exact_value *value, const struct exact_ask *ask)
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

static void exact_inverse_erfcinv(struct exact_value *value, const struct exact_ask *ask)
{
    if (exact_inverse_within(value, ask->a, 0, 2))
        exact_inverse_inverse(value, ask, ask->a, false, false);
}

static void exact_inverse_normcdfinv(struct exact_value *value,
                                     const struct exact_ask *ask)
{
    mpfr_ptr q = exact_value_temp(4, 128);

    if (!exact_inverse_within(value, ask->a, 0, 1))
        return;
    mpfr_mul_2ui(q, ask->a, 1, MPFR_RNDN);
    exact_inverse_inverse(value, ask, q, true, true);
}

// ---- Bessel functions ----
//
// MPFR has J and Y, but takes seconds for some of order 100. So, except for orders 0
// and 1,
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

#define BESSEL_SPARE 32

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
    int w = ask->precision + BESSEL_SPARE + 2 * bits_of(n);
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
    int w = ask->precision + BESSEL_SPARE + lost;
    mpfr_ptr sum = exact_value_temp(0, w), square = exact_value_temp(1, 128);
    mpfr_ptr term = exact_value_temp(2, w),
             factor = exact_value_temp(4, w + BESSEL_SPARE);
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

static void exact_bessel_j1(struct exact_value *value, const struct exact_ask *ask)
{
    // The zero that J1 has at infinity has the sign of x; MPFR's is positive.
    if (mpfr_inf_p(ask->a))
        exact_value_zero(value, mpfr_signbit(ask->a) != 0);
    else
        exact_value_rounded(value, mpfr_j1(value->y, ask->a, MPFR_RNDN));
}

// J_-n = (-1)^n J_n, J_n(-x) = (-1)^n J_n(x).
static void exact_bessel_jn(struct exact_value *value, const struct exact_ask *ask)
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

static void exact_bessel_yn(struct exact_value *value, const struct exact_ask *ask)
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
static void exact_bessel_i(struct exact_value *value, const struct exact_ask *ask)
{
    int w = ask->precision + BESSEL_SPARE, order = ask->math == MATH_I1;
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

#define ONE(id, name) [MATH_##id] = { .one = mpfr_##name },
#define TWO(id, name) [MATH_##id] = { .two = mpfr_##name },
#define OWN(id, name) [MATH_##id] = { .own = exact_##name },

// The functions: MPFR's, of one or two operands, and ours.
static const struct {
    int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    exact_function *own;
} functions[MATH_COUNT] = {
    // clang-format off
    ONE(SIN, sin) ONE(COS, cos) ONE(TAN, tan) ONE(ASIN, asin) ONE(ACOS, acos)
    ONE(ATAN, atan) ONE(SINH, sinh) ONE(COSH, cosh) ONE(TANH, tanh) ONE(ASINH, asinh)
    ONE(ACOSH, acosh) ONE(ATANH, atanh) ONE(EXP, exp) ONE(EXP2, exp2) ONE(EXP10, exp10)
    ONE(EXPM1, expm1) ONE(LOG, log) ONE(LOG2, log2) ONE(LOG10, log10) ONE(LOG1P, log1p)
    ONE(SQRT, sqrt) OWN(RSQRT, composed_rsqrt) OWN(RCP, composed_rcp) ONE(CBRT, cbrt)
    OWN(RCBRT, composed_rcbrt) OWN(SINPI, composed_turns) OWN(COSPI, composed_turns)
    ONE(ERF, erf) ONE(ERFC, erfc) OWN(ERFCX, composed_erfcx) OWN(ERFINV, inverse_erfinv)
    OWN(ERFCINV, inverse_erfcinv) OWN(NORMCDF, composed_normcdf)
    OWN(NORMCDFINV, inverse_normcdfinv) OWN(LGAMMA, composed_lgamma) ONE(TGAMMA, gamma)
    ONE(J0, j0) OWN(J1, bessel_j1) ONE(Y0, y0) ONE(Y1, y1) OWN(I0, bessel_i)
    OWN(I1, bessel_i) ONE(FLOOR, rint_floor) ONE(CEIL, rint_ceil) ONE(ROUND, rint_round)
    ONE(ROUND_EVEN, rint_roundeven) ONE(TRUNC, rint_trunc) OWN(FRACT, parts_fract)
    ONE(ABS, abs) OWN(SIGN, parts_sign) OWN(DEGREES, composed_scaled)
    OWN(RADIANS, composed_scaled) OWN(SATURATE, parts_saturate) OWN(LOGB, parts_logb)
    OWN(ILOGB, parts_logb) OWN(FREXP, parts_frexp) OWN(FREXP_EXP, parts_frexp_exp)
    ONE(MODF, frac) ONE(MODF_INT, rint_trunc) ONE(IDENTITY, set) ONE(FROM_INT, set)
    ONE(FROM_UINT, set) ONE(FROM_HALF, set) ONE(FROM_HALF_HIGH, set) TWO(DIV, div)
    TWO(POW, pow) TWO(ATAN2, atan2) TWO(FMOD, fmod) TWO(REMAINDER, remainder)
    TWO(REMQUO, remainder) OWN(REMQUO_LOW, parts_remquo_low) TWO(HYPOT, hypot)
    OWN(LDEXP, parts_ldexp) OWN(JN, bessel_jn) OWN(YN, bessel_yn)
    // clang-format on
};

static void first_operand(mpfr_ptr out, enum math_id math, bool wide, uint64_t bits)
{
    switch (math) {
    case MATH_FROM_INT: mpfr_set_si(out, (int32_t) (uint32_t) bits, MPFR_RNDN); break;
    case MATH_FROM_UINT: mpfr_set_ui(out, (uint32_t) bits, MPFR_RNDN); break;
    case MATH_FROM_HALF: exact_value_unpack(out, FP_BINARY16, bits & 0xffff); break;
    case MATH_FROM_HALF_HIGH:
        exact_value_unpack(out, FP_BINARY16, bits >> 16 & 0xffff);
        break;
    default: exact_value_unpack(out, wide ? FP_BINARY64 : FP_BINARY32, bits); break;
    }
}

void exact_value_of(struct exact_value *value, enum math_id math, bool wide,
                    struct operands operands, int precision)
{
    mpfr_ptr a = number_kept(EXACT_VALUE_TEMPS, 64);
    mpfr_ptr b = number_kept(EXACT_VALUE_TEMPS + 1, 64);
    struct exact_ask ask = { math, a, b, (int32_t) (uint32_t) operands.b, precision };

    assert((unsigned) math < MATH_COUNT && precision >= 64 && precision <= 1 << 16);
    *value = (struct exact_value){ .y = number_kept(EXACT_VALUE_TEMPS + 2, precision) };
    first_operand(a, math, wide, operands.a);
    if (math_list[math].operands == MATH_FLOATS)
        exact_value_unpack(b, wide ? FP_BINARY64 : FP_BINARY32, operands.b);
    mpfr_clear_flags();
    if (functions[math].one)
        exact_value_rounded(value, functions[math].one(value->y, a, MPFR_RNDN));
    else if (functions[math].two)
        exact_value_rounded(value, functions[math].two(value->y, a, b, MPFR_RNDN));
    else
        functions[math].own(value, &ask);
}
