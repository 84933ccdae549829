// SPDX-License-Identifier: MIT
//
// How it works
//
// Three bands of the same shader, ((a + b) - a) * d * e, whose wanted answer is 1/4 in
// every case; d and e are powers of two that bring it there in two steps, neither of
// which leaves the range of a binary16.
//
//   band 0, Malcolm's loop: a = 2^i, b = 1. The sum is exact for i < p. At i = p it is
//           half-way, and comes back as 0 or 2, never as 1: the first wrong i is p,
//           unless 2^i has overflowed by then, which band 1 tells.
//   band 1, overflow: a = 2^i, b = 2^(i-1). Not a number from i = emax + 1 on.
//   band 2, underflow: a = b = 2^-i. Gone from i = emax on where subnormals are
//           flushed, from i = emax + p - 1 on where they are kept. Nothing compares
//           the tiny number itself: a comparison may flush it too.
//
// In double the same with more columns, of one pixel each. An answer is 1/4 wherever it
// is right, so binary32 holds all of them exactly there too; one that is wrong is 0 or
// 1/2, 2^(i-p), or no number.
//
// M. Malcolm, "Algorithms to reveal properties of floating-point arithmetic", CACM
// 15(11), 1972.

#include "probe/list.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>

enum { BAND_MALCOLM, BAND_OVERFLOW, BAND_UNDERFLOW, BANDS };

// What is asked of a carrier: some columns more than its smallest number has places, its
// significand bits, and the last exponent of each band.
static const struct span {
    int columns, cell_width, widest;
    int last[BANDS];
} spans[] = { { 160, 4, 24, { 30, 127, 149 } }, { 1088, 1, 53, { 60, 1023, 1074 } } };

static const struct span *span_of(const struct probe_params *params)
{
    return &spans[params->precision == PRECISION_DOUBLE];
}

// The exponent that a column asks for; columns beyond the carrier's range repeat the
// last case.
static int width_exponent_of(const struct probe_params *params, int band, int column)
{
    int last = span_of(params)->last[band];

    return column < 1 ? 1 : column > last ? last : column;
}

static struct probe_shape width_shape(const struct probe_params *params)
{
    const struct span *span = span_of(params);
    bool picture = params->rows > 1;

    return (struct probe_shape){ span->columns, BANDS, picture ? span->cell_width : 1,
                                 picture ? 16 : 1 };
}

static void width_operand(const struct probe_params *params, int band, int column,
                          double *operands)
{
    int i = width_exponent_of(params, band, column);
    int a = band == BAND_UNDERFLOW ? -i : i;
    int b = band == BAND_MALCOLM ? 0 : band == BAND_OVERFLOW ? i - 1 : -i;
    int scale = -2 - b;

    operands[0] = ldexp(1, a);
    operands[1] = ldexp(1, b);
    operands[2] = ldexp(1, scale / 2);
    operands[3] = ldexp(1, scale - scale / 2);
}

// The first exponent of a band whose answer is not 1/4, or one more than the last.
static int first_wrong(const struct probe_params *params, const struct pixels *pixels,
                       int band)
{
    double slack = params->readout == READOUT_RGBA8 ? 0.05 : 0;
    int last = span_of(params)->last[band];

    for (int column = 1; column <= last; column++) {
        double shown = sum_cell(&probe_width, params, pixels, band, column);

        if (!(fabs(shown - 0.25) <= slack))
            return column;
    }
    return last + 1;
}

static struct verdict width_infer(const struct probe_params *params,
                                  const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    int p = first_wrong(params, pixels, BAND_MALCOLM);
    int overflow = first_wrong(params, pixels, BAND_OVERFLOW);
    int underflow = first_wrong(params, pixels, BAND_UNDERFLOW);
    const int *last = span_of(params)->last;

    if (p > span_of(params)->widest) {
        verdict.status = STATUS_UNROUNDED;
        snprintf(verdict.reason, sizeof verdict.reason, "2^%d + 1 came back whole",
                 p - 1);
        return verdict;
    }
    if (p >= overflow) {
        verdict.status = STATUS_UNDECIDED;
        snprintf(verdict.reason, sizeof verdict.reason,
                 "2^%d overflows before 2^i + 1 is half-way: the range is too small for "
                 "the loop",
                 overflow);
        return verdict;
    }
    verdict.survivors = VERDICT_ALL_RULES;
    verdict.fraction_bits = p - 1;
    if (overflow > 1) {
        verdict.emax = overflow - 1;
        verdict.emax_at_least = overflow > last[BAND_OVERFLOW];
    }
    if (underflow == overflow - 1)
        verdict.subnormals = SUBNORMALS_FLUSHED;
    else if (underflow == overflow - 1 + p - 1)
        verdict.subnormals = SUBNORMALS_KEPT;
    return verdict;
}

const struct probe probe_width = {
    .name = "width",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .tiny = true,
    .finds_width = true,
    .operands = 4,
    .addends = 2,
    .level_scale = 1,
    .level_slack = 8,
    .shape = width_shape,
    .operand = width_operand,
    .eval = sum_rest_eval,
    .infer = width_infer,
};
