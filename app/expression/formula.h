// SPDX-License-Identifier: MIT
//
// An expression of GLSL as text: "fract(sin(a) * 4250.0)". The parser checks its types
// and makes two things of it: the GLSL that a shader runs, and a list of scalar steps
// that a unit runs, each rounded once in the format of a model. A vector is a step for
// each of its components. Functions of vectors, and functions that GLSL defines by a
// formula, are the steps of that formula (formula_functions), in the order in which it
// is written.
//
//     text        { NAME = EXPRESSION ; } EXPRESSION [, EXPRESSION]
//     operands    a, b, c, d: floats
//     types       float, int, uint, bool, and vectors of these of up to four components
//
// Matrices, arrays and textures are not supported. There are no implicit conversions, as
// in GLSL ES.

#ifndef EXPRESSION_FORMULA_H
#define EXPRESSION_FORMULA_H

#include "base/fp_format.h"
#include "unit/traits.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FORMULA_OPERANDS 4
#define FORMULA_RESULTS  2
#define FORMULA_TEXT     2000 // bytes of a text, at most
#define FORMULA_DEPTH    100  // parentheses, calls and signs inside one another, at most
#define FORMULA_STEPS    2000 // steps, at most
#define FORMULA_NAMES    100  // variables, at most
#define FORMULA_CHUNK    256  // cases of one run, at most

enum formula_base {
    FORMULA_FLOAT,
    FORMULA_INT,
    FORMULA_UINT,
    FORMULA_BOOL,
    FORMULA_BASES,
};

// The operation of a step. FORMULA_ADD to FORMULA_DIV are also operations on integers.
enum formula_op {
    FORMULA_ADD = UNIT_ADD,
    FORMULA_SUB = UNIT_SUB,
    FORMULA_MUL = UNIT_MUL,
    FORMULA_DIV = UNIT_DIV,
    FORMULA_SQRT = UNIT_SQRT,
    FORMULA_FMA = UNIT_FMA,
    FORMULA_REMAINDER,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_XOR,
    FORMULA_LEFT, // shifts
    FORMULA_RIGHT,
    FORMULA_LESS,
    FORMULA_LESS_EQUAL,
    FORMULA_EQUAL,
    FORMULA_UNEQUAL,
    FORMULA_NEGATE,
    FORMULA_NOT, // of a bool or of all bits
    FORMULA_ABS,
    FORMULA_FLOOR,
    FORMULA_CEIL,
    FORMULA_TRUNC,
    FORMULA_ROUND_EVEN,
    FORMULA_MIN, // of a NaN and a number: the number
    FORMULA_MAX,
    FORMULA_IS_NAN,
    FORMULA_IS_INF,
    FORMULA_SELECT,      // args[0] ? args[1] : args[2]
    FORMULA_CONVERT,     // a value to another base
    FORMULA_REINTERPRET, // the bits of binary32
    FORMULA_TO_HALF,     // a float to the bits of a half in a uint,
    FORMULA_FROM_HALF,   // and back
    FORMULA_OPERAND,     // number `word`
    FORMULA_LITERAL,
    FORMULA_INVERSESQRT, // the rest are approximations on a device
    FORMULA_SIN,
    FORMULA_COS,
    FORMULA_TAN,
    FORMULA_ASIN,
    FORMULA_ACOS,
    FORMULA_ATAN,
    FORMULA_SINH,
    FORMULA_COSH,
    FORMULA_TANH,
    FORMULA_ASINH,
    FORMULA_ACOSH,
    FORMULA_ATANH,
    FORMULA_EXP,
    FORMULA_LOG,
    FORMULA_EXP2,
    FORMULA_LOG2,
    FORMULA_POW,
    FORMULA_ATAN2,
};

// One scalar operation. No two steps do the same to the same arguments.
struct formula_step {
    enum formula_op op;
    enum formula_base base; // of its value
    int args[3];            // earlier steps; -1: none
    uint64_t word;  // of a literal: its bits, a float as binary64; number of an operand
    char component; // 'x' to 'w'; '\0' if the text is a scalar
    int begin, length;    // where the text of the step is,
    const char *text;     // in this text: the user's, or the formula of `function`
    const char *function; // NULL: the user's text
};

