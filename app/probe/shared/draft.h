// SPDX-License-Identifier: MIT
//
// Builds a row of operands: seeded random numbers, and a list of cases that accepts only
// those that can be tested. All of it is a function of the format.

#ifndef PROBE_SHARED_DRAFT_H
#define PROBE_SHARED_DRAFT_H

#include "base/fp_format.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stdint.h>

#define DRAFT_CASES 128

struct draft {
    struct fp_format format;
    uint64_t seed;
    int count; // [0, DRAFT_CASES]
    uint64_t cases[DRAFT_CASES][3];
};

struct draft draft_make(struct fp_format format);

// Fill a draft with operands that part the rules of rounding, but for its last cases
// where the format is too narrow for them. Sums, products, and both in one:
void draft_sums(struct draft *draft);
void draft_products(struct draft *draft);
void draft_fused(struct draft *draft);

// Results next to a number of the format, or to the middle between two, where a last bit
// is most easily wrong. a / b, also for a * (1 / b); 1 / b of operand 0; sqrt(a);
// 1 / sqrt(a).
void draft_quotients(struct draft *draft);
void draft_reciprocals(struct draft *draft);
void draft_roots(struct draft *draft);
void draft_reciprocal_roots(struct draft *draft);

#endif // PROBE_SHARED_DRAFT_H
