// SPDX-License-Identifier: MIT
//
// Compiled once for each instruction set (meson.build), to round to nearest. No loop has
// a branch on data, so that the compiler makes vectors of all of them.

#include "base/fp_bits.h"
#include "shade/lanes.h"

#include <math.h>

#define SIGN         (UINT64_C(1) << 63)
#define FRACTION     ((UINT64_C(1) << 52) - 1)
#define LARGEST_DROP 54 // a double has 53 bits

// A loop with a call in it is none of vectors.
#define INLINE inline __attribute__((__always_inline__))

static INLINE double lane_choose(bool first, double a, double b)
{
    const uint64_t mask = -(uint64_t) first;

    return fp_from_bits64((fp_bits64(a) & mask) | (fp_bits64(b) & ~mask));
}

static INLINE double lane_with_sign(double magnitude, uint64_t sign)
{
    return fp_from_bits64(fp_bits64(magnitude) | sign);
}

// Returns a zero of the same sign for magnitudes below `limit`.
static INLINE double flushed(double x, double limit)
{
    return lane_choose(fabs(x) < limit, lane_with_sign(0.0, fp_bits64(x) & SIGN), x);
}

// Moves an inexact result to its odd neighbour; `error` has the sign of the exact result
// less `x`. A NaN is no error.
static INLINE double to_odd(double x, double error)
{
    const uint64_t bits = fp_bits64(x), inward = (fp_bits64(error) ^ bits) >> 63;
    const uint64_t step = fabs(error) > 0 ? ~bits & 1 : 0;

    return fp_from_bits64(bits + ((step ^ -inward) + inward));
}

// How a loop rounds: to binary32, to nearest even; to another format or by another of the
// rules to nearest; by any rule. The last needs results that are exact or rounded to odd.
enum kind { SINGLE, NEAREST, ANY };

// Rounds a number, exact or rounded to odd, to a format other than binary32, or by
// another rule than to nearest even.
static INLINE double round_any(const struct lanes_model *model, double x)
{
    const uint64_t bits = fp_bits64(x), sign = bits & SIGN;
    const int64_t field = (int64_t) ((bits & ~SIGN) >> 52);
    const int64_t place = field > model->lowest ? field : model->lowest;
    const int64_t wide = model->dropped + place - field;
    const uint64_t drop = (uint64_t) (wide < LARGEST_DROP ? wide : LARGEST_DROP);
    const uint64_t whole = (bits & FRACTION) | (UINT64_C(1) << 52);
    const uint64_t twice = whole >> (drop - 1);
    const uint64_t rest = (twice << (drop - 1)) != whole;
    const uint64_t index = (sign >> 60) | (twice & 2) << 1 | (twice & 1) << 1 | rest;
    const uint64_t kept = (twice >> 1) + (model->away >> index & 1);
    // whole numbers below 2^52 become doubles by an exponent
    const double number = fp_from_bits64(kept | UINT64_C(0x4330000000000000)) - 0x1p52;
    const double magnitude =
        number * fp_from_bits64((uint64_t) (place - model->last) << 52);
    const bool away_at_end = model->away >> ((sign >> 60) | 7) & 1;
    const double end = lane_choose(away_at_end, (double) INFINITY, model->largest);
    const double finite = lane_choose(magnitude > model->largest, end, magnitude);
    const bool special = (field == 0) | (field == 2047);

    return lane_choose(special, x, lane_with_sign(finite, sign));
}

static INLINE double round_single(double x)
{
    return (double) (float) x;
}

// Rounds, flushes, and replaces every NaN by the positive one.
static INLINE double finish(const struct lanes_model *model, double x, enum kind kind)
{
    const double rounded = kind == SINGLE ? round_single(x) : round_any(model, x);
    const bool flush = fabs(x) < model->flush_out;
    const double kept =
        lane_choose(flush, lane_with_sign(0.0, fp_bits64(x) & SIGN), rounded);

    return lane_choose(isnan(x), (double) NAN, kept);
}

// The sign of a zero sum of two numbers of different signs.
static INLINE double sign_zero(const struct lanes_model *model, double sum, double a,
                               double b)
{
    const uint64_t differ = (fp_bits64(a) ^ fp_bits64(b)) & model->difference;

    return sum == 0 ? lane_with_sign(sum, differ) : sum;
}

// What double arithmetic lost of a + b (D. Knuth's TwoSum); NaN if the sum is infinite.
static INLINE double lost_of_sum(double a, double b, double sum)
{
    const double b_part = sum - a, a_part = sum - b_part;

    return (a - a_part) + (b - b_part);
}