struct formula {
    char text[FORMULA_TEXT + 1];
    unsigned operands; // bit k: operand k is used
    bool fma, bits;    // fma(), or the bits of binary32, are used
    bool from_ints;    // an integer becomes a float
    int results[FORMULA_RESULTS], result_count;
    struct formula_step *steps; // [step_count], owned
    int step_count;
    char *glsl; // owned: the statements that call result() and result_bits()
    int column; // of the error, from 1; 0: there is none
    char reason[160];
};

// A built-in function. `text` is its formula of x, y and z: one for all, or one for each
// number of components of x. Without a formula, the function is the step `op`.
struct formula_function {
    const char *name;
    int arguments;
    unsigned bases;          // bit FORMULA_x: what the first argument may be
    unsigned scalars;        // bit k: argument k may be a scalar where others are vectors
    unsigned sizes;          // bit k: the first may have k + 1 components; 0: any number
    bool whole;              // the formula is of vectors, not of each of their components
    enum formula_base gives; // of `op`, if `given`; else that of the first argument
    bool given, last_is_bool;
    enum formula_op op;
    const char *text[4];
};

extern const struct formula_function formula_functions[];
extern const int formula_function_count;

// Parses `text`. `real` is the type that a float has in the shader ("float", "double",
// "float16_t"). `chained`: each result is multiplied by operand 3, which is 1, as a
// type that may be computed wide needs. Returns false if the text is not valid;
// formula->column and formula->reason then say where and why. formula_finish frees it
// in either case.
bool formula_parse(struct formula *formula, const char *text, const char *real,
                   bool chained);

// Accepts a zeroed struct and leaves one.
void formula_finish(struct formula *formula);

// The cases that formula_run computes. Floats are patterns of traits->model.format, ints
// words of 32 bits, bools 0 or 1.
struct formula_run {
    const struct traits *traits;
    const struct unit *unit;
    size_t count;                         // [1, FORMULA_CHUNK]
    const uint64_t *in[FORMULA_OPERANDS]; // [count] each; NULL if not used
    int nudged, nudge; // the value of this step is `nudge` ulp larger; nudge 0: none
    uint64_t *values;  // [step_count][count]: filled
    bool *undefined;   // set if GLSL leaves the value of a case undefined; or NULL
};

// Runs all steps as a device with these traits does: it may fuse a * b + c, or fold
// (x + y) - x. Returns false, after logging why, if the unit broke.
bool formula_run(const struct formula *formula, const struct formula_run *run);

// Returns the result of an operation on two ints, uints or bools. Sets *undefined if GLSL
// leaves it undefined.
uint64_t formula_integer(enum formula_op op, enum formula_base base, uint64_t x,
                         uint64_t y, bool *undefined);

// Writes the formula as a program of postfix.h, [size]. Returns false if it has other
// steps than such a program, or more than `size` bytes.
bool formula_postfix(const struct formula *formula, int result, char *program,
                     size_t size);

// The values that a formula has in real numbers, for one case.
struct formula_exact;

// Returns the exact values for the operands, patterns of `format`; NULL in a build
// without MPFR. Comparisons and floor() take a number within 2^-2000 of another for it.
struct formula_exact *formula_exact(const struct formula *formula,
                                    struct fp_format format,
                                    const uint64_t operands[FORMULA_OPERANDS]);

// Writes the value of a step with 8 digits, 17 if the format is binary64, [size]; with 12
// if a number that is no integer would look like one.
void formula_exact_text(const struct formula_exact *exact, int step, char *text,
                        size_t size);

// Returns got - exact, in ulp of the exact value, for a step of floats. NaN if either is
// not a number, or only one is infinite; infinite if only the exact value is zero.
double formula_exact_error(const struct formula_exact *exact, int step, double got);

// Returns the ulp of the exact value; NaN without one.
double formula_exact_ulp(const struct formula_exact *exact, int step);

// Accepts NULL.
void formula_exact_free(struct formula_exact *exact);

#endif // EXPRESSION_FORMULA_H
