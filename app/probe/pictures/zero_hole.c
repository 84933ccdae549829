// SPDX-License-Identifier: MIT
//
// How it works
//
// x, between 1 (left) and 1/2 (right), is scaled by an exact power of two into the
// lowest binade of normal numbers, [2^emin, 2^(emin+1)). Band k halves it k times in one
// step, a product with 2^-k, doubles it back k times, and scales it up again. Both
// factors of the way back are exact powers of two, so that the way down is the only
// rounding, and the tiny number itself is never compared with anything: a comparison
// might flush it too. Shown is what came back.
//
// Subnormals kept: a number is lost bit by bit. After k halvings the last place of the
// subnormals, 2^(emin-p+1), stands for q = 2^(k-p) of x, so that band k shows multiples
// of q: the stripe picture once more, and the rule of rounding shows in its last bands.
// In band p, q = 1:
//
//     to nearest     1: x lies above the half, and the band is white
//     toward zero    0: black
//
// and in band p + 1, q = 2, only the rules that round up are not black: 2.
// Subnormals flushed: all bands but band 0 are black. That is the hole around zero,
// as wide as the smallest normal number, 2^(p-1) times the last place there.
//
// For binary32 x = 0.75 begins as 1.5 * 2^-126. Halved once it is 0x00600000, halved 24
// times it is 3/4 of 2^-149: 1 to nearest, 0 toward zero.
//
// The picture is the third of Tom Olson's, "Benchmarking floating-point precision in
// mobile GPUs" (ARM, 2013).

#include "probe/list.h"
#include "probe/shared/sum.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS_LOG2_MAX 6
#define BITS_MAX         24 // of x: what came back is exact in a binary32

// Errors are taken from grey levels where a quantum is 16 levels or more, and no more
// than white.
#define LEVEL_QUANTUM (1.0 / 16)
#define LEVEL_SLACK   0.125

static int columns_log2(const struct probe_params *params)
{
    int most = params->precision_bits - 3;

    return most < COLUMNS_LOG2_MAX ? most : COLUMNS_LOG2_MAX;
}

static struct probe_shape zero_hole_shape(const struct probe_params *params)
{
    bool picture = params->rows > 1;

    return (struct probe_shape){ 1 << columns_log2(params), params->precision_bits + 3,
                                 picture ? 8 : 1, picture ? 16 : 1 };
}

// In (1/2, 1), its last bit set: every band but the first loses something. The bit
// before it differs from column to column, so that ties of both kinds are among them.
// None is so near to 1 that its half is rounded to a normal number.
static double x_of(const struct probe_params *params, int column)
{
    int p = params->precision_bits < BITS_MAX ? params->precision_bits : BITS_MAX;
    int bits = columns_log2(params) + 2;
    int last = p > bits + 1 && column & 1 ? 3 : 1;

    return 1 - ldexp(2 * column + 1, -bits) - ldexp(last, -p);
}

static void zero_hole_operand(const struct probe_params *params, int band, int column,
                              double *operands)
{
    int lowest = 1 - params->model.format.emax;

    operands[0] = ldexp(x_of(params, column), lowest + 1);
    operands[1] = ldexp(1, -band);
    operands[2] = ldexp(1, band);
    operands[3] = ldexp(1, -lowest - 1);
}

static const char *zero_hole_unfit(const struct probe_params *params)
{
    int most = params->precision == PRECISION_DOUBLE ? 53 : 24;

    if (params->precision_bits < 4 || params->precision_bits > most)
        return "the halvings need a precision of at least 4 bits, and no more than the type has";
    if (params->precision_bits + 2 > params->model.format.emax - 1)
        return "the range ends before the halvings do: 2^-(p+2) is not a normal number";
    return NULL;
}

static bool zero_hole_eval(const struct probe *probe, const struct unit *unit,
                           const struct fp_model *model, const uint64_t *const *operands,
                           size_t count, uint32_t *values)
{
    uint64_t *back = memory_new(count, sizeof *back);
    struct unit_call call = {
        .op = UNIT_MUL,
        .model = *model,
        .out = back,
        .a = operands[0],
        .count = count,
    };
    bool ok = true;

    for (int k = 1; ok && k < probe->operands; k++) {
        call.b = operands[k];
        ok = unit->apply(unit, &call);
        call.a = back;
    }
    for (size_t i = 0; ok && i < count; i++)
        values[i] = sum_binary32(model->format, back[i]);
    free(back);
    return ok;
}

// What the bands behind the first show.
struct reading {
    bool begun;                  // the first band is x itself
    bool whole;                  // so are all the others
    bool hole;                   // all the others are black
    bool odd;                    // something is no multiple of its quantum
    double error_min, error_max; // in quanta
};