static INLINE double lane_add(const struct lanes_model *model, double a, double b,
                              enum kind kind)
{
    const double sum = a + b;
    const double odd = kind == ANY ? to_odd(sum, lost_of_sum(a, b, sum)) : sum;

    return finish(model, kind == ANY ? sign_zero(model, odd, a, b) : sum, kind);
}

// A sum whose smaller operand is truncated `guard` places below the larger one's ulp.
static INLINE double add_truncated(const struct lanes_model *model, double a, double b)
{
    const bool swap = fabs(a) < fabs(b);
    const double larger = lane_choose(swap, b, a), smaller = lane_choose(swap, a, b);
    const int64_t field = (int64_t) ((fp_bits64(larger) & ~SIGN) >> 52);
    const int64_t place =
        (field > model->lowest ? field : model->lowest) - model->last - model->guard;
    const double unit = fp_from_bits64((uint64_t) place << 52);
    const double inverse = fp_from_bits64((uint64_t) (2046 - place) << 52);
    const double aligned = trunc(smaller * inverse) * unit;

    return finish(model, sign_zero(model, larger + aligned, a, b), ANY);
}

static INLINE double lane_divide(const struct lanes_model *model, double a, double b,
                                 enum kind kind)
{
    const double quotient = a / b;
    const double rest = kind == ANY ? fma(-quotient, b, a) : 0.0;
    const double error = b < 0 ? -rest : rest;

    return finish(model, kind == ANY ? to_odd(quotient, error) : quotient, kind);
}

static INLINE double lane_root(const struct lanes_model *model, double a, enum kind kind)
{
    const double x = sqrt(a);

    return finish(model, kind == ANY ? to_odd(x, fma(-x, x, a)) : x, kind);
}

static INLINE double lane_multiply_add(const struct lanes_model *model, double a,
                                       double b, double c, enum kind kind)
{
    const double product = a * b, sum = product + c;
    const double odd = to_odd(sum, lost_of_sum(product, c, sum));

    return finish(model, sign_zero(model, odd, product, c), kind);
}

static INLINE void apply_lanes(const struct lanes_model *from, enum unit_op op,
                               const double *const in[3], double *out, size_t count,
                               enum kind kind)
{
    const struct lanes_model model = *from;
    const double *a = in[0], *b = in[1], *c = in[2];
    const double limit = model.flush_in, sign = op == UNIT_SUB ? -1.0 : 1.0;

    switch (op) {
    case UNIT_ADD:
    case UNIT_SUB:
        if (model.guard >= 0)
            for (size_t i = 0; i < count; i++)
                out[i] = add_truncated(&model, flushed(a[i], limit),
                                       sign * flushed(b[i], limit));
        else
            for (size_t i = 0; i < count; i++)
                out[i] = lane_add(&model, flushed(a[i], limit),
                                  sign * flushed(b[i], limit), kind);
        break;
    case UNIT_MUL:
        for (size_t i = 0; i < count; i++)
            out[i] = finish(&model, flushed(a[i], limit) * flushed(b[i], limit), kind);
        break;
    case UNIT_DIV:
        for (size_t i = 0; i < count; i++)
            out[i] =
                lane_divide(&model, flushed(a[i], limit), flushed(b[i], limit), kind);
        break;
    case UNIT_SQRT:
        for (size_t i = 0; i < count; i++)
            out[i] = lane_root(&model, flushed(a[i], limit), kind);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            out[i] = lane_multiply_add(&model, flushed(a[i], limit), flushed(b[i], limit),
                                       flushed(c[i], limit), kind);
        break;
    }
}

static void loops_apply(const struct lanes_model *model, enum unit_op op,
                        const double *const in[3], double *out, size_t count)
{
    if (model->single)
        apply_lanes(model, op, in, out, count, SINGLE);
    else if (model->nearest)
        apply_lanes(model, op, in, out, count, NEAREST);
    else
        apply_lanes(model, op, in, out, count, ANY);
}

static void loops_round(const struct lanes_model *from, const double *in, double *out,
                        size_t count)
{
    const struct lanes_model model = *from;

    if (model.single)
        for (size_t i = 0; i < count; i++)
            out[i] = finish(&model, flushed(in[i], 0x1p-900), SINGLE);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = finish(&model, flushed(in[i], 0x1p-900), ANY);
}

const struct lanes_loops LANES_NAME = { loops_apply, loops_round };
