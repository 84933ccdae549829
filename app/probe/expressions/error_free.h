// SPDX-License-Identifier: MIT
//
// The expressions of the probes error_free and pair_quotients, what a device answers, and
// what they came to.

#ifndef PROBE_EXPRESSIONS_ERROR_FREE_H
#define PROBE_EXPRESSIONS_ERROR_FREE_H

#include "probe/expressions.h"

#include <stdbool.h>

// The numbers of the expressions of error_free, and behind them what stands for those of
// pair_quotients. Operands: a, b, and from the products on the split's
// factor for the third; of the float-float expressions a's two parts, then b's two, or b
// (c) and the factor; the low part of b in a quotient is that of a. Answers: the rounded
// result and the rest.
enum error_free_line {
    ERROR_FREE_TWO_SUM,
    ERROR_FREE_FAST_TWO_SUM,
    ERROR_FREE_TWO_PRODUCT_FMA,
    ERROR_FREE_TWO_PRODUCT,
    ERROR_FREE_SPLIT,
    ERROR_FREE_PAIR_SUM,
    ERROR_FREE_PAIR_PRODUCT,
    ERROR_FREE_PAIR_STEP,
    ERROR_FREE_EXPRESSIONS, // those of error_free; pair_quotients has the others
    ERROR_FREE_PAIR_QUOTIENT = ERROR_FREE_EXPRESSIONS,
    ERROR_FREE_PAIR_ROOT,
};

// The line that an expression of one of the two probes is.
enum error_free_line error_free_line(const struct probe *probe, int expression);

// Returns true if the line is float-float arithmetic, whose operands are pairs.
bool error_free_is_pair(enum error_free_line line);

// Of traits.folds, where only this bit is set: e of TwoSum is summed in another order.
#define ERROR_FREE_REORDERS (UINT64_C(1) << 63)

// As `answer` and `judge` of struct expressions. Folds and contracts as the two ids of
// traits.h say.
bool error_free_answer(const struct expressions_call *call);
bool error_free_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found);

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const error_free_kinds[];

// See breaks_glsl of struct expressions.
bool error_free_breaks_glsl(const struct result *result, const struct finding *finding);

#endif // PROBE_EXPRESSIONS_ERROR_FREE_H
