// SPDX-License-Identifier: MIT

#include "device/fake_paint.h"

#include "base/fp_bits.h"
#include "probe/picture.h"
#include "probe/shared/inside.h"
#include "probe/shared/ramp.h"

#include <math.h>

// A binary32 pattern of what a case shows.
typedef uint32_t value_of(const struct probe *probe, const struct traits *traits,
                          const double *operands);

static uint32_t folded_value(const struct probe *probe, const struct traits *traits,
                             const double *operands)
{
    double value = operands[1];

    (void) traits;
    for (int k = 2; k < probe->operands; k++)
        value *= operands[k];
    return fp_bits((float) value);
}

static void paint_each(const struct probe *probe, const struct probe_params *params,
                       const struct traits *traits, value_of *value, struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            bool black = probe_is_separator(shape, y);

            probe->operand(params, shape.bands - 1 - y / shape.cell_height,
                           x / shape.cell_width, operands);
            pixels_row(out, y)[x] = probe_encode(
                probe, params->readout, black ? 0 : value(probe, traits, operands));
        }
    }
}

// 2^n as a pow() has it that is half an ulp low: the next number below.
static void low_operand(const struct probe_params *params, int band, int column,
                        double *operands)
{
    ramp_operand(params, band, column, operands);
    if (band > 0)
        operands[0] -= ldexp(operands[0], -params->model.format.precision);
}

static bool paint_published(const struct probe *probe, const struct probe_params *params,
                            const struct traits *traits, const struct unit *unit,
                            struct pixels *out)
{
    const struct probe *rewritten = probe->rewritten[traits->rewriting];
    struct probe own = rewritten ? *rewritten : *probe;

    if (traits->low_powers)
        own.operand = low_operand;
    return probe_eval(&own, params, unit, out);
}

bool fake_paint_sums(const struct probe *probe, const struct probe_params *params,
                     const struct traits *traits, const struct unit *unit,
                     struct pixels *out)
{
    bool folded = traits->folds && probe->folds;
    bool chain = probe->folds || probe->ramp || probe->judges_adder;

    if (folded || (traits_keeps(traits) && chain)) {
        paint_each(probe, params, traits, folded ? folded_value : inside_picture, out);
        return true;
    }
    return params->form == FORM_PUBLISHED
               ? paint_published(probe, params, traits, unit, out)
               : probe_eval(probe, params, unit, out);
}
