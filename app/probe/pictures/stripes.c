// SPDX-License-Identifier: MIT
//
// The stripe picture in its first form: grey = fract(2^B + x). The orca if the sum
// truncates, the beehive if it rounds to nearest. ramp.c says how it is read.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/ramp.h"
#include "probe/shared/sum.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// fract() of a number, exactly: the fraction has fewer bits than the number, and of a
// ramp of at most twelve bits so few that a binary32 holds it. An infinity has none.
static uint32_t stripes_fract(struct fp_format format, uint64_t bits)
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

static bool stripes_eval(const struct probe *probe, const struct unit *unit,
                         const struct fp_model *model, const uint64_t *const *operands,
                         size_t count, uint32_t *values)
{
    uint64_t *sums = memory_new(count, sizeof *sums);
    bool ok = sum_eval(probe, unit, model, operands, count, sums);

    for (size_t i = 0; ok && i < count; i++)
        values[i] = stripes_fract(model->format, sums[i]);
    free(sums);
    return ok;
}

static struct verdict stripes_infer(const struct probe_params *params,
                                    const struct pixels *pixels)
{
    return ramp_infer(&probe_stripes, params, pixels, RAMP_FRACT);
}

// What all of them have. (2^n + 1) - q is none of them: as long as a sum of 2^n has a
// fraction, 2^n + 1 is exact, and the picture is that of the sum as it is written.
#define STRIPES                                                                          \
    .name = "stripes", .operands = 2, .ramp = true, .addends = 2, .level_scale = 1,      \
    .level_slack = 1, .shape = ramp_shape, .operand = ramp_operand, .unfit = ramp_unfit, \
    .eval = stripes_eval

static struct verdict minus_first_infer(const struct probe_params *params,
                                        const struct pixels *pixels);

static const struct probe minus_first = {
    STRIPES,
    .rewriting = REWRITING_MINUS_FIRST,
    .infer = minus_first_infer,
};

static struct verdict minus_first_infer(const struct probe_params *params,
                                        const struct pixels *pixels)
{
    return ramp_infer(&minus_first, params, pixels, RAMP_FRACT);
}

static const struct probe *const rewritten[REWRITING_COUNT] = {
    [REWRITING_MINUS_FIRST] = &minus_first,
};

const struct probe probe_stripes = {
    STRIPES,
    .forms =
        1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_PUBLISHED,
    .shown = PROBE_PAGE_VERDICT,
    .rewritten = rewritten,
    .infer = stripes_infer,
};
