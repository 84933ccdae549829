// SPDX-License-Identifier: MIT
//
// The expressions of the probe "integer_width", and what integers of so many bits give.

#ifndef PROBE_EXPRESSIONS_INTEGER_WIDTH_H
#define PROBE_EXPRESSIONS_INTEGER_WIDTH_H

#include "probe/list.h"

#include <stdbool.h>
#include <stdint.h>

// Operands of a case, whole numbers of up to 32 bits.
struct integer_width_pair {
    double a, b;
};

// Whether an expression is of ints; otherwise it is of uints.
bool integer_width_is_signed(int line);

// What integers of so many bits, [1, 32], make of a case, as a word of 32 bits; 0 where
// the divisor becomes 0.
uint32_t integer_width_word(int line, int bits, struct integer_width_pair pair);

#endif // PROBE_EXPRESSIONS_INTEGER_WIDTH_H