static void read_band(struct reading *reading, const struct probe_params *params,
                      const struct pixels *pixels, int band)
{
    bool levels = params->readout == READOUT_RGBA8;
    double slack = levels ? 2.0 / 255 : 0;
    double quantum = ldexp(1, band - params->precision_bits);
    int columns = zero_hole_shape(params).columns;

    for (int column = 0; column < columns; column++) {
        double shown = sum_cell(&probe_zero_hole, params, pixels, band, column);
        double x = x_of(params, column);
        bool same = fabs(shown - x) <= slack;

        if (band == 0) {
            reading->begun = reading->begun && same;
            continue;
        }
        reading->whole = reading->whole && same;
        reading->hole = reading->hole && fabs(shown) <= slack;
        if (levels && (quantum < LEVEL_QUANTUM || quantum > 1))
            continue;
        double steps = shown / quantum, error = (shown - x) / quantum;

        reading->odd = reading->odd || isnan(shown) || (!levels && steps != floor(steps));
        reading->error_min = fmin(reading->error_min, error);
        reading->error_max = fmax(reading->error_max, error);
    }
}

static uint32_t rules_of(const struct reading *reading, double slack)
{
    uint32_t rules = 0;

    if (reading->error_max <= slack)
        rules |= VERDICT_TRUNCATE;
    if (reading->error_min >= -slack)
        rules |= VERDICT_UPWARD;
    if (reading->error_min >= -0.5 - slack && reading->error_max <= 0.5 + slack)
        rules |= VERDICT_NEAREST;
    if (reading->error_min < -0.5 + slack && reading->error_max > 0.5 - slack)
        rules |= VERDICT_RULE(FP_RO);
    return rules;
}

static struct verdict gradual(struct verdict verdict, const struct reading *reading,
                              double slack)
{
    if (reading->odd)
        return verdict_because(STATUS_IMPOSSIBLE,
                               "halved numbers came back with bits that their "
                               "subnormals do not have");
    if (reading->error_min <= -1 - slack || reading->error_max >= 1 + slack)
        return verdict_because(
            STATUS_IMPOSSIBLE,
            "subnormals that are neither kept nor flushed: numbers came back "
            "wrong by the subnormals' last place and more");
    verdict.subnormals = SUBNORMALS_KEPT;
    verdict.error_known = true;
    verdict.error_min_ulp = reading->error_min;
    verdict.error_max_ulp = reading->error_max;
    verdict.survivors = rules_of(reading, slack);
    if (!verdict.survivors)
        return verdict_because(STATUS_IMPOSSIBLE,
                               "errors that no rule of rounding makes");
    return verdict;
}

static struct verdict zero_hole_infer(const struct probe_params *params,
                                      const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    struct reading reading = { .begun = true, .whole = true, .hole = true };
    int bands = zero_hole_shape(params).bands;
    double slack = params->readout == READOUT_RGBA8 ? LEVEL_SLACK : 0;

    for (int band = 0; band < bands; band++)
        read_band(&reading, params, pixels, band);
    if (!reading.begun)
        return verdict_because(STATUS_UNDECIDED,
                               "the smallest normal numbers do not come back: the "
                               "range ends before the width says it does");
    if (reading.whole)
        return verdict_because(STATUS_UNDECIDED,
                               "every number came back whole: this is computed in "
                               "a wider range than the width says");
    verdict.fraction_bits = params->precision_bits - 1;
    verdict.survivors = VERDICT_ALL_RULES;
    verdict.subnormals = SUBNORMALS_FLUSHED;
    return reading.hole ? verdict : gradual(verdict, &reading, slack);
}

static void zero_hole_describe(const struct probe_params *params, int band, int column,
                               char *text, size_t size)
{
    double operands[PROBE_OPERANDS];

    zero_hole_operand(params, band, column, operands);
    snprintf(text, size, "%s * 2^-%d, and back", text_hex(operands[0]).text, band);
}

const struct probe probe_zero_hole = {
    .name = "zero_hole",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .tiny = true,
    .needs_width = true,
    .full_only = true,
    .shown = PROBE_PAGE_PERSONALITY,
    .topic = "subnormals",
    .operands = 4,
    .level_scale = 1,
    .level_slack = 1,
    .shape = zero_hole_shape,
    .operand = zero_hole_operand,
    .unfit = zero_hole_unfit,
    .eval = zero_hole_eval,
    .infer = zero_hole_infer,
    .describe = zero_hole_describe,
};
