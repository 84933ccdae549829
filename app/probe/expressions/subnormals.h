// SPDX-License-Identifier: MIT
//
// The expressions of the probe subnormals, what a device of given traits answers to them,
// and how they are judged.

#ifndef PROBE_EXPRESSIONS_SUBNORMALS_H
#define PROBE_EXPRESSIONS_SUBNORMALS_H

#include "probe/expressions.h"

// Id, word and label of each expression. Operands are x, 1, a zero and 1, or what an
// expression says. clang-format off
#define SUBNORMALS_TABLE(LINE)                                                 \
    LINE(LOAD, "load", "load")                                                 \
    LINE(COPY, "copy", "copy in a loop")                                       \
    LINE(BIT_CAST, "bit-cast", "bit cast")                                     \
    LINE(NEGATE, "negate", "-x")                                               \
    LINE(ABS, "abs", "abs(x)")                                                 \
    LINE(SELECT, "select", "b ? x : y")                                        \
    LINE(MIX, "mix", "mix(y, x, b)")                                           \
    LINE(ADD_ZERO, "add-zero", "x + 0")                                        \
    LINE(DOUBLE, "double", "x + x")                                            \
    LINE(TIMES_ONE, "times-one", "x * 1")                                      \
    LINE(RAISE, "raise", "x * 2^k")  /* x, 2^k */                              \
    LINE(LOWER, "lower", "n * 2^-k") /* n, 2^-k */                             \
    LINE(SUBTRACT, "subtract", "n - m")                                        \
    LINE(GREATER, "greater", "x > y") /* x, 0 or 0, x: true */                 \
    LINE(EQUAL, "equal", "x == 0")                                             \
    LINE(UNEQUAL, "unequal", "x != y") /* x, y */                              \
    LINE(MIN, "min", "min(x, n)")                                              \
    LINE(MAX, "max", "max(x, -n)")                                             \
    LINE(CLAMP, "clamp", "clamp(x, -n, n)")                                    \
    LINE(DIVIDE, "divide", "x / n")           /* x, n */                       \
    LINE(DIVIDE_BY, "divide-by", "n / x")     /* n, x */                       \
    LINE(DIVIDE_BIG, "divide-big", "n / big") /* n, big */                     \
    LINE(SQRT, "sqrt", "sqrt(x)")                                              \
    LINE(INVERSE_SQRT, "inversesqrt", "inversesqrt(x)")                        \
    LINE(FMA, "fma", "fma(x, 1, 0)")                                           \
    LINE(FRACT, "fract", "fract(x)")                                           \
    LINE(FLOOR, "floor", "floor(x)")                                           \
    LINE(CEIL, "ceil", "ceil(x)")                                              \
    LINE(SIGN, "sign", "sign(x)")                                              \
    LINE(LDEXP, "ldexp", "ldexp(n, -k)") /* n, -k */                           \
    LINE(EXP2, "exp2", "exp2(-n)")       /* n */                               \
    LINE(LOG2, "log2", "log2(x)")                                              \
    LINE(PACK, "pack",                                                         \
         "packHalf2x16(x)") /* a half: its code comes back, with its sign */   \
    LINE(UNPACK, "unpack",                                                     \
         "unpackHalf2x16(x)") /* the code without its sign, which is 0 or 1 */ \
    LINE(VARYING, "varying", "varying")                                        \
    LINE(UNIFORM, "uniform", "uniform")
// clang-format on

#define SUBNORMALS_ID(id, word, text) SUBNORMALS_##id,
enum subnormals_line { SUBNORMALS_TABLE(SUBNORMALS_ID) SUBNORMALS_LINES };

// As `answer` and `judge` of struct expressions.
bool subnormals_answer(const struct expressions_call *call);
bool subnormals_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found);

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const subnormals_kinds[];

#endif // PROBE_EXPRESSIONS_SUBNORMALS_H
