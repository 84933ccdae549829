// SPDX-License-Identifier: MIT
//
// Seeded random numbers of a given number of bits, as operands of expressions: the same
// on every machine. They know neither a question nor a device.

#ifndef PROBE_SHARED_DRAWS_H
#define PROBE_SHARED_DRAWS_H

#include "probe/probe.h"

#include <stdint.h>

// The next 64 bits of the sequence that `state` seeds; any state will do.
uint64_t draws_next(uint64_t *state);

// 64 random bits that depend on `state` alone.
uint64_t draws_mix(uint64_t state);

// A whole number in [0, count).
int draws_below(uint64_t *state, int count);

// +-m * 2^exponent with m in [1, 2) and `bits` significant bits in [1, 53], exact.
double draws_number(uint64_t *state, int bits, int exponent);

// The carrier word of `value`, which must be exact in it.
uint64_t draws_word(const struct probe_params *params, double value);

#endif // PROBE_SHARED_DRAWS_H
