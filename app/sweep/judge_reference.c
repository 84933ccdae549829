// SPDX-License-Identifier: MIT
//
// How it works. Most of the 254 binades of a float are simple: tanh(x) is x - x^3/3 in
// the lower half, and 1 except for 2^-53 in the upper. A chunk is a binade, so one look
// at its exponent is enough. The exact value of some functions comes close to a power
// of two but stays below it, and its double may be that power. There the ulp is twice
// the right one. So the last double below the power takes its place (`below`), which is
// off by 2^-29 ulp of a float.

#include "sweep/judge_reference.h"

#include "base/fp_bits.h"

#include "base/fp_format.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define NEVER    INT_MAX
#define ALL      (-127)
#define JUST_ONE (1 - 0x1p-53)
#define FAR_UP   0x1p+1000
#define FAR_DOWN 0x1p-1000
#define HALF_PI  0x1.921fb54442d18p+0
#define PI       0x1.921fb54442d18p+1

// The results that do not reach a power of two: for x > 0 and for x < 0, with |x| below
// 2^tiny or not.
enum { TINY = 1, REST = 2, BOTH = 3 };

struct region {
    int tiny;        // |x| < 2^tiny: the terms, where the first two are not both zero
    double terms[6]; // of 1, x, ... x^5
    int end[2];      // |x| >= 2^end: the constant, on each side
    double at_end[2];
    uint8_t below[2];
};

#define NO_END        \
    { NEVER, NEVER }, \
    {                 \
        0, 0          \
    }

// In each row: from where terms are left out that are below 2^-53 of the result.
// clang-format off
static const struct region regions[MATH_COUNT] = {
    [MATH_SIN] = { -7, { 0, 1, 0, -1.0 / 6, 0, 1.0 / 120 }, NO_END, { BOTH, BOTH } },
    [MATH_COS] = { -8, { 1, 0, -0.5, 0, 1.0 / 24, 0 }, NO_END, { BOTH, BOTH } },
    [MATH_TAN] = { -9, { 0, 1, 0, 1.0 / 3, 0, 2.0 / 15 }, NO_END, { 0, 0 } },
    [MATH_ASIN] = { -9, { 0, 1, 0, 1.0 / 6, 0, 3.0 / 40 },
                    { 1, 1 }, { NAN, NAN }, { 0, 0 } },
    [MATH_ACOS] = { -9, { HALF_PI, -1, 0, -1.0 / 6, 0, -3.0 / 40 },
                    { 1, 1 }, { NAN, NAN }, { 0, 0 } },
    [MATH_ATAN] = { -9, { 0, 1, 0, -1.0 / 3, 0, 1.0 / 5 },
                    { 55, 55 }, { HALF_PI, -HALF_PI }, { BOTH, BOTH } },
    [MATH_SINH] = { -7, { 0, 1, 0, 1.0 / 6, 0, 1.0 / 120 },
                    { 7, 7 }, { FAR_UP, -FAR_UP }, { 0, 0 } },
    [MATH_COSH] = { -8, { 1, 0, 0.5, 0, 1.0 / 24, 0 },
                    { 7, 7 }, { FAR_UP, FAR_UP }, { 0, 0 } },
    [MATH_TANH] = { -9, { 0, 1, 0, -1.0 / 3, 0, 2.0 / 15 },
                    { 5, 5 }, { JUST_ONE, -JUST_ONE }, { BOTH, BOTH } },
    [MATH_ASINH] = { -9, { 0, 1, 0, -1.0 / 6, 0, 3.0 / 40 }, NO_END, { BOTH, BOTH } },
    [MATH_ACOSH] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_ATANH] = { -9, { 0, 1, 0, 1.0 / 3, 0, 1.0 / 5 },
                     { 1, 1 }, { NAN, NAN }, { 0, 0 } },
    [MATH_EXP] = { -10, { 1, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120 },
                   { 7, 7 }, { FAR_UP, FAR_DOWN }, { 0, TINY } },
    [MATH_EXP2] = { -10, { 1, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3,
                           0x1.c6b08d704a0c0p-5, 0x1.3b2ab6fba4e77p-7,
                           0x1.5d87fe78a6731p-10 },
                    { 8, 8 }, { FAR_UP, FAR_DOWN }, { 0, TINY } },
    [MATH_EXP10] = { -12, { 1, 0x1.26bb1bbb55516p+1, 0x1.53524c73cea69p+1,
                            0x1.0470591de2ca4p+1, 0x1.2bd7609fd98c4p+0,
                            0x1.1429ffd1d4d76p-1 },
                     { 6, 6 }, { FAR_UP, FAR_DOWN }, { 0, TINY } },
    [MATH_EXPM1] = { -10, { 0, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120 },
                     { 7, 7 }, { FAR_UP, -JUST_ONE }, { 0, BOTH } },
    [MATH_LOG] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_LOG2] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_LOG10] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_LOG1P] = { -11, { 0, 1, -0.5, 1.0 / 3, -0.25, 0.2 },
                     { NEVER, 1 }, { 0, NAN }, { TINY, 0 } },
    [MATH_SQRT] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_RSQRT] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_RCP] = { ALL, { 0 }, NO_END, { 0, 0 } },
    [MATH_SINPI] = { -9, { 0, PI, 0, -PI * PI * PI / 6, 0, PI * PI * PI * PI * PI / 120 },
                     NO_END, { TINY, TINY } },
    [MATH_COSPI] = { -9, { 1, 0, -PI * PI / 2, 0, PI * PI * PI * PI / 24, 0 },
                     { 24, 24 }, { 1, 1 }, { TINY, TINY } },
    [MATH_ERF] = { -9, { 0, 0x1.20dd750429b6dp+0, 0, -0x1.812746b0379e7p-2, 0,
                         0x1.ce2f21a042be2p-4 },
                   { 3, 3 }, { JUST_ONE, -JUST_ONE }, { BOTH, BOTH } },
    [MATH_ERFC] = { -9, { 1, -0x1.20dd750429b6dp+0, 0, 0x1.812746b0379e7p-2, 0,
                          -0x1.ce2f21a042be2p-4 },
                    { 4, 3 }, { FAR_DOWN, 2 * JUST_ONE }, { TINY, REST } },
    [MATH_LGAMMA] = { ALL, { 0 }, { NEVER, 23 }, { 0, INFINITY }, { 0, 0 } },
    [MATH_TGAMMA] = { -30, { 0 }, { 6, 23 }, { FAR_UP, NAN }, { TINY, 0 } },
    [MATH_J0] = { -8, { 1, 0, -0.25, 0, 1.0 / 64, 0 }, NO_END, { TINY, TINY } },
    [MATH_J1] = { -8, { 0, 0.5, 0, -1.0 / 16, 0, 1.0 / 384 }, NO_END, { TINY, TINY } },
    [MATH_Y0] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_Y1] = { ALL, { 0 }, { NEVER, ALL }, { 0, NAN }, { 0, 0 } },
    [MATH_FRACT] = { -30, { 0 }, NO_END, { 0, TINY } },
    [MATH_ATAN2] = { ALL, { 0 }, NO_END, { BOTH, BOTH } },
};
// clang-format on

