// SPDX-License-Identifier: MIT
//
// How it works
//
// Expressions are judged by the candidates of their table (shared/trial.h). The
// operands are such that all steps are in range: 1 / 2 to 2 in general, positive where a
// root is taken, a quotient of up to 128 for mod().

#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/trial.h"

#include <math.h>

// ---- operands ----

// The carrier word of a constant, rounded to the format in any direction of the host.
static uint64_t rounded_constant(const struct probe_params *params, double constant)
{
    int exponent;
    double fraction = frexp(constant, &exponent);
    int bits = params->precision_bits;

    return draws_word(params, ldexp(floor(ldexp(fraction, bits) + 0.5), exponent - bits));
}

void formulas_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words)
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) (at + 1);
    int p = params->precision_bits;

    trial_operand(params, line, at, words);
    if (line == FORMULAS_SMOOTHSTEP)
        words[0] = draws_word(params, fabs(draws_number(&state, p, -1 - at % 3)));
    if (line == FORMULAS_REFRACT || line == FORMULAS_INVERSESQRT)
        for (int k = 0; k < 3; k++)
            words[k] = draws_word(params, fabs(draws_number(&state, p, 0)));
    if (line == FORMULAS_MOD)
        words[1] = draws_word(params, draws_number(&state, p, -1 - at % 7));
    if (line == FORMULAS_FRACT)
        words[0] = draws_word(params, draws_number(&state, p, at % 16 - 12));
    if (line == FORMULAS_RADIANS)
        words[1] = rounded_constant(params, 0x1.1df46a2529d39p-6);
    if (line == FORMULAS_DEGREES)
        words[1] = rounded_constant(params, 0x1.ca5dc1a63c1f8p+5);
}

// ---- the judge ----

bool formulas_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    bool reproduced = trial_judge(seen, finding, found);

    finding->deviates = false; // GLSL names no formula
    return reproduced;
}
