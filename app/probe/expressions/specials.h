// SPDX-License-Identifier: MIT
//
// The expressions of the probe specials, what a device of given traits answers to them,
// and how they are judged.

#ifndef PROBE_EXPRESSIONS_SPECIALS_H
#define PROBE_EXPRESSIONS_SPECIALS_H

#include "probe/expressions.h"

#define SPECIALS_EXPRESSIONS 69
#define SPECIALS_CASES       4 // columns: cases of an expression, or fewer, repeated

// Numbers by name; what they are depends on the format.
enum specials_number {
    NO_NUMBER, // a case that there is not
    ZERO,
    MINUS_ZERO,
    HALF,
    ONE,
    MINUS_ONE,
    TWO,
    MINUS_TWO,
    THREE,
    FOUR,
    MINUS_EIGHT,
    NINETY,
    MINUS_NINETY,
    BEYOND,        // emax + 1
    HALF_PI,       // rounded to nearest even
    MINUS_HALF_PI, // the same
    MAX,           // the largest finite number
    MINUS_MAX,
    HALF_PLACE, // half the last place of the largest finite number
    MINUS_HALF_PLACE,
    QUARTER_PLACE,
    MINUS_QUARTER_PLACE,
    INF,
    MINUS_INF,
    NOT_A_NUMBER, // quiet, no payload
    MINUS_LITTLE, // -2^-(p + 2): 1 less it is a quarter of the way to the next number
};

// What is asked: operations on operands 0 and 1, or a function of which the table says
// the answer. Those behind SPECIALS_BITS are true (1) or false (0).
enum specials_kind {
    SPECIALS_ADD,
    SPECIALS_SUB,
    SPECIALS_MUL,
    SPECIALS_DIV,
    SPECIALS_SQRT,
    SPECIALS_FUNCTION,
    SPECIALS_SELECT, // one of two operands, as the table says
    SPECIALS_BITS,   // NaNs as they are
    SPECIALS_EQUAL,
    SPECIALS_UNEQUAL,
    SPECIALS_LESS,
    SPECIALS_GREATER_EQUAL,
    SPECIALS_NOT_LESS,
    SPECIALS_TRUTH, // as the table says
};

// What is to be said of an expression. RULES: its answer depends on the rule of rounding.
// LOOSE: within 1/256 will do. EITHER_ZERO: the sign of a zero is free. UNDEFINED: GLSL
// says so. NO_NAN: GLSL does not require that there is a NaN. BY_EXP:
// a quotient of exponential functions may overflow.
enum specials_flag {
    SPECIALS_RULES = 1,
    SPECIALS_LOOSE = 2,
    SPECIALS_EITHER_ZERO = 4,
    SPECIALS_UNDEFINED = 8,
    SPECIALS_NO_NAN = 16,
    SPECIALS_BY_EXP = 32,
};

struct specials_row {
    enum specials_kind kind;
    unsigned flags;
    enum specials_number cases[SPECIALS_CASES][3]; // operands 0, 1 (ONE if there is
                                                   // none), and what functions and
                                                   // SPECIALS_TRUTH give
};

extern const struct specials_row specials_rows[SPECIALS_EXPRESSIONS];

// How many cases a row has: [1, SPECIALS_CASES].
int specials_cases(const struct specials_row *row);

// A number in a format.
uint64_t specials_bits(struct fp_format format, enum specials_number number);

// As `answer` and `judge` of struct expressions.
bool specials_answer(const struct expressions_call *call);
bool specials_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found);

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const specials_kinds[];

#endif // PROBE_EXPRESSIONS_SPECIALS_H
