// SPDX-License-Identifier: MIT

#include "device/fake_paint.h"

#include "base/fp_bits.h"
#include "probe/picture.h"
#include "probe/shared/ramp.h"

#include <math.h>

void fake_paint_folded(const struct probe *probe, const struct probe_params *params,
                       struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            probe->operand(params, shape.bands - 1 - y / shape.cell_height,
                           x / shape.cell_width, operands);
            double value = operands[1];

            for (int k = 2; k < probe->operands; k++)
                value *= operands[k];
            pixels_row(out, y)[x] =
                probe_encode(probe, params->readout,
                             probe_is_separator(shape, y) ? 0 : fp_bits((float) value));
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

bool fake_paint_published(const struct probe *probe, const struct probe_params *params,
                          const struct traits *traits, const struct unit *unit,
                          struct pixels *out)
{
    const struct probe *rewritten = probe->rewritten[traits->rewriting];
    struct probe own = rewritten ? *rewritten : *probe;

    if (traits->low_powers)
        own.operand = low_operand;
    return probe_eval(&own, params, unit, out);
}
