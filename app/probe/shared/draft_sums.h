// SPDX-License-Identifier: MIT
//
// Operands of sums, of products, and of both in one, that part the rules of rounding.

#ifndef OPERATION_SUMS_H
#define OPERATION_SUMS_H

#include "probe/shared/draft.h"

// Fill a draft, but for its last cases where the format is too narrow for them.
void operation_sums_add(struct operation_draft *draft);
void operation_sums_multiply(struct operation_draft *draft);
void operation_sums_fused(struct operation_draft *draft);

// Whether the product of two patterns with `columns` columns of partial products below
// the last place is not that with one more.
bool operation_sums_tell_columns(const struct operation_draft *draft, int columns,
                                 uint64_t a, uint64_t b);

// The inverse of an odd number mod 2^64.
uint64_t operation_sums_inverse(uint64_t odd);

#endif // OPERATION_SUMS_H
