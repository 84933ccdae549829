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

#define STRIPES_UNIT                                                                  \
    .name = "stripes_unit", .folds = true, .operands = 2, .ramp = true, .addends = 2, \
    .level_scale = 1, .level_slack = 1, .shape = ramp_shape, .operand = ramp_operand, \
    .unfit = ramp_unfit, .eval = sum_rest_eval

// A rewritten sum, by what reads it.
#define REWRITTEN(name, which)                                             \
    static struct verdict name##_infer(const struct probe_params *params,  \
                                       const struct pixels *pixels);       \
    static const struct probe name = { STRIPES_UNIT, .rewriting = (which), \
                                       .infer = name##_infer };            \
    static struct verdict name##_infer(const struct probe_params *params,  \
                                       const struct pixels *pixels)        \
    {                                                                      \
        return ramp_infer(&name, params, pixels, RAMP_REST);               \
    }

REWRITTEN(unit_minus_first, REWRITING_MINUS_FIRST)
REWRITTEN(unit_plus_first, REWRITING_PLUS_FIRST)
REWRITTEN(unit_one_last, REWRITING_ONE_LAST)

static const struct probe *const unit_rewritten[REWRITING_COUNT] = {
    [REWRITING_MINUS_FIRST] = &unit_minus_first,
    [REWRITING_PLUS_FIRST] = &unit_plus_first,
    [REWRITING_ONE_LAST] = &unit_one_last,
};

const struct probe probe_stripes_unit = {
    STRIPES_UNIT,
    .forms =
        1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_PUBLISHED,
    .asked_as = &probe_width,
    .shown = PROBE_PAGE_BOX_2,
    .rewritten = unit_rewritten,
    .infer = stripes_unit_infer,
};
