// SPDX-License-Identifier: MIT
//
// The errors of the probe operations, for its tests.

#ifndef PROBE_EXPRESSIONS_OPERATIONS_H
#define PROBE_EXPRESSIONS_OPERATIONS_H

#include "probe/list.h"

// (answer - exact) / ulp of case `at` of an expression, in units of the last of
// params->precision_bits. Returns false if the answer is no finite number.
bool operations_judge_error(const struct expressions_seen *seen, size_t at,
                            double *error);

#endif // PROBE_EXPRESSIONS_OPERATIONS_H
