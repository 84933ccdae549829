// SPDX-License-Identifier: MIT
//
// The expressions of the probe "integers", their cases, and what a device would answer.
// Operands 0 and 1 are floats, x and y; operand 2 is the pattern of an integer, n.

#ifndef PROBE_EXPRESSIONS_INTEGERS_H
#define PROBE_EXPRESSIONS_INTEGERS_H

#include "probe/list.h"

#include <stdbool.h>
#include <stdint.h>

#define INTEGERS_CASES 32

// Returns true if an expression makes an int or a uint of x.
bool integers_makes_integer(int line);

// x, a binary32 pattern, rounded to a whole number by one of the first eleven rules; the
// sign of a zero is that of x.
uint32_t integers_whole(enum fp_round rule, uint32_t bits);

// What becomes of numbers that an integer does not hold.
enum integers_outside { INTEGERS_SATURATES, INTEGERS_WRAPS, INTEGERS_OUTSIDE_COUNT };

// x rounded to a whole number by `rule`, as the pattern of an int, or of a uint; a NaN
// becomes 0.
uint32_t integers_word(enum fp_round rule, enum integers_outside outside, bool is_signed,
                       uint32_t bits);

// The rule by which an expression rounds to a whole number: round, trunc, floor, ...
enum fp_round integers_rule(enum integers_expression line);

// Fills the answer of an expression whose operands no integer holds.
void integers_judge_outside(const struct expressions_seen *seen, struct finding *finding);

// The one answer to every case, into *word; false if there are several.
bool integers_constant(const struct expressions_seen *seen, uint64_t *word);

// How mod(x, y) may be computed: as GLSL has it, in single operations; with the product
// and the difference fused; by the fraction of the quotient; as if that were exact.
enum integers_quotient {
    INTEGERS_MOD_FLOOR,
    INTEGERS_MOD_FUSED,
    INTEGERS_MOD_FRACT,
    INTEGERS_MOD_EXACT,
};

// Answers of the expression INTEGERS_MOD. Returns false, after logging why, if the unit
// broke.
bool integers_mod(const struct expressions_call *call, enum integers_quotient how);

extern const struct finding_kind kind_as_int, kind_wraps, kind_words, kind_case_of_x;

#endif // PROBE_EXPRESSIONS_INTEGERS_H