// Returns the low or the high half of a word as a number.
static double half_of(uint32_t bits)
{
    uint32_t pair[2] = { bits & 0xffff, 0 };
    double value, other;

    judge_vector_baseline.decode(FUNCTION_BINARY16, pair, &value, &other, 1);
    return value;
}

void judge_reference_operands(const struct judge_reference *reference, uint64_t number,
                              double *x, double *y)
{
    struct operands operands = domain_operands(reference->domain, number);
    uint32_t a = (uint32_t) operands.a, b = (uint32_t) operands.b;

    *y = 0;
    switch (reference->math) {
    case MATH_FROM_INT: *x = (double) (int32_t) a; return;
    case MATH_FROM_UINT: *x = (double) a; return;
    case MATH_FROM_HALF: *x = half_of(a); return;
    case MATH_FROM_HALF_HIGH: *x = half_of(a >> 16); return;
    default: break;
    }
    *x = (double) fp_from_bits(a);
    if (math_list[reference->math].operands == MATH_FLOATS)
        *y = (double) fp_from_bits(b);
    else if (math_list[reference->math].operands == MATH_WITH_INT)
        *y = (double) (int32_t) b;
}

static bool plain_floats(const struct judge_reference *reference)
{
    return reference->domain->kind == DOMAIN_BITS &&
           math_list[reference->math].operands == MATH_FLOAT;
}

enum math_parity judge_reference_parity(const struct judge_reference *reference)
{
    return plain_floats(reference) ? math_list[reference->math].parity : MATH_NONE;
}

static void by_libm(const struct judge_reference *reference, struct judge_wanted *wanted,
                    int count)
{
    for (int i = 0; i < count; i++)
        wanted->want[i] = judge_libm_value(reference->math, wanted->x[i], wanted->y[i]);
}

// Subtracts an even number from x, because SLEEF needs small arguments; integers and
// half integers have exact results.
static void by_turns(const struct judge_reference *reference, struct judge_wanted *wanted,
                     int count)
{
    double *turns = wanted->y, *x = wanted->x;

    for (int i = 0; i < count + JUDGE_PAD; i++) {
        double big = copysign(0x1p53, x[i]); // to even numbers

        turns[i] = x[i] - ((x[i] + big) - big);
    }
    reference->vector->call(reference->sleef, turns, wanted->want, count);
    for (int i = 0; i < count; i++) {
        double twice = 4 * turns[i]; // in [-4, 4]

        if ((twice + 0x1.8p53) - 0x1.8p53 == twice)
            wanted->want[i] = judge_libm_value(reference->math, x[i], 0);
    }
}

