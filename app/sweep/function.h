// SPDX-License-Identifier: MIT
//
// Mathematical functions, their implementations that a sweep tests, and the chunks of
// such a sweep in words and numbers.

#ifndef SWEEP_FUNCTION_H
#define SWEEP_FUNCTION_H

#include "base/fp_format.h"
#include "sweep/domain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum math_id {
#define MATH(id, name, operands, parity, right, left) MATH_##id,
#include "sweep/math_list.inc"
#undef MATH
    MATH_COUNT,
};

enum math_operands { MATH_FLOAT, MATH_FLOATS, MATH_WITH_INT, MATH_WORD };
enum math_parity { MATH_NONE, MATH_ODD, MATH_EVEN };

struct math {
    const char *name;
    enum math_operands operands;
    enum math_parity parity;
    int direction[2]; // for growing |x|, x > 0 and x < 0: 1 rises, -1 falls, 0 neither
};

extern const struct math math_list[MATH_COUNT];

// The type of a result. Integers are compared as numbers of the same value, with an ulp
// of 1.
enum function_type {
    FUNCTION_BINARY32,
    FUNCTION_BINARY16,
    FUNCTION_BINARY64,
    FUNCTION_INT32,
    FUNCTION_UINT32,
    FUNCTION_TYPE_COUNT,
};

// "binary32", "int32", ...
const char *function_type_name(enum function_type type);

// Return true if results are integers; if operands of such a domain are binary64.
bool function_integer(enum function_type type);
bool function_wide(enum domain_kind kind);

// Returns the format whose ulp is the unit of errors; for integers one of precision 53,
// in which all are exact.
struct fp_format function_format(enum function_type type);

// The values of the first operand for which a figure is published: all, those in [low,
// high), or all others.
enum function_over { FUNCTION_OVER_ALL, FUNCTION_OVER_WITHIN, FUNCTION_OVER_BEYOND };

// A published figure of a function, by a vendor or by those who measured it first; none
// without `who`. An ulp of 0.5, or all figures 0, means correctly rounded.
struct function_published {
    double ulp;        // largest error; 0: nothing is said in ulp
    double relative;   // likewise
    const char *where; // over which inputs: "" or NULL all
    const char *who;   // "CUDA Handbook, table 8-13", "N. Juffa"
    double absolute;   // largest error; 0: nothing is said
    // The range `where` in numbers; without it the range is printed, but not compared.
    enum function_over over;
    double low, high;
};

#define FUNCTION_PUBLISHED 3

struct function {
    const char *name;    // "cuda:tanh.approx", "gl:tanh", "cpu:tanhf"; flags follow an @:
                         // "cuda:expf@fast"
    const char *summary; // a line
    enum math_id math;
    enum function_type result;
    enum fp_round round;     // by which a result is called correct: rne, rtz, rup, rdn
    enum domain_kind domain; // DOMAIN_BITS, ... by default
    int bits;                // of doubles and double pairs
    int32_t low, span;       // of integers
    uint64_t most;           // magnitudes to ask by default, as bits; 0: all
    struct function_published published[FUNCTION_PUBLISHED];
    int index; // what the provider knows it by
};

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

// Returns the axis along which a function is swept over a domain that it supports.
struct axis axis_of(const struct function *function, const struct domain *domain);

// Returns an operand as a number: a binary32, a binary64, or the value of an integer.
// `second` selects b.
double axis_value(const struct function *function, const struct domain *domain,
                  struct operands operands, bool second);

// Returns a result as a number; NAN if it is none.
double axis_result(enum function_type type, uint64_t bits);

// Return the number of hex digits of an operand, and of a result: 8 or 16, or 4.
int axis_digits(const struct domain *domain);
int axis_result_digits(enum function_type type);

#endif // SWEEP_FUNCTION_H
