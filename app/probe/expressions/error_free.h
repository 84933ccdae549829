// SPDX-License-Identifier: MIT
//
// The expressions of the probes error_free and pair_quotients, what a device answers, and
// what they came to.

#ifndef PROBE_EXPRESSIONS_ERROR_FREE_H
#define PROBE_EXPRESSIONS_ERROR_FREE_H

#include "probe/list.h"

#include <stdbool.h>

// The expressions of pair_quotients, by numbers behind those of error_free.
enum { ERROR_FREE_PAIR_QUOTIENT = ERROR_FREE_COUNT, ERROR_FREE_PAIR_ROOT };

// The line that an expression of one of the two probes is.
int error_free_line(const struct probe *probe, int expression);

// Returns true if the line is float-float arithmetic, whose operands are pairs.
bool error_free_is_pair(int line);

// Of traits.folds, where only this bit is set: e of TwoSum is summed in another order.
#define ERROR_FREE_REORDERS (UINT64_C(1) << 63)

#endif // PROBE_EXPRESSIONS_ERROR_FREE_H
