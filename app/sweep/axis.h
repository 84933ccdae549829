// SPDX-License-Identifier: MIT
//
// What the chunks of a sweep are, said in words and numbers: of most domains a binade of
// an operand, of mantissas a part of [1, 2). Views label their rows and axes by it.

#ifndef AXIS_H
#define AXIS_H

#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>

enum axis_kind {
    AXIS_BINADES, // binary32 exponents: 0 subnormals, 255 infinities and NaN
    AXIS_OCTETS,  // binary64: eight exponents each
    AXIS_PARTS,   // [1 + c / 256, 1 + (c + 1) / 256)
    AXIS_WORDS,   // of integers and halves in a word: bits 23 to 30 of it
};

struct axis {
    enum axis_kind kind;
    const char *operand; // "x", "a", "b": whose binades
    bool signs;          // whether the sides of a chunk are the signs of it
};

// The axis along which a function is swept over a domain of a kind that it takes.
struct axis axis_of(const struct function *function, const struct domain *domain);

// "2^-3", "subnormal", "inf, NaN", "1 + 12/256": what chunk `chunk` holds.
void axis_label(const struct axis *axis, int chunk, char *text, size_t size);

// [*low, *high), magnitudes in a chunk; *high is INFINITY of the last finite one and
// both of the chunk of infinities and NaN. Not of AXIS_WORDS.
void axis_range(const struct axis *axis, int chunk, double *low, double *high);

// An operand as a number: binary32, binary64, or of an integer its value. `second` asks
// for b.
double axis_value(const struct function *function, const struct domain *domain,
                  struct operands operands, bool second);

// Bits of a result as a number; NAN of one that is none.
double axis_result(enum function_type type, uint64_t bits);

// Hex digits of an operand, and of a result: 8 or 16, or 4.
int axis_digits(const struct domain *domain);
int axis_result_digits(enum function_type type);

#endif // AXIS_H
