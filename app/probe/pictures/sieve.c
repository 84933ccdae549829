// SPDX-License-Identifier: MIT
//
// How it works
//
// Thirteen sums a + b, near a = +-1, chosen so that each of the 21 adders of fp.h
// gives another row of answers: ties with even and odd neighbours in both signs
// (which way do ties go?), sums just off a tie (is there a sticky bit?), differences
// that lose a little below one (how many guard bits?). With u = ulp(1) the answer is
// r = (fl(a + b) - a) / u, one of -1, -1/2, 0, 1. Each answer strikes out the rules
// that predict another; what is left are the survivors.
//
// The table below is worked out by hand from the definitions of the rules, and infer
// reads nothing else: the model unit, which identify asks, must come to the same.
// Method: consistency testing of adders, after W. Kahan's and N. Higham's probes of
// tensor cores (Fasi, Higham, Mikaitis, Pranesh 2021, PeerJ CS 7:e330).

#include "probe/list.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>

#define PAIRS 13

// a = sign * (1 + odd_ulps u), b = sign_b * u * (coarse + fine u): exact in p bits.
static const struct pair {
    int a_ulps;            // a = 1 + a_ulps u
    bool negative;         // both operands negated
    double coarse, fine_u; // b / u = coarse + fine_u * u
} pairs[PAIRS] = {
    { 1, false, 0.5, 0 },     { 5, true, -0.5, 0 },     { 0, false, 0.5, 0.5 },
    { 5, false, -0.5, -0.5 }, { 0, false, -0.125, 0 },  { 0, false, 0.5, -0.25 },
    { 0, false, 0.5, 0 },     { 0, false, 0.75, 0 },    { 0, false, 0.625, 0 },
    { 4, false, -0.5, 0.25 }, { 4, false, -0.0625, 0 }, { 0, false, -0.375, 0 },
    { 1, false, -0.75, 0 },
};

// 2 r, a row a rule, in the order of enum fp_round.
// clang-format off
static const signed char table[FP_ROUND_COUNT][PAIRS] = {
    [FP_RNE]     = { 2, 2, 2, -2,  0, 0, 0, 2, 2,  0,  0, -1, -2 },
    [FP_RNA]     = { 2, 0, 2, -2,  0, 0, 2, 2, 2,  0,  0, -1, -2 },
    [FP_RNZ]     = { 0, 2, 2, -2,  0, 0, 0, 2, 2,  0,  0, -1, -2 },
    [FP_RNU]     = { 2, 2, 2, -2,  0, 0, 2, 2, 2,  0,  0, -1, -2 },
    [FP_RND]     = { 0, 0, 2, -2,  0, 0, 0, 2, 2,  0,  0, -1, -2 },
    [FP_RNO]     = { 0, 0, 2, -2,  0, 0, 2, 2, 2,  0,  0, -1, -2 },
    [FP_RTZ]     = { 0, 2, 0, -2, -1, 0, 0, 0, 0, -2, -2, -1, -2 },
    [FP_RAZ]     = { 2, 0, 2,  0,  0, 2, 2, 2, 2,  0,  0,  0,  0 },
    [FP_RUP]     = { 2, 2, 2,  0,  0, 2, 2, 2, 2,  0,  0,  0,  0 },
    [FP_RDN]     = { 0, 0, 0, -2, -1, 0, 0, 0, 0, -2, -2, -1, -2 },
    [FP_RO]      = { 0, 0, 2,  0, -1, 2, 2, 2, 2, -2, -2, -1,  0 },
    [FP_CHOP_G0] = { 0, 0, 0,  0,  0, 0, 0, 0, 0,  0,  0,  0,  0 },
    [FP_CHOP_G1] = { 0, 2, 0, -2,  0, 0, 0, 0, 0,  0,  0,  0, -2 },
    [FP_CHOP_G2] = { 0, 2, 0, -2,  0, 0, 0, 0, 0, -2,  0, -1, -2 },
    [FP_CHOP_G3] = { 0, 2, 0, -2, -1, 0, 0, 0, 0, -2,  0, -1, -2 },
    [FP_RNE_NS1] = { 2, 2, 0, -2,  0, 0, 0, 0, 0,  0,  0,  0, -2 },
    [FP_RNE_NS2] = { 2, 2, 0, -2,  0, 0, 0, 2, 0,  0,  0,  0, -2 },
    [FP_RNE_NS3] = { 2, 2, 0, -2,  0, 0, 0, 2, 2,  0,  0, -1, -2 },
    [FP_RNA_NS1] = { 2, 0, 2,  0,  0, 0, 2, 2, 2,  0,  0,  0,  0 },
    [FP_RNA_NS2] = { 2, 0, 2,  0,  0, 0, 2, 2, 2,  0,  0,  0, -2 },
    [FP_RNA_NS3] = { 2, 0, 2,  0,  0, 0, 2, 2, 2,  0,  0, -1, -2 },
};
// clang-format on

