// SPDX-License-Identifier: MIT
//
// How it works
//
// Malcolm's loop once more (width.c), far beyond every format: ((a + b) - a) * d * e with
// a = 2^i and b = 2^-j, where i + j = g grows by one a column, i and j by turns. d and e
// are powers of two that bring b to 1/4.
//
//   band 0, sum: comes back whole for g < P, where P is the number of significand bits
//           that the expression keeps before it is stored. At g = P it is half-way.
//   band 1, difference: (a - b) - a lies in the binade below. So it is whole for
//           g < P + 1; without a guard bit, for g < P.
//   band 2, range of a: (a + a/2) - a needs two bits. Wrong from i = emax + 1 on.
//   band 3, range of b: (b + b) - b. Wrong from j = emax on where subnormals are flushed,
//           from emax + p - 1 on where they are kept.
//
// A sum of the device's width reads the same as in the width probe. With more bits it is
// kept in wider registers: 53 in binary64, 64 on an x87. If the range of a and b ends
// before g = P, and that is beyond the widest format (binary128, 113 bits), nothing was
// added: the compiler simplified (a + b) - a to b. Where the range of the format is
// smaller, whether it did is not known.
//
// After M. Malcolm (width.c) and D. Monniaux, "The pitfalls of verifying floating-point
// computations", TOPLAS 30(3), 2008, section 3.1, on the x87.

#include "base/cause.h"
#include "probe/list.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>

#define LAST    250 // of g: 2^125 and 2^-125 are normal in binary32
#define COLUMNS 256
#define WIDEST  113 // significand bits of binary128

enum {
    BAND_SUM,
    BAND_DIFFERENCE,
    BAND_RANGE_OF_A,
    BAND_RANGE_OF_B,
    BANDS,
};

static int excess_gap_of(int column)
{
    return column < 1 ? 1 : column > LAST ? LAST : column;
}

static struct probe_shape excess_shape(const struct probe_params *params)
{
    bool picture = params->rows > 1;

    return (struct probe_shape){ COLUMNS, BANDS, picture ? 2 : 1, picture ? 16 : 1 };
}

static void excess_operand(const struct probe_params *params, int band, int column,
                           double *operands)
{
    int gap = excess_gap_of(column), up = (gap + 1) / 2, down = -(gap / 2);
    int a = band == BAND_RANGE_OF_B ? down : up;
    int b = band == BAND_RANGE_OF_A ? up - 1 : down;
    int scale = -2 - b, sign = band == BAND_DIFFERENCE ? -1 : 1;

    (void) params;
    operands[0] = ldexp(1, a);
    operands[1] = ldexp(sign, b);
    operands[2] = ldexp(sign, scale / 2);
    operands[3] = ldexp(1, scale - scale / 2);
}

static bool excess_is_whole(const struct probe_params *params,
                            const struct pixels *pixels, int band, int gap)
{
    double slack = params->readout == READOUT_RGBA8 ? 0.05 : 0;

    return fabs(sum_cell(&probe_excess, params, pixels, band, gap) - 0.25) <= slack;
}

// The first gap of a band that is not whole, or LAST + 1.
static int excess_first_wrong(const struct probe_params *params,
                              const struct pixels *pixels, int band)
{
    int gap = 1;

    while (gap <= LAST && excess_is_whole(params, pixels, band, gap))
        gap++;
    return gap;
}

// What the picture shows; each is the first gap of a band that is not whole.
struct gaps {
    int sum, difference;
    int limit;      // of either range
    bool scattered; // a sum is whole behind one that is not
};

static struct gaps read_gaps(const struct probe_params *params,
                             const struct pixels *pixels)
{
    struct gaps gaps = { .sum = excess_first_wrong(params, pixels, BAND_SUM),
                         .difference =
                             excess_first_wrong(params, pixels, BAND_DIFFERENCE) };
    int a = excess_first_wrong(params, pixels, BAND_RANGE_OF_A);
    int b = excess_first_wrong(params, pixels, BAND_RANGE_OF_B);

    gaps.limit = a < b ? a : b;
    for (int gap = gaps.sum; gap < gaps.limit; gap++)
        gaps.scattered |= excess_is_whole(params, pixels, BAND_SUM, gap);
    return gaps;
}

// All sums came back whole, as far as the range goes.
static struct verdict whole(const struct gaps *gaps, int precision)
{
    enum status status = gaps->limit > WIDEST      ? STATUS_FOLDED
                         : gaps->limit > precision ? STATUS_UNROUNDED
                                                   : STATUS_UNDECIDED;
    const char *what = status == STATUS_FOLDED
                           ? "2^%d + 2^-%d came back whole: (a + b) - a was simplified "
                             "to b"
                       : status == STATUS_UNROUNDED
                           ? "2^%d + 2^-%d came back whole, and the range ends"
                           : "the range ends at 2^%d + 2^-%d, before a sum is rounded";
    struct verdict verdict = verdict_unknown(status);
    int gap = gaps->limit - 1;

    snprintf(verdict.reason, sizeof verdict.reason, what, (gap + 1) / 2, gap / 2);
    return verdict;
}

// The range as in width.c.
static void excess_read_range(const struct probe_params *params,
                              const struct pixels *pixels, int precision,
                              struct verdict *verdict)
{
    int a = excess_first_wrong(params, pixels, BAND_RANGE_OF_A);
    int gone = excess_first_wrong(params, pixels, BAND_RANGE_OF_B) / 2;
    int emax = (a + 1) / 2 - 1;

    verdict->emax = emax;
    verdict->emax_at_least = a > LAST;
    if (!verdict->emax_at_least && gone == emax)
        verdict->subnormals = SUBNORMALS_FLUSHED;
    else if (!verdict->emax_at_least && gone == emax + precision - 1)
        verdict->subnormals = SUBNORMALS_KEPT;
}

static struct verdict excess_infer(const struct probe_params *params,
                                   const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    struct gaps gaps = read_gaps(params, pixels);

    if (gaps.sum >= gaps.limit)
        return whole(&gaps, params->precision_bits);
    if (gaps.scattered || gaps.difference < gaps.sum ||
        (gaps.difference > gaps.sum + 1 && gaps.sum + 1 < gaps.limit)) {
        verdict.status = STATUS_UNDECIDED;
        snprintf(verdict.reason, sizeof verdict.reason,
                 "sums keep %d bits, differences %d: no one precision", gaps.sum,
                 gaps.difference - 1);
        return verdict;
    }
    if (gaps.sum > params->precision_bits) {
        verdict.status = STATUS_EXCESS;
        verdict.inside_bits = gaps.sum;
        snprintf(verdict.reason, sizeof verdict.reason, CAUSE_KEEPS, gaps.sum);
        return verdict;
    }
    verdict.survivors = VERDICT_ALL_RULES;
    verdict.fraction_bits = gaps.sum - 1;
    excess_read_range(params, pixels, gaps.sum, &verdict);
    return verdict;
}

const struct probe probe_excess = {
    .name = "excess",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .finds_excess = true,
    .tiny = true,
    .operands = 4,
    .addends = 2,
    .asked_as = &probe_width,
    .level_scale = 1,
    .level_slack = 8,
    .shape = excess_shape,
    .operand = excess_operand,
    .eval = sum_rest_eval,
    .infer = excess_infer,
};
