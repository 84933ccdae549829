// SPDX-License-Identifier: MIT
//
// The stripe picture in its first form: grey = fract(2^B + x). The orca if the sum
// truncates, the beehive if it rounds to nearest. ramp.c says how it is read.

#include "probe_list.h"
#include "ramp.h"
#include "sum.h"

#include "log.h"

#include <math.h>
#include <stdlib.h>

// fract() of a binary32, exactly: the fraction of a number has fewer bits than the
// number. An infinity has none.
static uint32_t fract(uint32_t bits)
{
    float value = fp_from_bits(bits);

    if (!isfinite(value))
        return (uint32_t) fp_nan(FP_BINARY32);
    return fp_bits(value - floorf(value));
}

static bool stripes_eval(const struct unit *unit, const struct fp_model *model,
                         const uint64_t *const *operands, size_t count, uint32_t *values)
{
    uint64_t *sums = malloc(count * sizeof(*sums));

    if (!sums)
        log_error("no memory for %zu sums", count);
    bool ok = sums && sum_eval(unit, model, operands, count, sums);

    for (size_t i = 0; ok && i < count; i++)
        values[i] = fract(sum_binary32(model->format, sums[i]));
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
    .shown = true,
    .operands = 2,
    .ramp = 1,
    .addends = 2,
    .level_scale = 1,
    .level_slack = 1,
    .shape = ramp_shape,
    .operand = ramp_operand,
    .eval = stripes_eval,
    .infer = stripes_infer,
    .describe = stripes_describe,
};
