// SPDX-License-Identifier: MIT
//
// The idioms of the probe folding: the expression as written, what it may be simplified
// to, and operands that distinguish the two. Nothing is
// judged here.

#ifndef PROBE_EXPRESSIONS_FOLDING_IDIOMS_H
#define PROBE_EXPRESSIONS_FOLDING_IDIOMS_H

#include "probe/expressions.h"

#include <stdbool.h>
#include <stdint.h>

#define FOLDING_COLUMNS 32
#define FOLDING_WITNESS "cd+d*" // what is asked beside each: how does a sum round?

// The expressions of the probe; traits.folds has a bit of each.
enum folding_expression {
    FOLDING_ADD_SUB,
    FOLDING_SUB_SUB,
    FOLDING_SUB_ADD,
    FOLDING_MUL_DIV,
    FOLDING_DIV_MUL,
    FOLDING_MUL_ZERO,
    FOLDING_SUB_SELF,
    FOLDING_ADD_ZERO,
    FOLDING_ZERO_SUB,
    FOLDING_DIV_SELF,
    FOLDING_ADD_ONE_SUB_ONE,
    FOLDING_ADD_ONE_SUB_THREE,
    FOLDING_MUL_THREE_FIVE,
    FOLDING_FACTOR_RIGHT,
    FOLDING_FACTOR_LEFT,
    FOLDING_SQRT_SQRT,
    FOLDING_SQRT_SQUARE,
    FOLDING_NEG_SUB,
    FOLDING_ADD_ADD_LEFT,
    FOLDING_ADD_ADD_RIGHT,
    FOLDING_MUL_MUL,
    FOLDING_DIV_THREE,
    FOLDING_RECIPROCAL_RECIPROCAL,
    FOLDING_BITS_ADD_SUB,
    FOLDING_EQUAL_SELF,
    FOLDING_NOT_LESS,
    FOLDING_SUB_EQUAL_ZERO,
    FOLDING_ADD_GREATER,
    FOLDING_MIX_ZERO,
    FOLDING_MIX_ONE,
    FOLDING_IDIOMS,
};

struct folding_idiom {
    const char *written, *simplified; // programs (postfix.h)
    const char *to;                   // the simplified one as GLSL
    bool is_free; // GLSL does not say how it is computed, not even where it is precise
};

// By expression.
extern const struct folding_idiom folding_idioms[FOLDING_IDIOMS];
extern const struct expression folding_idioms_list[FOLDING_IDIOMS];

// Operands of case `at` in [0, FOLDING_COLUMNS) of an idiom.
void folding_idioms_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words);

#endif // PROBE_EXPRESSIONS_FOLDING_IDIOMS_H
