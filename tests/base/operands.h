// SPDX-License-Identifier: MIT
//
// Operands that hurt, of any format: zeros, infinities and NaN, the edges of the
// subnormals and of the range, powers of two and their neighbours at the distances
// where sums and products tie, and seeded random ones in between.

#ifndef TESTS_BASE_OPERANDS_H
#define TESTS_BASE_OPERANDS_H

#include "base/fp_format.h"

#include <stddef.h>
#include <stdint.h>

// The next of a sequence that `state` seeds; any state will do.
uint64_t operands_random(uint64_t *state);

// Patterns of data of `format`, never outside its encoding; half of them constructed.
void operands_fill(struct fp_format format, uint64_t *state, uint64_t *out, size_t count);

// All triples of zero, the subnormals and normals at the ends of their ranges, 1,
// infinity and NaN, of both signs: out[k][i] is operand k of case i, and each out[k]
// holds OPERANDS_SPECIALS words.
#define OPERANDS_SPECIALS 4096
void operands_specials(struct fp_format format, uint64_t *const out[3]);

#endif // TESTS_BASE_OPERANDS_H
