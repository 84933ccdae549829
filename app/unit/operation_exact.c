// SPDX-License-Identifier: MIT
//
// How it works
//
// No quotient or root is ever computed to many places. With y the answer, a residual is
// exact in integers, and is what the error is made of:
//
//     a * b + c    y - e = y - a b - c
//     a / b        y - e = (y b - a) / b
//     sqrt(a)      y - e = (y^2 - a) / (y + sqrt(a))
//     1/sqrt(a)    y - e = -r / (1 + sqrt(1 - r)) / sqrt(a),    r = 1 - a y^2
//
// where all that rounds, in double, is a factor of a number that is already small: a
// relative error of some 2^-50 of an error of a few ulps. E.g. a = 3 in 24 bits: y =
// 9686330 * 2^-24 leaves r = 2525989 * 2^-46, so y - e = -r / 2 / sqrt(3) and a little,
// which is -0.1739 ulp. Residuals are sums of products of up to 160 bits, in fixed point
// of 640.
//
// 1/sqrt(a) rounded once is found from a guess in the same way: r says how far to go, its
// sign whether that was too far, and 57 bits and "there is more" are all that a rule of
// rounding asks for.

#include "unit/operation_exact.h"

#include "base/fp.h"
#include "unit/exact.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

// (-1)^negative * significand * 2^exponent
struct term {
    bool negative;
    int exponent;
    fp_u128 significand;
};

// The sum of the terms to 52 bits, and *leading the exponent of its leading bit, exactly.
// Terms that lie too far apart are summed in double.
static double sum_of(const struct term *terms, int count, int *leading)
{
    struct exact sum = { { 0 }, false };
    int low = INT_MAX;
    double rough = 0;

    for (int i = 0; i < count; i++) {
        if (terms[i].significand == 0)
            continue;
        low = terms[i].exponent < low ? terms[i].exponent : low;
        rough += ldexp(terms[i].negative ? -(double) terms[i].significand
                                         : (double) terms[i].significand,
                       terms[i].exponent);
    }
    *leading = rough != 0 ? ilogb(rough) : 0;
    // the lowest goes to the last place
    for (int i = 0; i < count; i++)
        if (terms[i].significand != 0)
            exact_add_scaled(&sum, terms[i].negative,
                             terms[i].exponent - low + EXACT_LOWEST,
                             terms[i].significand);
    if (sum.lost)
        return rough;
    struct exact_near near = exact_near(&sum);

    if (near.significand == 0)
        return 0;
    *leading = near.leading - EXACT_LOWEST + low;
    return ldexp(near.significand, near.exponent - EXACT_LOWEST + low);
}

static struct term term_of(struct fp_parts x, bool negated)
{
    return (struct term){ x.negative != negated, x.exponent, x.significand };
}

static struct term product_of(struct fp_parts x, struct fp_parts y, bool negated)
{
    return (struct term){ (x.negative != y.negative) != negated, x.exponent + y.exponent,
                          (fp_u128) x.significand * y.significand };
}

static double operation_exact_value_of(struct fp_parts x)
{
    double magnitude = ldexp((double) x.significand, x.exponent);

    return x.negative ? -magnitude : magnitude;
}

static int leading_of(struct fp_parts x)
{
    return x.exponent + 63 - __builtin_clzll(x.significand);
}

// The significand with its leading bit at the top.
static uint64_t top_of(struct fp_parts x)
{
    return x.significand << __builtin_clzll(x.significand);
}

static double sum_error(const struct operation_exact *exact, int precision,
                        struct fp_parts got)
{
    struct term terms[3] = { product_of(exact->a, exact->b, true),
                             term_of(exact->c, true), term_of(got, false) };
    int leading, unused, product;
    bool zero = sum_of(terms, 2, &leading) == 0;

    if (exact->kind == OPERATION_EXACT_STEPS && sum_of(terms, 1, &product) != 0) {
        leading = zero || product > leading ? product : leading;
        zero = false;
    }
    if (zero)
        return got.significand == 0 ? 0 : INFINITY;
    return ldexp(sum_of(terms, 3, &unused), precision - 1 - leading);
}

static double quotient_error(const struct operation_exact *exact, int precision,
                             struct fp_parts got)
{
    struct fp_parts a = exact->a, b = exact->b;
    struct term terms[2] = { product_of(got, b, false), term_of(a, true) };
    int unused, leading;

    if (a.significand == 0)
        return got.significand == 0 ? 0 : INFINITY;
    leading = leading_of(a) - leading_of(b) - (top_of(a) < top_of(b));
    return ldexp(sum_of(terms, 2, &unused) / operation_exact_value_of(b),
                 precision - 1 - leading);
}

