// SPDX-License-Identifier: MIT
//
// The idioms of the probe folding: the expression as written, what it may be simplified
// to, and operands that distinguish the two. The order is that of the expressions, and of
// the bits of traits.folds. Nothing is judged here.

#ifndef PROBE_EXPRESSIONS_FOLDING_IDIOMS_H
#define PROBE_EXPRESSIONS_FOLDING_IDIOMS_H

#include "probe/probe.h"

#include <stdbool.h>
#include <stdint.h>

#define FOLDING_IDIOMS  30
#define FOLDING_COLUMNS 32
#define FOLDING_WITNESS "cd+d*" // what is asked beside each: how does a sum round?

struct folding_idiom {
    const char *written, *simplified; // programs (postfix.h)
    const char *to;                   // the simplified one as GLSL
    bool is_free; // GLSL does not say how it is computed, not even where it is precise
};

// In the order of the expressions.
extern const struct folding_idiom folding_idioms[FOLDING_IDIOMS];
extern const char *const folding_idioms_names[FOLDING_IDIOMS];

// Operands of case `at` in [0, FOLDING_COLUMNS) of an idiom.
void folding_idioms_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words);

#endif // PROBE_EXPRESSIONS_FOLDING_IDIOMS_H
