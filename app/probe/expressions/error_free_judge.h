// SPDX-License-Identifier: MIT
//
// What the lines of the probe error_free came to.

#ifndef ERROR_FREE_JUDGE_H
#define ERROR_FREE_JUDGE_H

#include "probe/lines.h"

#include <stdbool.h>

// In the order of the lines. Operands: a, b, and from the products on the split's factor
// for the third; of the float-float lines a's two parts, then b's two, or b (c) and the
// factor. Answers: the rounded result and the rest.
enum error_free_line {
    ERROR_FREE_TWO_SUM,
    ERROR_FREE_FAST_TWO_SUM,
    ERROR_FREE_TWO_PRODUCT_FMA,
    ERROR_FREE_TWO_PRODUCT,
    ERROR_FREE_SPLIT,
    ERROR_FREE_PAIR_SUM,
    ERROR_FREE_PAIR_PRODUCT,
    ERROR_FREE_PAIR_STEP,
    ERROR_FREE_LINES,
};

// lines.h: judge.
bool error_free_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found);

#endif // ERROR_FREE_JUDGE_H
