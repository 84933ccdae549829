// SPDX-License-Identifier: MIT
//
// The stripe picture in its second form: grey = (2^B + x) - 2^B. The difference is
// exact (Sterbenz), the sum is the only rounding; whole units stay, so that rounding
// up is white, not black. Compilers like to simplify it to x. ramp.c says how it is
// read.

#include "probe/list.h"
#include "probe/shared/ramp.h"
#include "probe/shared/sum.h"

static struct verdict stripes_unit_infer(const struct probe_params *params,
                                         const struct pixels *pixels)
{
    return ramp_infer(&probe_stripes_unit, params, pixels, RAMP_REST);
}

const struct probe probe_stripes_unit = {
    .name = "stripes_unit",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .operands = 2,
    .ramp = true,
    .addends = 2,
    .level_scale = 1,
    .level_slack = 1,
    .shape = ramp_shape,
    .operand = ramp_operand,
    .eval = sum_rest_eval,
    .infer = stripes_unit_infer,
};
