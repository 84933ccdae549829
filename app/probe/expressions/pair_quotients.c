// SPDX-License-Identifier: MIT
//
// Quotients and roots of pairs, which stand on a quotient and a root of the device that
// need not be correctly rounded: GLSL permits 2.5 ulp and 4.5. How they are computed and
// what their algorithms owe is in error_free_steps.c, how they are judged, in
// error_free_judge.c. A case has four operands, so that a quotient's two pairs,
// a = ah + l and b = bh + l, have the same low part, as low as either pair asks for.

#include "base/fp.h"
#include "probe/expressions/error_free.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <math.h>

#define COLUMNS 192

// Near the middle of the upper half of a narrow range, where the last place of a product
// of high parts is a number of the format.
static int middle(const struct probe_params *params)
{
    int emax = params->model.format.emax;

    return emax < 2 * params->precision_bits + 12 ? (emax - 4) / 2 : 0;
}

static double magnitude(const struct probe_params *params, uint64_t *state)
{
    int exponent = middle(params) + draws_below(state, 3) - 1;

    return fabs(draws_number(state, params->precision_bits, exponent));
}

void pair_quotients_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    int p = params->precision_bits;
    double values[PROBE_OPERANDS];

    values[0] = magnitude(params, &state);
    values[2] = magnitude(params, &state);
    int least = line == PAIR_QUOTIENTS_PAIR_DIV ? ilogb(fmin(values[0], values[2]))
                                                : ilogb(values[0]);

    values[1] = draws_number(&state, p, least - p - 1 - draws_below(&state, 3));
    values[3] = ldexp(1, (p + 1) / 2) + 1;
    if (line == PAIR_QUOTIENTS_PAIR_DIV && at % 2)
        values[0] = -values[0];
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, values[k]);
}

int error_free_line(const struct probe *probe, int expression)
{
    if (probe != &probe_pair_quotients)
        return expression;
    return expression == PAIR_QUOTIENTS_PAIR_DIV ? ERROR_FREE_PAIR_QUOTIENT
                                                 : ERROR_FREE_PAIR_ROOT;
}
