// SPDX-License-Identifier: MIT
//
// Integers of fewer than 32 bits, in words of 32.

#ifndef PROBE_SHARED_INTEGER_H
#define PROBE_SHARED_INTEGER_H

#include "base/facts.h"

#include <stdbool.h>
#include <stdint.h>

// The lowest `bits` of a word, [1, 32], with the sign of the uppermost of them, or with
// zeros above.
uint32_t integer_kept(int bits, bool is_signed, uint32_t word);

// The least bits that GLSL ES has for ints and uints of a precision (4.7.4): highp,
// mediump or lowp.
int integer_least_bits(enum precision precision);

#endif // PROBE_SHARED_INTEGER_H
