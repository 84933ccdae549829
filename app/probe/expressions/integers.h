// SPDX-License-Identifier: MIT
//
// The expressions of the probe "integers", their cases, and what a device would answer.
// Operands 0 and 1 are floats, x and y; operand 2 is the pattern of an integer, n.

#ifndef PROBE_EXPRESSIONS_INTEGERS_H
#define PROBE_EXPRESSIONS_INTEGERS_H

#include "probe/expressions.h"

#include <stdbool.h>
#include <stdint.h>

#define INTEGERS_CASES 32

// Id, word, label, and whether the result depends on the processor where software
// renders: no standard defines it, and AVX-512 has other instructions for it.
// clang-format off
#define INTEGERS_TABLE(LINE) \
    LINE(TO_INT, "to-int", "int(x)", false) \
    LINE(TO_UINT, "to-uint", "uint(x)", false) \
    LINE(INT_RANGE, "int-range", "int(x), out of range", true) \
    LINE(UINT_NEGATIVE, "uint-negative", "uint(x), x < 0", true) \
    LINE(UINT_RANGE, "uint-range", "uint(x), out of range", true) \
    LINE(INT_NAN, "int-nan", "int(NaN)", true) \
    LINE(UINT_NAN, "uint-nan", "uint(NaN)", true) \
    LINE(INT_INFINITY, "int-infinity", "int(infinity)", true) \
    LINE(UINT_INFINITY, "uint-infinity", "uint(infinity)", true) \
    LINE(FROM_SMALL, "from-small", "float(int)", false) \
    LINE(FROM_INT, "from-int", "float(int), rounded", false) \
    LINE(FROM_UINT, "from-uint", "float(uint), rounded", false) \
    LINE(ROUND_TIES, "round-ties", "round(x), ties", false) \
    LINE(ROUND, "round", "round(x)", false) \
    LINE(ROUND_EVEN, "round-even", "roundEven(x), ties", false) \
    LINE(TRUNC, "trunc", "trunc(x)", false) \
    LINE(FLOOR, "floor", "floor(x)", false) \
    LINE(CEIL, "ceil", "ceil(x)", false) \
    LINE(FRACT, "fract", "fract(x)", false) \
    LINE(FRACT_TINY, "fract-tiny", "fract(-tiny)", false) \
    LINE(MOD, "mod", "mod(x, y)", false) \
    LINE(SIGN, "sign", "sign(x)", false) \
    LINE(ROUND_SIGN, "round-sign", "round(x), sign of zero", false) \
    LINE(CEIL_SIGN, "ceil-sign", "ceil(x), sign of zero", false)
// clang-format on

#define INTEGERS_ID(id, word, text, processor) INTEGERS_##id,
enum integers_line { INTEGERS_TABLE(INTEGERS_ID) INTEGERS_EXPRESSION_COUNT };

// As `operand`, `answer` and `judge` of struct expressions.
void integers_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words);
bool integers_answer(const struct expressions_call *call);
bool integers_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found);

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
enum fp_round integers_rule(enum integers_line line);

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

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const integers_kinds[];

extern const struct finding_kind kind_as_int, kind_wraps, kind_words, kind_case_of_x;

#endif // PROBE_EXPRESSIONS_INTEGERS_H
