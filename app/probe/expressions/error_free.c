// SPDX-License-Identifier: MIT
//
// How it works
//
// A transform gives a rounded result and what rounding it lost. Whether the two together
// are a + b or a * b is asked of whole numbers (exact.h), so the answer "exact" rests on
// no model of the device. Models say why it is not: the steps as written by another rule
// of rounding, folded, or fused (transforms.h).
//
// Operands are built so that nothing underflows where the format has the room: with
// a, b near 2^k the last place of a product's low part is 2^(2k - 2(p-1)), which in
// binary16, where 2^-14 is the least that a flushing device keeps, asks for k >= 3; so
// k = 5. A sum's low part is a whole number of the last place of b, p - 1 places below
// it. A float-float result is as good as its worst case: bits = -log2 of the relative
// error, rounded down. With u = 2^-p the theorems allow 3 u^2 for the sum, 2p - 2 bits.

#include "probe/expressions/error_free_judge.h"
#include "probe/expressions/transforms.h"
#include "probe/probe_list.h"
#include "probe/shared/draws.h"

#include <math.h>
#include <stddef.h>

#define COLUMNS 96

static const char *const names[ERROR_FREE_LINES] = {
    [ERROR_FREE_TWO_SUM] = "TwoSum(a, b)",
    [ERROR_FREE_FAST_TWO_SUM] = "Fast2Sum(a, b)",
    [ERROR_FREE_TWO_PRODUCT_FMA] = "TwoProd(a, b) by fma",
    [ERROR_FREE_TWO_PRODUCT] = "TwoProd(a, b) by Dekker",
    [ERROR_FREE_SPLIT] = "split(a)",
    [ERROR_FREE_PAIR_SUM] = "float-float a + b",
    [ERROR_FREE_PAIR_PRODUCT] = "float-float a * b",
    [ERROR_FREE_PAIR_STEP] = "float-float a * a + c",
};

static struct probe_shape shape(const struct probe_params *params)
{
    return lines_shape(&probe_error_free, params);
}

// [-1, 1]
static int random_step(uint64_t *state)
{
    return (int) (draws_next(state) % 3) - 1;
}

static double random_sign(uint64_t *state, double value)
{
    return draws_next(state) >> 63 ? -value : value;
}

// A magnitude in [2^exponent, 2^(exponent + 1)) of p bits.
static double random_value(uint64_t *state, int p, int exponent)
{
    return fabs(draws_number(state, p, exponent));
}

// The exponent around which products neither overflow nor lose their last place.
static int middle(const struct probe_params *params)
{
    int emax = params->model.format.emax;
    return emax < 2 * params->precision_bits + 12 ? (emax - 4) / 2 : 0;
}

// The same for sums of pairs, whose low parts end 2p + 2 places lower.
static int sum_middle(const struct probe_params *params)
{
    return middle(params) == 0 ? 0 : params->model.format.emax - 4;
}

// |a| >= |b|, b up to p + 1 places lower, every third time in the middle between two
// neighbours of a.
static void sum_operands(const struct probe_params *params, int at, uint64_t *state,
                         double *values)
{
    int p = params->precision_bits, emax = params->model.format.emax;
    int exponent = middle(params) == 0 ? p : emax - 6;
    int distance = at % (p + 2), lowest = p - emax;
    if (exponent - distance < lowest)
        distance = exponent > lowest ? exponent - lowest : 0;
    double a = random_value(state, p, exponent);
    double b = random_value(state, p, exponent - distance);
    if (at % 3 == 0 && distance > 0 && distance <= p) {
        double half_place = ldexp(1, exponent - p);
        b = (2 * floor(b / (2 * half_place)) + 1) * half_place;
    }
    values[0] = random_sign(state, fmax(a, b));
    values[1] = random_sign(state, fmin(a, b));
}

// Less than half of the last place of `high`, as the low part of a pair must be.
static double random_low(const struct probe_params *params, uint64_t *state, double high)
{
    int p = params->precision_bits, below = 1 + (int) (draws_next(state) % 3);
    return random_sign(state, random_value(state, p, ilogb(high) - p - below));
}

static double random_factor(const struct probe_params *params, int around,
                            uint64_t *state)
{
    int exponent = around + random_step(state);
    return random_value(state, params->precision_bits, exponent);
}

static void pair_operands(const struct probe_params *params, int line, uint64_t *state,
                          double *values)
{
    double split = ldexp(1, (params->precision_bits + 1) / 2) + 1;
    int around = line == ERROR_FREE_PAIR_SUM ? sum_middle(params) : middle(params);
    double a = random_factor(params, around, state);
    double b = random_factor(params, around, state);
    if (line == ERROR_FREE_PAIR_STEP) {
        a = random_value(state, params->precision_bits, middle(params));
        b = fabs(b);
    } else {
        a = random_sign(state, a);
        b = random_sign(state, b);
    }
    values[0] = a;
    values[1] = random_low(params, state, a);
    values[2] = b;
    values[3] = line == ERROR_FREE_PAIR_SUM ? random_low(params, state, b) : split;
}

