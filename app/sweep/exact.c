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

#include "sweep/exact.h"

#include "base/fp.h"
#include "sweep/exact_value.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

// A number just beside x, which is not 0: nearer to zero than x by an arbitrarily small
// distance (-1), further out (1), or x itself (0).
struct exact_point {
    mpfr_srcptr x;
    int outward;
};

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

// Returns the bits of the rounded result, as wide as the type. Integers saturate at the
// ends of their range; `*outside` is true if the rounded number is beyond them.
static uint64_t exact_round_point(enum function_type type, enum fp_round round,
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

// Returns the exponent of the ulp at a point; beyond the largest numbers, theirs.
static mpfr_exp_t exact_round_ulp(enum function_type type, struct exact_point point)
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

// Returns the double nearest to d. If that is an edge of a cell's bins (a multiple of
// 1/8, or a power of two) and d is nearer to zero, returns the double before it. Beyond
// all doubles, returns the largest.
static double exact_round_error(struct exact_point d)
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
static void exact_round_text(char *out, int size, mpfr_srcptr x)
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

// Computes the exact value of a call, with as many bits as the judgement needs. Fills
// `told` if the value is a number. `value` and `came` point to memory of the calling
// thread, valid until its next call.
static void exact_settle(const struct exact_call *call, struct exact_value *value,
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

static void is(struct exact *out, enum cell_kind kind, bool correct)
{
    out->kind = kind;
    out->correct = correct;
    out->error = out->relative = out->absolute = 0;
}

// Judges a result if the exact result is no number, or zero.
static void judge_special(const struct exact_call *call, const struct exact_value *value,
                          const struct exact_came *came, struct exact *out)
{
    struct fp_format format = function_format(call->type);
    struct exact_point d = { came->x, 0 };
    bool sign = came->negative == value->negative || value->any_sign, right;

    is(out, CELL_WRONG, false);
    if (value->class == EXACT_ZERO) {
        out->want = function_integer(call->type) ? 0 : fp_zero(format, value->negative);
        if (came->zero) {
            right = sign || function_integer(call->type);
            is(out, right ? CELL_SPECIAL : CELL_ZERO_SIGN, right);
        } else if (came->number && !came->infinite) {
            out->kind = CELL_FINITE;
            out->absolute = fabs(mpfr_get_d(came->x, MPFR_RNDN));
            if (!function_integer(call->type))
                mpfr_mul_2si(came->x, came->x, format.emax + format.precision - 2,
                             MPFR_RNDN);
            out->error = exact_round_error(d);
        }
        return;
    }
    if (value->class == EXACT_INFINITE) {
        out->want = fp_infinity(format, value->negative);
        right = came->infinite && sign;
    } else {
        out->want = fp_nan(format);
        right = value->class == EXACT_ANY || !came->number;
    }
    if (right)
        is(out, CELL_SPECIAL, true);
}

// Judges integers if the exact result is infinite or NaN. Infinities become the ends of
// the range; for NaN, any word is right.
static void judge_special_integer(const struct exact_call *call,
                                  const struct exact_value *value, struct exact *out)
{
    uint64_t least = call->type == FUNCTION_INT32 ? UINT64_C(1) << 31 : 0;
    uint64_t most = call->type == FUNCTION_INT32 ? INT32_MAX : UINT32_MAX;
    bool infinite = value->class == EXACT_INFINITE, right;

    out->want = !infinite ? 0 : value->negative ? least : most;
    right = !infinite || (uint32_t) call->got == out->want;
    is(out, right ? CELL_SPECIAL : CELL_WRONG, right);
}

// Judges a result if the exact result is a number; the result itself may be an
// infinity.
static void judge_number(const struct exact_call *call, const struct exact_value *value,
                         const struct exact_came *came, const struct exact_told *told,
                         struct exact *out)
{
    struct fp_format format = function_format(call->type);
    bool negative = mpfr_signbit(value->y) != 0;
    uint64_t mask = call->type == FUNCTION_BINARY64   ? UINT64_MAX
                    : call->type == FUNCTION_BINARY16 ? 0xffff
                                                      : UINT32_MAX;
    bool correct = (call->got & mask) == told->want;

    out->want = told->want;
    out->error = told->error;
    out->relative = told->relative;
    out->absolute = told->absolute;
    out->kind = CELL_FINITE;
    out->correct = correct;
    if (function_integer(call->type)) {
        if (told->outside)
            is(out, correct ? CELL_OVERFLOW : CELL_WRONG, correct);
    } else if (!came->number) {
        is(out, CELL_WRONG, false);
    } else if (came->infinite && correct) {
        is(out, CELL_OVERFLOW, true);
    } else if (came->infinite) {
        if (came->negative != negative || mpfr_get_exp(value->y) <= format.emax)
            is(out, CELL_WRONG, false);
    } else if (came->zero && told->subnormal) {
        if (came->negative != negative)
            is(out, CELL_ZERO_SIGN, false);
        else if (fabs(told->error) >= 1)
            is(out, CELL_FLUSHED, false);
    }
}

static void write_text(const struct exact_value *value, struct exact *out)
{
    const char *minus = value->negative ? "-" : "";

    switch (value->class) {
    case EXACT_ZERO: snprintf(out->text, sizeof out->text, "%s0", minus); break;
    case EXACT_INFINITE: snprintf(out->text, sizeof out->text, "%sinf", minus); break;
    case EXACT_NAN:
    case EXACT_ANY: strcpy(out->text, "nan"); break;
    case EXACT_NUMBER:
        if (value->far)
            snprintf(out->text, sizeof out->text, "%s%se%c5000000",
                     mpfr_get_exp(value->y) > 0 ? "beyond " : "within ",
                     mpfr_signbit(value->y) ? "-1" : "1",
                     mpfr_get_exp(value->y) > 0 ? '+' : '-');
        else
            exact_round_text(out->text, sizeof out->text, value->y);
        break;
    }
}

static void judge_plain(const struct exact_call *call, bool text, struct exact *out)
{
    struct exact_value value;
    struct exact_came came;
    struct exact_told told = { 0 }; // set only for numbers

    memset(out, 0, sizeof *out);
    exact_settle(call, &value, &came, &told);
    if (text)
        write_text(&value, out);
    if (value.class == EXACT_NUMBER)
        judge_number(call, &value, &came, &told, out);
    else if (function_integer(call->type) && value.class != EXACT_ZERO)
        judge_special_integer(call, &value, out);
    else
        judge_special(call, &value, &came, out);
}

static uint64_t zero_if_subnormal(struct fp_format format, uint64_t bits, int shift)
{
    uint64_t one = UINT64_C(1), mask = (one << (format.emax == 15 ? 16 : 32)) - 1;
    struct fp_parts parts;

    if (format.precision == 53)
        mask = UINT64_MAX;
    parts = fp_unpack(format, bits >> shift & mask);
    if (parts.class != FP_CLASS_FINITE || parts.significand >> (format.precision - 1))
        return bits;
    return (bits & ~(mask << shift)) | fp_zero(format, parts.negative) << shift;
}

// Returns the operands with the subnormal ones of `which`, a bit for each, as zeros.
static struct operands exact_flushed(const struct exact_call *call, int which)
{
    bool wide = function_wide(call->domain);
    bool high = call->math == MATH_FROM_HALF_HIGH;
    struct fp_format format = wide ? FP_BINARY64 : FP_BINARY32;
    struct operands out = call->operands;

    if (call->math == MATH_FROM_INT || call->math == MATH_FROM_UINT)
        return out;
    if (high || call->math == MATH_FROM_HALF)
        format = FP_BINARY16;
    if (which & 1)
        out.a = zero_if_subnormal(format, out.a, high ? 16 : 0);
    if ((which & 2) && math_list[call->math].operands == MATH_FLOATS)
        out.b = zero_if_subnormal(format, out.b, 0);
    return out;
}

// Returns true if the result is right for zeros in place of subnormal operands.
static bool explained_by_flush(const struct exact_call *call)
{
    struct exact_call other = *call;
    struct exact out;

    for (int which = 1; which < 4; which++) {
        other.operands = exact_flushed(call, which);
        if (other.operands.a == call->operands.a && other.operands.b == call->operands.b)
            continue;
        judge_plain(&other, false, &out);
        if (out.correct)
            return true;
    }
    return false;
}

bool exact_available(void)
{
    return mpfr_buildopt_tls_p() != 0;
}

void exact_judge(const struct exact_call *call, struct exact *out)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();

    assert(call->round <= FP_RO);
    mpfr_set_emin(-EXACT_VALUE_EMAX);
    mpfr_set_emax(EXACT_VALUE_EMAX);
    judge_plain(call, true, out);
    if (!out->correct && out->kind != CELL_FLUSHED &&
        !(out->kind == CELL_FINITE && fabs(out->error) < 1) && explained_by_flush(call))
        is(out, CELL_FLUSHED, false);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
}
