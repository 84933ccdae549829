// SPDX-License-Identifier: MIT

#include "sweep/exact_settle.h"

#include "base/fp.h"
#include "sweep/exact_value.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 25

// A truncated magnitude: significand * 2^exponent, the former in [2^127, 2^128).
// `sticky`: bits were cut, or the point lies beyond.
struct cut {
    fp_u128 significand;
    int exponent;
    bool sticky;
};

static struct cut exact_round_cut_of(struct exact_point point)
{
    mpfr_ptr top = exact_value_temp(5, 128);
    struct cut out;

    out.sticky = mpfr_abs(top, point.x, MPFR_RNDZ) != 0;
    out.exponent = (int) mpfr_get_exp(top) - 128;
    mpfr_set_exp(top, 64);
    out.significand = (fp_u128) mpfr_get_uj(top, MPFR_RNDZ) << 64;
    mpfr_frac(top, top, MPFR_RNDZ);
    mpfr_mul_2ui(top, top, 64, MPFR_RNDZ);
    out.significand |= mpfr_get_uj(top, MPFR_RNDZ);
    if (point.outward < 0 && !out.sticky)
        out.significand--;
    out.sticky = out.sticky || point.outward != 0;
    return out;
}

// Rounds a magnitude below 2^40 to an integer, from the bits above the point, the half,
// and the rest.
static uint64_t rounded_integer(struct exact_point point, enum fp_round round)
{
    struct cut cut = exact_round_cut_of(point);
    bool negative = mpfr_signbit(point.x) != 0;
    int below = -cut.exponent; // bits behind the point, at least 88
    fp_u128 whole = 0;
    bool half, rest;

    if (below > 128)
        return fp_round_away(round, negative, false, false, true);
    whole = below < 128 ? cut.significand >> below : 0;
    half = cut.significand >> (below - 1) & 1;
    rest = cut.sticky || (cut.significand << (128 - below) << 1) != 0;
    return (uint64_t) whole + fp_round_away(round, negative, whole & 1, half, rest);
}

static uint64_t integer_point(enum function_type type, enum fp_round round,
                              struct exact_point point, bool *outside)
{
    bool negative = mpfr_signbit(point.x) != 0;
    uint64_t limit = type == FUNCTION_UINT32 ? (negative ? 0 : UINT32_MAX)
                                             : (uint64_t) INT32_MAX + negative;
    uint64_t magnitude = UINT64_MAX;

    if (mpfr_get_exp(point.x) < 40)
        magnitude = rounded_integer(point, round);
    *outside = magnitude > limit;
    magnitude = *outside ? limit : magnitude;
    return (uint32_t) (negative ? -magnitude : magnitude);
}

uint64_t exact_round_point(enum function_type type, enum fp_round round,
                           struct exact_point point, bool *outside)
{
    struct cut cut;

    assert(mpfr_regular_p(point.x));
    *outside = false;
    if (function_integer(type))
        return integer_point(type, round, point, outside);
    cut = exact_round_cut_of(point);
    return fp_pack(function_format(type), round, mpfr_signbit(point.x) != 0, cut.exponent,
                   cut.significand, cut.sticky);
}

static bool power_of_two(mpfr_srcptr x)
{
    return mpfr_min_prec(x) == 1;
}

mpfr_exp_t exact_round_ulp(enum function_type type, struct exact_point point)
{
    struct fp_format format = function_format(type);
    mpfr_exp_t e = mpfr_get_exp(point.x) - 1, emin = 1 - format.emax;

    if (function_integer(type))
        return 0;
    if (point.outward < 0 && power_of_two(point.x))
        e--;
    e = e < emin ? emin : e > format.emax ? format.emax : e;
    return e - (format.precision - 1);
}

// A point in the middle of two doubles is rounded to the side on which the number lies.
static double exact_round_nearest(struct exact_point d)
{
    bool middle = mpfr_regular_p(d.x) && mpfr_min_prec(d.x) == DBL_MANT_DIG + 1;

    if (middle && d.outward)
        return mpfr_get_d(d.x, d.outward < 0 ? MPFR_RNDZ : MPFR_RNDA);
    return mpfr_get_d(d.x, MPFR_RNDN);
}

double exact_round_error(struct exact_point d)
{
    double near = exact_round_nearest(d), size = fabs(near);
    int order, exponent;

    if (size == 0)
        return 0;
    if (isinf(near))
        return copysign(DBL_MAX, near);
    if (size < 4 ? 8 * size != floor(8 * size) : frexp(size, &exponent) != 0.5)
        return near;
    order = mpfr_cmp_d(d.x, near) * (near < 0 ? -1 : 1);
    return order < 0 || (order == 0 && d.outward < 0) ? nextafter(near, 0) : near;
}

// Writes digits with a point after the first, "1.5e-40", or at its place.
void exact_round_text(char *out, int size, mpfr_srcptr x)
{
    char digits[DIGITS + 2];
    mpfr_exp_t e;
    const char *sign = mpfr_signbit(x) ? "-" : "";
    int count;

    mpfr_get_str(digits, &e, 10, DIGITS, x, MPFR_RNDN);
    if (*sign)
        memmove(digits, digits + 1, strlen(digits));
    count = (int) strlen(digits);
    while (count > 1 && digits[count - 1] == '0')
        digits[--count] = '\0';
    if (e > 0 && e <= DIGITS) {
        int zeros = e > count ? (int) e - count : 0, whole = (int) e - zeros;

        snprintf(out, (size_t) size, "%s%.*s%.*s%s%s", sign, whole, digits, zeros,
                 "0000000000000000000000000", count > whole ? "." : "", digits + whole);
    } else if (e <= 0 && e > -4) {
        snprintf(out, (size_t) size, "%s0.%.*s%s", sign, (int) -e, "0000", digits);
    } else {
        snprintf(out, (size_t) size, "%s%.1s%s%se%+03ld", sign, digits,
                 count > 1 ? "." : "", digits + 1, (long) e - 1);
    }
}
