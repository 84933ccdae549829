// SPDX-License-Identifier: MIT
//
// How it works
//
// Where an expression keeps more bits than are stored, a compiler may store an
// intermediate result in one place and not in another: when it runs out of registers, or
// in the code for fragments at an edge. Then two renders differ, or two pixels of a case,
// and no single arithmetic paints the picture. It is explained if each pixel shows the
// sum as it is kept, or as it is stored.

#include "base/cause.h"
#include "base/fp_bits.h"
#include "measure/private.h"
#include "probe/picture.h"
#include "probe/shared/inside.h"
#include "unit/wide.h"

#include <math.h>
#include <stdio.h>

// Returns true if a binary32 pattern is beyond the range of a format, or the end of it.
static bool is_end_of_range(struct fp_format format, uint32_t word)
{
    return fabs((double) fp_from_bits(word)) >=
           ldexp(1 - ldexp(1, -format.precision), format.emax + 1);
}

// Whether a pixel shows a case in one of these ways. How it overflows is a trait of its
// own.
static bool shows_mixed(const struct probe *probe, const struct probe_params *params,
                        const double *operands, uint32_t word)
{
    struct traits traits = TRAITS_NONE(params->model);
    uint32_t values[INSIDE_MIXED];

    traits.inside_bits = params->inside_bits;
    for (int i = inside_mixed(probe, &traits, operands, values) - 1; i >= 0; i--)
        if (probe_shows(probe, params->readout, word, values[i]) ||
            (is_end_of_range(params->model.format, word) &&
             is_end_of_range(params->model.format, values[i])))
            return true;
    return false;
}

static bool is_mixed(const struct probe *probe, const struct probe_params *params,
                     const struct pixels *pixels)
{
    struct probe_shape shape = probe_shape(probe, params);
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < pixels->height; y++) {
        int band = shape.bands - 1 - y / shape.cell_height;

        for (int x = 0; x < pixels->width && !probe_is_separator(shape, y); x++) {
            probe->operand(params, band, x / shape.cell_width, operands);
            if (!shows_mixed(probe, params, operands, pixels_row(pixels, y)[x]))
                return false;
        }
    }
    return true;
}

bool measure_is_mixed(const struct probe *probe, const struct probe_params *params,
                      const struct pixels *pixels, struct verdict *verdict)
{
    bool sums = probe->folds || probe->ramp || probe->judges_adder;

    if (probe->expressions || !sums || params->form == FORM_PUBLISHED ||
        params->inside_bits <= 0 || params->inside_bits > WIDE_BITS ||
        !is_mixed(probe, params, pixels))
        return false;
    *verdict = verdict_unknown(STATUS_EXCESS);
    verdict->inside_bits = params->inside_bits;
    snprintf(verdict->reason, sizeof verdict->reason,
             "some sums came back unrounded: " CAUSE_KEEPS, params->inside_bits);
    return true;
}
