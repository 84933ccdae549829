// SPDX-License-Identifier: MIT
//
// What the answers of one operation tell: the rule of rounding and the way it was
// computed, or else how far off it is. Only operations.c knows it.

#ifndef OPERATIONS_JUDGE_H
#define OPERATIONS_JUDGE_H

#include "probe/expressions/operations_find.h"

// The judge of lines.h. The probe's `answer` must also know
// OPERATIONS_RECIPROCAL_OF_SQRT.
bool operations_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found);

// (answer - exact) / ulp of case `at` of a line, in units of the last of
// params->precision_bits. Returns false if the answer is no finite number.
bool operations_judge_error(const struct lines_seen *seen, size_t at, double *error);

#endif // OPERATIONS_JUDGE_H
