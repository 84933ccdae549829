// SPDX-License-Identifier: MIT
//
// A row of operands in the making: seeded random numbers, and a place for cases that
// takes only what is fit to be asked. All of it is a function of the format.

#ifndef OPERATION_DRAFT_H
#define OPERATION_DRAFT_H

#include "base/fp.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stdint.h>

#define OPERATION_DRAFT_CASES 128

// significand * 2^exponent, of any sign; exact in the format after trailing zeros are
// gone.
struct operation_datum {
    int64_t significand;
    int exponent;
};

struct operation_draft {
    struct fp_format format;
    uint64_t seed;
    int count; // [0, OPERATION_DRAFT_CASES]
    uint64_t cases[OPERATION_DRAFT_CASES][3];
};

struct operation_draft operation_draft_make(struct fp_format format);

// The next of a sequence, 64 random bits.
uint64_t operation_draft_random(struct operation_draft *draft);

// Uniform in [low, high].
int operation_draft_between(struct operation_draft *draft, int low, int high);

// A significand of p bits that ends in exactly `zeros` zeros, in [0, p), or in any
// number of them if -1.
uint64_t operation_draft_significand(struct operation_draft *draft, int zeros);

// A small exponent to add to an operand's, for variety: less where the range is small.
int operation_draft_exponent(struct operation_draft *draft);

// (-1)^negative * significand * 2^exponent.
struct operation_datum operation_draft_datum(uint64_t significand, bool negative,
                                             int exponent);

// op of patterns of the draft's format, to nearest even.
uint64_t operation_draft_apply(const struct operation_draft *draft, enum unit_op op,
                               const uint64_t in[3]);

// The pattern of a datum, which is exact.
uint64_t operation_draft_pattern(const struct operation_draft *draft,
                                 struct operation_datum datum);

// Whether a pattern is a normal number, below the uppermost binade, so that no rule of
// rounding overflows.
bool operation_draft_is_fit(const struct operation_draft *draft, uint64_t bits);

// Appends a case of `op`, operands [arity], if there is room, all operands are fit or
// zero, and so are the result, which is not zero, and what may be computed on the way.
// Returns false if not.
bool operation_draft_push(struct operation_draft *draft, enum unit_op op,
                          const struct operation_datum *operands);

#endif // OPERATION_DRAFT_H