static void operand_values(const struct probe_params *params, int line, int at,
                           double values[PROBE_OPERANDS])
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    int p = params->precision_bits;
    if (line <= ERROR_FREE_FAST_TWO_SUM) {
        sum_operands(params, at, &state, values);
        if (line == ERROR_FREE_TWO_SUM && at % 2 == 1) {
            double swap = values[0];
            values[0] = values[1];
            values[1] = swap;
        }
    } else if (line <= ERROR_FREE_SPLIT) {
        values[0] = random_sign(&state, random_factor(params, middle(params), &state));
        values[1] = random_sign(&state, random_factor(params, middle(params), &state));
        values[2] = ldexp(1, (p + 1) / 2) + 1;
    } else {
        pair_operands(params, line, &state, values);
    }
}

static void operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    double values[PROBE_OPERANDS] = { 1, 1, 1, 1 };
    operand_values(params, line, at, values);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] =
            fp_convert(FP_BINARY64, lines_carrier(params), FP_RNE, fp_bits64(values[k]));
}

static void compute(struct transforms *steps, const struct transforms_column *in,
                    struct transforms_pair *out)
{
    struct transforms_pair a = { in[0], in[1] }, b = { in[2], in[3] };
    switch ((enum error_free_line) steps->call->line) {
    case ERROR_FREE_TWO_SUM: transforms_two_sum(steps, &in[0], &in[1], out); break;
    case ERROR_FREE_FAST_TWO_SUM:
        transforms_fast_two_sum(steps, &in[0], &in[1], out);
        break;
    case ERROR_FREE_TWO_PRODUCT_FMA:
        transforms_two_product_fma(steps, &in[0], &in[1], out);
        break;
    case ERROR_FREE_TWO_PRODUCT:
        transforms_two_product(steps, &in[2], &in[0], &in[1], out);
        break;
    case ERROR_FREE_SPLIT: transforms_split(steps, &in[2], &in[0], out); break;
    case ERROR_FREE_PAIR_SUM: transforms_pair_sum(steps, &a, &b, out); break;
    case ERROR_FREE_PAIR_PRODUCT:
        transforms_pair_product(steps, &in[3], &a, &in[2], out);
        break;
    case ERROR_FREE_PAIR_STEP:
        transforms_pair_step(steps, &in[3], &a, &in[2], out);
        break;
    case ERROR_FREE_LINES: break;
    }
}

static bool answer(const struct lines_call *call)
{
    struct transforms_column in[PROBE_OPERANDS];
    struct transforms_pair out;
    struct transforms steps = transforms_begin(call);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        lines_load(call, k, in[k].at);
    compute(&steps, in, &out);
    lines_store(call, 0, out.high.at);
    lines_store(call, 1, out.low.at);
    return !steps.broken;
}

static const struct lines error_free = {
    .names = names,
    .count = ERROR_FREE_LINES,
    .columns = COLUMNS,
    .rows = 1,
    .results = 2,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP |
                  1u << PRECISION_DOUBLE | 1u << PRECISION_FLOAT16,
    .readout = READOUT_BITS,
    .operand = operand,
    .answer = answer,
    .judge = error_free_judge,
};

const struct probe probe_error_free = {
    .name = "error_free",
    .summary = "TwoSum, TwoProd, split and float-float arithmetic: usable here?",
    .forms =
        1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_INVARIANT,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .shape = shape,
    .lines = &error_free,
    .topic = "error-free transforms",
    .explain =
        "An error-free transform gives a rounded sum or product, s, and exactly what\n"
        "rounding lost, e: s + e is a + b, or a * b. On these stand the float-float\n"
        "(df64) shaders: fractals, large worlds, sums without drift, twice the bits of\n"
        "a float for some ten times its work.\n"
        "\n"
        "  exact              s + e is right in every case, by whole numbers\n"
        "  folded             e is always 0: a compiler took e for what it is in\n"
        "                     algebra, nothing\n"
        "  fma is two steps   e = fma(a, b, -s) is always 0: fma() rounds the product\n"
        "  inexact by rtz     computed as written, but TwoSum and split need rounding\n"
        "                     to nearest; the pair is still better than a float\n"
        "  46 bits            of a float-float result in the worst case; 2p - 4 is what\n"
        "                     these algorithms owe, p + 1 or less is no better than one\n"
        "                     float\n"
        "\n"
        "Use the weakest form that is exact here: as written (plain), with `precise`,\n"
        "with `invariant` outputs, or guarded, each step times a uniform that is 1.\n"
        "Without fma, TwoProd by Dekker costs 17 operations instead of 2.\n"
        "\n"
        "What may fool it: a compiler decides by the expression, and yours is another\n"
        "one. Guards are no proof: x * one + y * one is (x + y) * one to a compiler, and\n"
        "Mesa takes a chain of guarded steps apart that it leaves alone one by one; the\n"
        "line a * a + c shows it. The split's factor is built for the width that was\n"
        "measured: a mediump that is computed with more bits at times, and stored with\n"
        "fewer, is not exact for it.",
};
