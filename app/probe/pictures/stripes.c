// SPDX-License-Identifier: MIT
//
// The stripe picture in its first form: grey = fract(2^B + x). The orca if the sum
// truncates, the beehive if it rounds to nearest. ramp.c says how it is read.

#include "probe/probe_list.h"
#include "probe/shared/ramp.h"
#include "probe/shared/sum.h"

#include "base/log.h"

#include <math.h>
#include <stdlib.h>

// fract() of a number, exactly: the fraction has fewer bits than the number, and of a
// ramp of at most twelve bits so few that a binary32 holds it. An infinity has none.
static uint32_t fract(struct fp_format format, uint64_t bits)
{
    if (format.precision <= 24) {
        float value = fp_from_bits(sum_binary32(format, bits));

        return isfinite(value) ? fp_bits(value - floorf(value))
                               : (uint32_t) fp_nan(FP_BINARY32);
    }
    double value = fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));

    return isfinite(value) ? fp_bits((float) (value - floor(value)))
                           : (uint32_t) fp_nan(FP_BINARY32);
}

// pow() takes no double, and the shader's constants are floats.
static const char *stripes_unfit(const struct probe_params *params)
{
    bool is_float = params->precision <= PRECISION_LOWP;

    return params->form == FORM_PUBLISHED && !is_float
               ? "the published shader is written in floats"
               : NULL;
}

static bool stripes_eval(const struct unit *unit, const struct fp_model *model,
                         const uint64_t *const *operands, size_t count, uint32_t *values)
{
    uint64_t *sums = malloc(count * sizeof(*sums));

    if (!sums)
        log_error("no memory for %zu sums", count);
    bool ok = sums && sum_eval(unit, model, operands, count, sums);

    for (size_t i = 0; ok && i < count; i++)
        values[i] = fract(model->format, sums[i]);
    free(sums);
    return ok;
}

static struct verdict stripes_infer(const struct probe_params *params,
                                    const struct pixels *pixels)
{
    return ramp_infer(&probe_stripes, params, pixels, RAMP_FRACT);
}

static void stripes_describe(const struct probe_params *params, int band, int column,
                             char *text, size_t size)
{
    sum_describe(&probe_stripes, params, band, column, text, size);
}

const struct probe probe_stripes = {
    .name = "stripes",
    .summary = "fract(2^B + x): significand width, nearest against truncation",
    .forms =
        1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_PUBLISHED,
    .shown = PROBE_PAGE_VERDICT,
    .operands = 2,
    .ramp = 1,
    .addends = 2,
    .level_scale = 1,
    .level_slack = 1,
    .shape = ramp_shape,
    .operand = ramp_operand,
    .unfit = stripes_unfit,
    .eval = stripes_eval,
    .infer = stripes_infer,
    .describe = stripes_describe,
    .explain =
        "The picture that gave the program its name: stripe B, counted from the bottom,\n"
        "shows fract(2^B + x), x from 1 on the left to 0 on the right. The larger 2^B,\n"
        "the fewer bits are left for x: the last stripe that is not black is the number\n"
        "of fraction bits, and its shape is the rounding. Cut sums make a dorsal fin\n"
        "(orca), sums rounded to nearest a symmetric hive (beehive).\n"
        "\n"
        "Why it matters: it is what happens to time, positions and texture coordinates\n"
        "that grow: they move in steps, and the steps are cut or rounded.\n"
        "\n"
        "What may fool it: fract() and the grey levels of the target must be right too;\n"
        "that 0.5 becomes byte 127 on one device and 128 on another is not held against\n"
        "the sum. All sums are positive, so that rtz and rdn, or the six rules to\n"
        "nearest, look alike: ties and sieve part them. The published form tests pow()\n"
        "and a division as well.\n",
};
