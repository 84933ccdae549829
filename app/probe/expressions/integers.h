// SPDX-License-Identifier: MIT
//
// The lines of the probe "integers", their cases, and what a device would answer.
// Operands 0 and 1 are floats, x and y; operand 2 is the pattern of an integer, n.

#ifndef INTEGERS_H
#define INTEGERS_H

#include "probe/lines.h"

#include <stdbool.h>
#include <stdint.h>

#define INTEGERS_CASES 32

enum integers_line {
    INTEGERS_TO_INT,
    INTEGERS_TO_UINT,
    INTEGERS_INT_RANGE,
    INTEGERS_UINT_NEGATIVE,
    INTEGERS_UINT_RANGE,
    INTEGERS_INT_NAN,
    INTEGERS_UINT_NAN,
    INTEGERS_INT_INFINITY,
    INTEGERS_UINT_INFINITY,
    INTEGERS_FROM_SMALL,
    INTEGERS_FROM_INT,
    INTEGERS_FROM_UINT,
    INTEGERS_ROUND_TIES,
    INTEGERS_ROUND,
    INTEGERS_ROUND_EVEN,
    INTEGERS_TRUNC,
    INTEGERS_FLOOR,
    INTEGERS_CEIL,
    INTEGERS_FRACT,
    INTEGERS_FRACT_TINY,
    INTEGERS_MOD,
    INTEGERS_SIGN,
    INTEGERS_ROUND_SIGN,
    INTEGERS_CEIL_SIGN,
    INTEGERS_LINE_COUNT,
};

// As `operand`, `answer` and `judge` of struct lines.
void integers_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words);
bool integers_answer(const struct lines_call *call);
bool integers_judge(const struct lines_seen *seen, struct finding *finding,
                    struct traits *found);

// x, a binary32 pattern, rounded to a whole number by one of the first eleven rules; the
// sign of a zero is that of x.
uint32_t integers_whole(enum fp_round rule, uint32_t bits);

// What becomes of numbers that an integer does not hold.
enum integers_outside { INTEGERS_SATURATES, INTEGERS_WRAPS, INTEGERS_OUTSIDE_COUNT };

// x rounded to a whole number by `rule`, as the pattern of an int, or of a uint; a NaN
// becomes 0.
uint32_t integers_word(enum fp_round rule, enum integers_outside outside, bool is_signed,
                       uint32_t bits);

// The rule by which a line rounds to a whole number: round, trunc, floor, ...
enum fp_round integers_rule(enum integers_line line);

// Fills the answer of a line whose operands no integer holds.
void integers_judge_outside(const struct lines_seen *seen, struct finding *finding);

// The one answer to every case, into *word; false if there are several.
bool integers_constant(const struct lines_seen *seen, uint64_t *word);

// How mod(x, y) may be computed: as GLSL has it, in single operations; with the product
// and the difference fused; by the fraction of the quotient; as if that were exact.
enum integers_quotient {
    INTEGERS_MOD_FLOOR,
    INTEGERS_MOD_FUSED,
    INTEGERS_MOD_FRACT,
    INTEGERS_MOD_EXACT,
};

// Answers of the line INTEGERS_MOD. Returns false, after logging why, if the unit broke.
bool integers_mod(const struct lines_call *call, enum integers_quotient how);

#endif // INTEGERS_H
