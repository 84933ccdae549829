// SPDX-License-Identifier: MIT
//
// How it works
//
// A transform gives a rounded result and what rounding it lost. Whether the two together
// are a + b or a * b is asked of whole numbers (exact.h), so the answer "exact" rests on
// no model of the device. Models say why it is not: the steps as written by another rule
// of rounding, folded, or fused (error_free_steps.c).
//
// Operands are built so that nothing underflows where the format has the room: with
// a, b near 2^k the last place of a product's low part is 2^(2k - 2(p-1)), which in
// binary16, where 2^-14 is the least that a flushing device keeps, asks for k >= 3; so
// k = 5. A sum's low part is a whole number of the last place of b, p - 1 places below
// it. To nearest, a sum is exact at any distance. A directed rounding makes near ones
// exact too: upward, 1 + 2^-24 gives s = 1 + 2^-23, and 2^-24 - 2^-23 is a number; but
// 2^-60 - 2^-23 is none. So half of the cases of sums, the later one, have distances up
// to the format's whole range; reports of earlier versions have the other half. A
// float-float result is as good as its worst case: bits = -log2 of the relative error,
// rounded down. With u = 2^-p the theorems allow 3 u^2 for the sum, 2p - 2 bits.

#include "probe/expressions/error_free.h"
#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <math.h>

#define NEAR    96 // cases, of which sums have small distances
#define COLUMNS 192

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
static int error_free_middle(const struct probe_params *params)
{
    int emax = params->model.format.emax;
    return emax < 2 * params->precision_bits + 12 ? (emax - 4) / 2 : 0;
}

// The same for sums of pairs, whose low parts end 2p + 2 places lower.
static int sum_middle(const struct probe_params *params)
{
    return error_free_middle(params) == 0 ? 0 : params->model.format.emax - 4;
}

// |a| >= |b|, b up to p + 1 places lower, every third time in the middle between two
// neighbours of a.
static void sum_operands(const struct probe_params *params, int at, uint64_t *state,
                         double *values)
{
    int p = params->precision_bits, emax = params->model.format.emax;
    int exponent = error_free_middle(params) == 0 ? p : emax - 6;
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

// The same farther down: at distances of p + 2 places and up to the whole range, which
// narrow formats do not have. Where b is so small that its last place would be subnormal
// it has fewer bits. Every second a and third b are powers of two. Doubles stay in the
// range of binary32, which the judge's sums have room for (exact.h).
static void wide_sum_operands(const struct probe_params *params, int at, uint64_t *state,
                              double *values)
{
    int p = params->precision_bits, own = params->model.format.emax;
    int emax = own < FP_BINARY32.emax ? own : FP_BINARY32.emax;
    int least = 1 - emax, most = emax - 2, range = most - least;
    int from = p + 2 < range ? p + 2 : range;
    int distance = from + (range - from) * (at - NEAR) / (COLUMNS - 1 - NEAR);
    int exponent = most - (int) (draws_next(state) % (uint64_t) (range - distance + 1));
    int bits = exponent - distance - least + 1;
    double a = random_value(state, at % 2 ? p : 1, exponent);
    double b = random_value(state,
                            at % 3 == 0 ? 1
                            : bits < p  ? bits
                                        : p,
                            exponent - distance);
    values[0] = random_sign(state, a);
    values[1] = random_sign(state, b);
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
    int around =
        line == ERROR_FREE_PAIR_SUM ? sum_middle(params) : error_free_middle(params);
    double a = random_factor(params, around, state);
    double b = random_factor(params, around, state);
    if (line == ERROR_FREE_PAIR_STEP) {
        a = random_value(state, params->precision_bits, error_free_middle(params));
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
    if (line == ERROR_FREE_TWO_SUM || line == ERROR_FREE_FAST_TWO_SUM) {
        if (at < NEAR)
            sum_operands(params, at, &state, values);
        else
            wide_sum_operands(params, at, &state, values);
        if (line == ERROR_FREE_TWO_SUM && at % 2 == 1) {
            double swap = values[0];
            values[0] = values[1];
            values[1] = swap;
        }
    } else if (error_free_is_pair(line)) {
        pair_operands(params, line, &state, values);
    } else {
        values[0] =
            random_sign(&state, random_factor(params, error_free_middle(params), &state));
        values[1] =
            random_sign(&state, random_factor(params, error_free_middle(params), &state));
        values[2] = ldexp(1, (p + 1) / 2) + 1;
    }
}

void error_free_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    double values[PROBE_OPERANDS] = { 1, 1, 1, 1 };
    operand_values(params, line, at, values);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = fp_convert(FP_BINARY64, expressions_carrier(params), FP_RNE,
                              fp_bits64(values[k]));
}
