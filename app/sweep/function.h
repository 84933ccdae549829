// SPDX-License-Identifier: MIT
//
// Functions: those of mathematics, and those that a machine has of them and that a sweep
// puts to the test.

#ifndef FUNCTION_H
#define FUNCTION_H

#include "base/fp.h"
#include "sweep/domain.h"

#include <stdbool.h>
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

// What a result is a bit pattern of. Integers are compared as numbers of the same value,
// with an ulp of 1.
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

// The format by whose ulp an error is told; of integers precision 53: all are exact.
struct fp_format function_format(enum function_type type);

enum function_where { FUNCTION_CPU, FUNCTION_CUDA, FUNCTION_GL };

// Over which values of the first operand something is said: all, those in [low, high),
// or all but those.
enum function_over { FUNCTION_OVER_ALL, FUNCTION_OVER_WITHIN, FUNCTION_OVER_BEYOND };

// What a vendor, or who measured it first, says of a function; without `who`, nothing.
// With an ulp of 0.5, or all figures 0, it is said to be correctly rounded.
struct function_published {
    double ulp;        // largest error; 0: nothing is said in ulp
    double relative;   // likewise
    const char *where; // over which inputs: "" or NULL all
    const char *who;   // "CUDA Handbook, table 8-13", "N. Juffa"
    double absolute;   // largest error; 0: nothing is said
    // `where` for a program; without it a range is told, but not compared.
    enum function_over over;
    double low, high;
};

#define FUNCTION_PUBLISHED 3

struct function {
    const char *name;    // "cuda:tanh.approx", "gl:tanh", "cpu:tanhf"; flags follow an @:
                         // "cuda:expf@ftz"
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

#endif // FUNCTION_H
