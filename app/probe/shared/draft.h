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

// significand * 2^exponent, of any sign; exact in the format after trailing zeros are
// gone.
struct draft_datum {
    int64_t significand;
    int exponent;
};

struct draft {
    struct fp_format format;
    uint64_t seed;
    int count; // [0, DRAFT_CASES]
    uint64_t cases[DRAFT_CASES][3];
};

struct draft draft_make(struct fp_format format);

// The next of a sequence, 64 random bits.
uint64_t draft_random(struct draft *draft);

// Uniform in [low, high].
int draft_between(struct draft *draft, int low, int high);

// A significand of p bits that ends in exactly `zeros` zeros, in [0, p), or in any
// number of them if -1.
uint64_t draft_significand(struct draft *draft, int zeros);

// A small exponent to add to an operand's, for variety: less where the range is small.
int draft_exponent(struct draft *draft);

// (-1)^negative * significand * 2^exponent.
struct draft_datum draft_number(uint64_t significand, bool negative, int exponent);

// op of patterns of the draft's format, to nearest even.
uint64_t draft_apply(const struct draft *draft, enum unit_op op, const uint64_t in[3]);

// The pattern of a datum, which is exact.
uint64_t draft_pattern(const struct draft *draft, struct draft_datum datum);

// Whether a pattern is a normal number, below the uppermost binade, so that no rule of
// rounding overflows.
bool draft_is_fit(const struct draft *draft, uint64_t bits);

// Appends a case of `op`, operands [arity], if there is room, all operands are fit or
// zero, and so are the result, which is not zero, and what may be computed on the way.
// Returns false if not.
bool draft_push(struct draft *draft, enum unit_op op, const struct draft_datum *operands);

// Fill a draft with operands that part the rules of rounding, but for its last cases
// where the format is too narrow for them. draft_sums.c: sums, products, and both in one.
void draft_sums(struct draft *draft);
void draft_products(struct draft *draft);
void draft_fused(struct draft *draft);

// draft_quotients.c: results next to a number of the format, or to the middle between
// two, where a last bit is most easily wrong. a / b, also for a * (1 / b); 1 / b of
// operand 0; sqrt(a); 1 / sqrt(a).
void draft_quotients(struct draft *draft);
void draft_reciprocals(struct draft *draft);
void draft_roots(struct draft *draft);
void draft_reciprocal_roots(struct draft *draft);

// Whether the product of two patterns with `columns` columns of partial products below
// the last place is not that with one more.
bool draft_tells_columns(const struct draft *draft, int columns, uint64_t a, uint64_t b);

// The inverse of an odd number mod 2^64.
uint64_t draft_inverse(uint64_t odd);

#endif // PROBE_SHARED_DRAFT_H
