// SPDX-License-Identifier: MIT
//
// How it works
//
// The value t of the function comes as two bounds, low < t < high, or exactly (Ziv's
// strategy, ACM TOMS 17 (1991)). Both bounds, each meant as a point just inside of the
// interval, are judged: the rounded result, the ulp, the error, its double and its bin.
// If the two agree, so does all between them; else t is asked for with more bits. Exact
// values (ties among them) are known to be exact, so this ends:
//
//     got       |
//     t       ( . )        bounds of t: one error, one rounded result: done
//     halves        :      if a half-way point, or an edge of a bin away from got, were
//                          between the bounds: again, with twice the bits
//
// Errors of a tanh(400) = 1 - 2^-1153 beside 1 need no 1153 bits: on which side of 1 the
// value lies is known, and an error that small is told as 0.

#include "sweep/exact_settle.h"

#include <float.h>
#include <math.h>

// The bits beyond the format's at first, and at most: a value that so many bits cannot
// distinguish from an edge is on it.
#define BITS_SPARE 80
#define BITS_MOST  (1 << 14)

// Smaller errors, in ulp, are not computed more exactly.
#define SMALL 0x1p-64

static struct exact_came came_of(const struct exact_call *call)
{
    struct exact_came came = { .number = true, .x = exact_value_temp(0, 64) };
    struct fp_format format = function_format(call->type);

    if (call->type == FUNCTION_INT32)
        mpfr_set_si(came.x, (int32_t) (uint32_t) call->got, MPFR_RNDN);
    else if (call->type == FUNCTION_UINT32)
        mpfr_set_ui(came.x, (uint32_t) call->got, MPFR_RNDN);
    else
        exact_value_unpack(came.x, format, call->got);
    came.number = !mpfr_nan_p(came.x);
    came.infinite = mpfr_inf_p(came.x) != 0;
    came.zero = mpfr_zero_p(came.x) != 0;
    came.negative = mpfr_signbit(came.x) != 0;
    if (came.infinite)
        mpfr_set_si_2exp(came.x, came.negative ? -1 : 1, format.emax + 1, MPFR_RNDN);
    return came;
}

// Computes got - t, truncated, and the side on which the exact difference lies.
static struct exact_point difference(mpfr_ptr out, const struct exact_came *came,
                                     struct exact_point t)
{
    int toward = (mpfr_signbit(t.x) ? 1 : -1) * t.outward; // where -t is moved to
    int inexact = mpfr_sub(out, came->x, t.x, MPFR_RNDZ);

    if (inexact != 0)
        return (struct exact_point){ out, 1 };
    return (struct exact_point){ out, mpfr_signbit(out) ? -toward : toward };
}

static double capped(double size)
{
    return size > DBL_MAX ? DBL_MAX : size;
}

// Judges a point t, which may be beyond the largest numbers: there it is 2^(emax + 1).
static struct exact_told exact_settle_tell(const struct exact_call *call,
                                           const struct exact_came *came,
                                           struct exact_point t)
{
    struct fp_format format = function_format(call->type);
    mpfr_prec_t precision = mpfr_get_prec(t.x) + 64;
    mpfr_ptr end = exact_value_temp(3, 64), d = exact_value_temp(4, precision);
    struct exact_point distance;
    struct exact_told told = { .ulp = exact_round_ulp(call->type, t) };

    told.want = exact_round_point(call->type, call->round, t, &told.outside);
    told.subnormal =
        !function_integer(call->type) && mpfr_get_exp(t.x) <= 1 - format.emax;
    if (mpfr_get_exp(t.x) == 2 - format.emax && t.outward < 0 && mpfr_min_prec(t.x) == 1)
        told.subnormal = !function_integer(call->type);
    if (!came->number)
        return told;
    mpfr_set_si_2exp(end, mpfr_signbit(t.x) ? -1 : 1, format.emax + 1, MPFR_RNDN);
    if (!function_integer(call->type) && mpfr_cmpabs(t.x, end) >= 0)
        t = (struct exact_point){ end, 0 };
    distance = difference(d, came, t);
    told.absolute = capped(fabs(mpfr_get_d(d, MPFR_RNDN)));
    mpfr_mul_2si(d, d, -told.ulp, MPFR_RNDN);
    told.error = exact_round_error(distance);
    if (!told.subnormal) {
        mpfr_mul_2si(d, d, told.ulp, MPFR_RNDN);
        mpfr_div(d, d, t.x, MPFR_RNDN);
        told.relative = capped(fabs(mpfr_get_d(d, MPFR_RNDN)));
    }
    return told;
}

static bool same_result(const struct exact_told *a, const struct exact_told *b)
{
    return a->want == b->want && a->outside == b->outside && a->ulp == b->ulp &&
           a->subnormal == b->subnormal;
}

// Returns true for neighbouring doubles: a value in the middle of two may be rounded to
// either.
static bool close_by(double a, double b)
{
    return fabs(a - b) <= DBL_EPSILON * fabs(a);
}

static bool same_error(const struct exact_told *a, const struct exact_told *b)
{
    return a->error == b->error && close_by(a->relative, b->relative) &&
           close_by(a->absolute, b->absolute);
}

// Returns true if both bounds only show that the distance from the result is small.
static bool no_error(const struct exact_told *a, const struct exact_told *b)
{
    return fabs(a->error) < SMALL && fabs(b->error) < SMALL;
}

// Computes both bounds of the value. Returns false if they do not agree.
static bool bounds(const struct exact_call *call, const struct exact_came *came,
                   const struct exact_value *value, struct exact_told *told)
{
    mpfr_prec_t precision = mpfr_get_prec(value->y) + 8;
    mpfr_ptr low = exact_value_temp(1, precision), high = exact_value_temp(2, precision);
    mpfr_ptr width = exact_value_temp(3, 64);
    int sign = mpfr_signbit(value->y) ? -1 : 1;
    struct exact_told other;

    if (value->exact) {
        *told = exact_settle_tell(call, came, (struct exact_point){ value->y, 0 });
        return true;
    }
    if (value->error >= mpfr_get_exp(value->y)) // not even its sign is known
        return false;
    mpfr_set_ui_2exp(width, 1, value->error, MPFR_RNDN);
    mpfr_set(low, value->y, MPFR_RNDN);
    mpfr_set(high, value->y, MPFR_RNDN);
    if (value->side <= 0)
        mpfr_sub(low, low, width, MPFR_RNDD);
    if (value->side >= 0)
        mpfr_add(high, high, width, MPFR_RNDU);
    *told = exact_settle_tell(call, came, (struct exact_point){ low, sign });
    other = exact_settle_tell(call, came, (struct exact_point){ high, -sign });
    if (!same_result(told, &other))
        return false;
    if (!same_error(told, &other) && no_error(told, &other))
        told->error = told->relative = told->absolute = 0;
    else
        return same_error(told, &other);
    return true;
}

void exact_settle(const struct exact_call *call, struct exact_value *value,
                  struct exact_came *came, struct exact_told *told)
{
    bool wide = function_wide(call->domain);
    int bits = function_format(call->type).precision + BITS_SPARE;

    for (;; bits *= 2) {
        exact_value_of(value, call->math, wide, call->operands, bits);
        *came = came_of(call);
        if (value->class != EXACT_NUMBER)
            return;
        value->exact = value->exact || bits > BITS_MOST;
        if (bounds(call, came, value, told))
            return;
    }
}
