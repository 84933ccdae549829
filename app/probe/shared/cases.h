// SPDX-License-Identifier: MIT
//
// The operands of the probe operations, for any format: made once and kept.

#ifndef PROBE_SHARED_CASES_H
#define PROBE_SHARED_CASES_H

#include "probe/shared/draft.h"

#define CASES_COUNT DRAFT_CASES

enum cases {
    CASES_SUM,             // a + b
    CASES_PRODUCT,         // a * b
    CASES_QUOTIENT,        // a / b
    CASES_FUSED,           // a * b + c
    CASES_ROOT,            // sqrt(a), a > 0
    CASES_RECIPROCAL_ROOT, // 1 / sqrt(a), a > 0
    CASES_RECIPROCAL,      // 1 / a
    CASES_KINDS,
};

// Case `at`, in [0, CASES_COUNT), as patterns of the format; operands that the
// operation lacks are zeros, and so are cases that a format of a tiny range lacks. Any
// thread may ask.
void cases_get(struct fp_format format, enum cases kind, int at, uint64_t operands[3]);

#endif // PROBE_SHARED_CASES_H
