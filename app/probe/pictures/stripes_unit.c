// SPDX-License-Identifier: MIT
//
// The stripe picture in its second form: grey = (2^B + x) - 2^B. The difference is
// exact (Sterbenz), the sum is the only rounding; whole units stay, so that rounding
// up is white, not black. Compilers like to simplify it to x. ramp.c says how it is
// read.

#include "probe/probe_list.h"
#include "probe/shared/ramp.h"
#include "probe/shared/sum.h"

static struct verdict stripes_unit_infer(const struct probe_params *params,
                                         const struct pixels *pixels)
{
    return ramp_infer(&probe_stripes_unit, params, pixels, RAMP_REST);
}

static void stripes_unit_describe(const struct probe_params *params, int band, int column,
                                  char *text, size_t size)
{
    sum_describe(&probe_stripes_unit, params, band, column, text, size);
}

const struct probe probe_stripes_unit = {
    .name = "stripes_unit",
    .summary = "(2^B + x) - 2^B: the same sum, and whether the compiler removes it",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .operands = 2,
    .ramp = 1,
    .addends = 2,
    .level_scale = 1,
    .level_slack = 1,
    .shape = ramp_shape,
    .operand = ramp_operand,
    .eval = sum_rest_eval,
    .infer = stripes_unit_infer,
    .describe = stripes_unit_describe,
    .explain =
        "The stripes in their second form: stripe B shows (2^B + x) - 2^B. The\n"
        "difference is exact, so the sum is the only rounding; without fract(), a sum\n"
        "that is rounded up to the next whole unit is white, not black.\n"
        "\n"
        "Why it matters: it is the shape of error-free sums, of rounding to an integer\n"
        "by adding a large number, and of much other code that a compiler may take for\n"
        "a way to write x. Where the plain form is \"folded\" here, such code does\n"
        "nothing in your shader.\n"
        "\n"
        "What may fool it: folding alone. 26 perfect ramps are no sign of a good adder;\n"
        "they are the compiler's.\n",
};
