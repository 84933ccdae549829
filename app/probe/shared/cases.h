// SPDX-License-Identifier: MIT
//
// The operands of the probe operations, for any format: made once and kept.

#ifndef OPERATION_CASES_H
#define OPERATION_CASES_H

#include "probe/shared/draft.h"

#define OPERATION_CASES_COUNT OPERATION_DRAFT_CASES

enum operation_cases {
    OPERATION_CASES_SUM,             // a + b
    OPERATION_CASES_PRODUCT,         // a * b
    OPERATION_CASES_QUOTIENT,        // a / b
    OPERATION_CASES_FUSED,           // a * b + c
    OPERATION_CASES_ROOT,            // sqrt(a), a > 0
    OPERATION_CASES_RECIPROCAL_ROOT, // 1 / sqrt(a), a > 0
    OPERATION_CASES_RECIPROCAL,      // 1 / a
    OPERATION_CASES_KINDS,
};

// Case `at`, in [0, OPERATION_CASES_COUNT), as patterns of the format; operands that the
// operation lacks are zeros. Any thread may ask.
void operation_cases_get(struct fp_format format, enum operation_cases kind, int at,
                         uint64_t operands[3]);

#endif // OPERATION_CASES_H
