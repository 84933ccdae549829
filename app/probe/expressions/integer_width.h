// SPDX-License-Identifier: MIT
//
// The expressions of the probe "integer_width", and what integers of so many bits give.

#ifndef PROBE_EXPRESSIONS_INTEGER_WIDTH_H
#define PROBE_EXPRESSIONS_INTEGER_WIDTH_H

#include "probe/expressions.h"

#include <stdbool.h>
#include <stdint.h>

// BARE: of ints without a precision. WANG, PCG, XXHASH: hashes of a.
enum integer_width_line {
    INTEGER_WIDTH_PRODUCT,
    INTEGER_WIDTH_SUM,
    INTEGER_WIDTH_LEFT,
    INTEGER_WIDTH_RIGHT,
    INTEGER_WIDTH_QUOTIENT,
    INTEGER_WIDTH_PRODUCT_UINT,
    INTEGER_WIDTH_PRODUCT_SHIFTED,
    INTEGER_WIDTH_QUOTIENT_UINT,
    INTEGER_WIDTH_REMAINDER_UINT,
    INTEGER_WIDTH_BARE_PRODUCT,
    INTEGER_WIDTH_BARE_SHIFTED,
    INTEGER_WIDTH_WANG,
    INTEGER_WIDTH_PCG,
    INTEGER_WIDTH_XXHASH,
    INTEGER_WIDTH_COUNT
};

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