// Evaluates a function of one operand, a finite float that is not zero, in the binade
// of that exponent.
static void evaluate(const struct judge_reference *reference, struct judge_wanted *wanted,
                     int count, int exponent)
{
    const struct judge_vector *vector = reference->vector;
    enum math_id math = reference->math;
    bool negative = wanted->x[0] < 0;

    if (vector->own(math, wanted->x, wanted->want, count))
        return;
    if (!reference->sleef || (math == MATH_LGAMMA && negative) ||
        (math == MATH_TGAMMA && negative && exponent >= 6) ||
        ((math == MATH_SINPI || math == MATH_COSPI) && exponent >= 22)) {
        by_libm(reference, wanted, count);
        return;
    }
    if (math == MATH_SINPI || math == MATH_COSPI) {
        by_turns(reference, wanted, count);
        return;
    }
    vector->call(reference->sleef, wanted->x, wanted->want, count);
    if (math == MATH_RCBRT)
        vector->own(MATH_RCP, wanted->want, wanted->want, count);
}

static void fill_floats(const struct judge_reference *reference, uint64_t first,
                        int count, struct judge_wanted *wanted)
{
    const struct region *region = &regions[reference->math];
    uint32_t word = (uint32_t) (first >> 1);
    int side = (int) (first & 1), exponent = (int) (word >> 23) - 127;
    bool end = exponent == 128,
         special = !(word & 0x7fffff) && (end || exponent < ALL + 1);
    bool tiny = region->tiny != 0 && exponent < region->tiny;

    if (end)
        wanted->value = judge_libm_value(reference->math, NAN, 0);
    else if (region->end[side] != 0 && exponent >= region->end[side])
        wanted->value = region->at_end[side], end = true;
    wanted->constant = end && !special;
    if (wanted->constant)
        return;
    reference->vector->operands(word, side, wanted->x, count + JUDGE_PAD);
    if (end) {
        for (int i = 0; i < count; i++)
            wanted->want[i] = wanted->value;
    } else {
        if (tiny && (region->terms[0] != 0 || region->terms[1] != 0))
            reference->vector->polynomial(region->terms, wanted->x, wanted->want, count);
        else
            evaluate(reference, wanted, count, exponent);
        if (region->below[side] & (tiny ? TINY : REST))
            reference->vector->below(wanted->want, count);
    }
    if (special) // a zero or an infinity, the first of its chunk
        wanted->want[0] = judge_libm_value(reference->math, wanted->x[0], 0);
}

static bool judge_reference_is_subnormal(double x)
{
    return x != 0 && fabs(x) < 0x1p-126;
}

// Fills in the results of any domain and operands; the C library computes operands that
// are no plain numbers.
static void fill_any(const struct judge_reference *reference, uint64_t first, int count,
                     struct judge_wanted *wanted)
{
    enum math_operands operands = math_list[reference->math].operands;
    double *x = wanted->x, *y = wanted->y, *want = wanted->want;

    for (int i = 0; i < count + JUDGE_PAD; i++) {
        if (i < count)
            judge_reference_operands(reference, first + 2 * (uint64_t) i, x + i, y + i);
        else
            x[i] = y[i] = 1;
        wanted->subnormal |=
            operands != MATH_WORD &&
            (judge_reference_is_subnormal(x[i]) ||
             (operands == MATH_FLOATS && judge_reference_is_subnormal(y[i])));
    }
    if (!reference->sleef || operands != MATH_FLOATS) {
        by_libm(reference, wanted, count);
        return;
    }
    reference->vector->call_two(reference->sleef, x, y, want, count);
    for (int i = 0; i < count; i++) {
        double power = fabs(want[i]);

        if (x[i] == 0 || y[i] == 0 || !isfinite(x[i]) || !isfinite(y[i]) || power == 1 ||
            !(power > 0x1p-1000 && power < 0x1p+1000))
            want[i] = judge_libm_value(reference->math, x[i], y[i]);
        else
            want[i] = judge_libm_kept(reference->math, want[i]);
    }
}

void judge_reference_fill(const struct judge_reference *reference, uint64_t first,
                          int count, struct judge_wanted *wanted)
{
    wanted->constant = wanted->subnormal = false;
    if (plain_floats(reference)) {
        fill_floats(reference, first, count, wanted);
        return;
    }
    fill_any(reference, first, count, wanted);
    if (regions[reference->math].below[0] & REST)
        reference->vector->below(wanted->want, count);
}