static int floor_half(int value)
{
    return (value - (value & 1)) / 2;
}

static double root_error(const struct operation_exact *exact, int precision,
                         struct fp_parts got)
{
    struct term terms[2] = { product_of(got, got, false), term_of(exact->a, true) };
    double root = sqrt(operation_exact_value_of(exact->a));
    int unused, scale = precision - 1 - floor_half(leading_of(exact->a));

    if (got.negative)
        return ldexp(operation_exact_value_of(got) - root, scale);
    return ldexp(sum_of(terms, 2, &unused) / (operation_exact_value_of(got) + root),
                 scale);
}

// 1 - a y^2
static double reciprocal_root_residual(struct fp_parts a, struct fp_parts y)
{
    fp_u128 square = (fp_u128) y.significand * y.significand;
    int exponent = a.exponent + 2 * y.exponent, unused;
    struct term terms[3] = {
        { false, 0, 1 },
        { true, exponent, (fp_u128) (uint64_t) square * a.significand },
        { true, exponent + 64, (square >> 64) * a.significand },
    };

    return sum_of(terms, 3, &unused);
}

static double reciprocal_root_error(const struct operation_exact *exact, int precision,
                                    struct fp_parts got)
{
    struct fp_parts a = exact->a;
    double inverse = 1 / sqrt(operation_exact_value_of(a));
    int half = floor_half(leading_of(a));
    bool power_of_four = leading_of(a) == 2 * half && top_of(a) << 1 == 0;
    int scale = precision - 1 + half + !power_of_four;
    double residual = reciprocal_root_residual(a, got);

    if (got.negative || residual < -1)
        return ldexp(operation_exact_value_of(got) - inverse, scale);
    return ldexp(-residual / (1 + sqrt(1 - residual)) * inverse, scale);
}

double operation_exact_error_ulp(const struct operation_exact *exact, int precision,
                                 struct fp_parts got)
{
    switch (exact->kind) {
    case OPERATION_EXACT_SUM:
    case OPERATION_EXACT_STEPS: return sum_error(exact, precision, got);
    case OPERATION_EXACT_QUOTIENT: return quotient_error(exact, precision, got);
    case OPERATION_EXACT_ROOT: return root_error(exact, precision, got);
    case OPERATION_EXACT_RECIPROCAL_ROOT:
        return reciprocal_root_error(exact, precision, got);
    }
    assert(false);
    return 0;
}

// floor(1 / sqrt(a)) in units of 2^exponent, for a quotient of about 58 bits, and what
// is left of 1 - a y^2.
static uint64_t reciprocal_root_floor(struct fp_parts a, int exponent, double *residual)
{
    struct fp_parts y = { FP_CLASS_FINITE, false, exponent, 0 };
    double guess = ldexp(1 / sqrt(operation_exact_value_of(a)), -exponent);

    y.significand = (uint64_t) guess;
    guess *= reciprocal_root_residual(a, y) / 2;
    y.significand += (uint64_t) (int64_t) guess;
    while ((*residual = reciprocal_root_residual(a, y)) < 0)
        y.significand--;
    for (;;) {
        y.significand++;
        double next = reciprocal_root_residual(a, y);
        if (next < 0)
            return y.significand - 1;
        *residual = next;
    }
}

uint64_t operation_exact_inversesqrt(const struct fp_model *model, uint64_t bits)
{
    struct fp_format format = model->format;
    struct fp_parts a = fp_unpack(format, bits);
    bool subnormal = a.significand >> (format.precision - 1) == 0;
    double residual;

    if (a.class == FP_CLASS_ZERO ||
        (a.class == FP_CLASS_FINITE && model->flush_in && subnormal))
        return fp_infinity(format, a.negative);
    if (a.class == FP_CLASS_NAN || a.negative)
        return fp_nan(format);
    if (a.class == FP_CLASS_INFINITE)
        return fp_zero(format, false);

    // scaled by an even power of two into [1, 4), so that doubles can hold all of it
    int even = 2 * floor_half(leading_of(a));
    a.exponent -= even;
    uint64_t floor = reciprocal_root_floor(a, -58, &residual);
    if (model->flush_out && (floor >> 58 ? 0 : -1) - even / 2 < 1 - format.emax)
        return fp_zero(format, false);
    return fp_pack(format, fp_round_last(model->round), false, -58 - even / 2, floor,
                   residual != 0);
}