static double ulp_of_one(const struct probe_params *params)
{
    return ldexp(1, 1 - params->precision_bits);
}

// b / u of a pair; exact in double for p <= 53, whose finest is 1/2 (1 - u/2).
static double addend_ulps(const struct probe_params *params, int column)
{
    const struct pair *pair = &pairs[column];

    return pair->coarse + pair->fine_u * ulp_of_one(params);
}

static struct probe_shape sieve_shape(const struct probe_params *params)
{
    bool picture = params->rows > 1;

    return (struct probe_shape){ PAIRS, 1, picture ? 32 : 1, picture ? 32 : 1 };
}

static void sieve_operand(const struct probe_params *params, int band, int column,
                          double *operands)
{
    const struct pair *pair = &pairs[column];
    double u = ulp_of_one(params);
    double a = 1 + pair->a_ulps * u;

    (void) band;
    operands[0] = pair->negative ? -a : a;
    operands[1] = addend_ulps(params, column) * (pair->negative ? -u : u);
    operands[2] = 1 / u;
}

// The smallest operand is u/16, and 1/u must be finite.
static const char *sieve_unfit(const struct probe_params *params)
{
    int emax = params->model.format.emax;
    int p = params->precision_bits;

    if (p < 5 || p > 53)
        return "the sieve's operands need a precision from 5 to 53 bits";
    if (params->precision != PRECISION_DOUBLE && p > 24)
        return "the sieve's operands need a precision from 5 to 24 bits";
    if (-(p - 1) - 4 < 1 - emax)
        return "the exponent range is too small for the sieve's operands";
    return NULL;
}

// Twice the answer, from what is shown: the nearest of the four that there can be, or
// 99 if it is none of them. A grey level is worth 1/32, so 1/8 allows for the level
// and for a target that truncates.
static int doubled(double shown, enum readout readout)
{
    double slack = readout == READOUT_RGBA8 ? 0.125 : 0;

    for (int twice = -2; twice <= 2; twice++)
        if (twice != 1 && fabs(shown - twice / 2.0) <= slack)
            return twice;
    return 99;
}

static struct verdict sieve_infer(const struct probe_params *params,
                                  const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    bool unrounded = true;

    verdict.survivors = VERDICT_ALL_RULES;
    verdict.error_known = true;
    for (int column = 0; column < PAIRS; column++) {
        double shown = sum_cell(&probe_sieve, params, pixels, 0, column);
        double exact = addend_ulps(params, column) * (pairs[column].negative ? -1 : 1);
        int twice = doubled(shown, params->readout);

        if (isnan(shown)) {
            verdict = verdict_unknown(STATUS_IMPOSSIBLE);
            snprintf(verdict.reason, sizeof verdict.reason,
                     "pair %d is not a number: no sum near one is", column);
            return verdict;
        }
        unrounded = unrounded && fabs(shown - exact) < 1.0 / 16;
        verdict.error_min_ulp = fmin(verdict.error_min_ulp, shown - exact);
        verdict.error_max_ulp = fmax(verdict.error_max_ulp, shown - exact);
        for (int rule = 0; rule < FP_ROUND_COUNT; rule++)
            if (table[rule][column] != twice)
                verdict.survivors &= ~VERDICT_RULE(rule);
    }
    verdict.fraction_bits = params->precision_bits - 1;
    if (unrounded) {
        verdict.status = STATUS_UNROUNDED;
        verdict.survivors = 0;
        snprintf(verdict.reason, sizeof verdict.reason, "the sums came back unrounded");
    }
    return verdict;
}

const struct probe probe_sieve = {
    .name = "sieve",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .needs_width = true,
    .operands = 3,
    .addends = 2,
    .asked_as = &probe_width,
    .level_scale = 32.0f / 255,
    .level_bias = 128.0f / 255,
    .level_slack = 4,
    .shape = sieve_shape,
    .operand = sieve_operand,
    .unfit = sieve_unfit,
    .eval = sum_rest_eval,
    .infer = sieve_infer,
};
