// SPDX-License-Identifier: MIT
//
// The expressions of the probe subnormals, what a device of given traits answers to them,
// and how they are judged.

#ifndef PROBE_EXPRESSIONS_SUBNORMALS_H
#define PROBE_EXPRESSIONS_SUBNORMALS_H

#include "probe/expressions.h"

// Operands are x, 1, a zero and 1, or what an expression says. Their order is that of the
// bits of traits.flushes. clang-format off
#define SUBNORMALS_TABLE(LINE)                                                         \
    LINE(LOAD, "load")                                                                 \
    LINE(COPY, "copy in a loop")                                                       \
    LINE(BIT_CAST, "bit cast")                                                         \
    LINE(NEGATE, "-x")                                                                 \
    LINE(ABS, "abs(x)")                                                                \
    LINE(SELECT, "b ? x : y")                                                          \
    LINE(MIX, "mix(y, x, b)")                                                          \
    LINE(ADD_ZERO, "x + 0")                                                            \
    LINE(DOUBLE, "x + x")                                                              \
    LINE(TIMES_ONE, "x * 1")                                                           \
    LINE(RAISE, "x * 2^k")  /* x, 2^k */                                               \
    LINE(LOWER, "n * 2^-k") /* n, 2^-k */                                              \
    LINE(SUBTRACT, "n - m")                                                            \
    LINE(GREATER, "x > y") /* x, 0 or 0, x: true */                                    \
    LINE(EQUAL, "x == 0")                                                              \
    LINE(UNEQUAL, "x != y") /* x, y */                                                 \
    LINE(MIN, "min(x, n)")                                                             \
    LINE(MAX, "max(x, -n)")                                                            \
    LINE(CLAMP, "clamp(x, -n, n)")                                                     \
    LINE(DIVIDE, "x / n")       /* x, n */                                             \
    LINE(DIVIDE_BY, "n / x")    /* n, x */                                             \
    LINE(DIVIDE_BIG, "n / big") /* n, big */                                           \
    LINE(SQRT, "sqrt(x)")                                                              \
    LINE(INVERSE_SQRT, "inversesqrt(x)")                                               \
    LINE(FMA, "fma(x, 1, 0)")                                                          \
    LINE(FRACT, "fract(x)")                                                            \
    LINE(FLOOR, "floor(x)")                                                            \
    LINE(CEIL, "ceil(x)")                                                              \
    LINE(SIGN, "sign(x)")                                                              \
    LINE(LDEXP, "ldexp(n, -k)") /* n, -k */                                            \
    LINE(EXP2, "exp2(-n)")      /* n */                                                \
    LINE(LOG2, "log2(x)")                                                              \
    LINE(PACK, "packHalf2x16(x)")     /* a half: its code comes back, with its sign */ \
    LINE(UNPACK, "unpackHalf2x16(x)") /* the code without its sign, which is 0 or 1 */ \
    LINE(VARYING, "varying")                                                           \
    LINE(UNIFORM, "uniform")
// clang-format on

#define SUBNORMALS_ID(id, name) SUBNORMALS_##id,
enum subnormals_line { SUBNORMALS_TABLE(SUBNORMALS_ID) SUBNORMALS_LINES };

// As `answer` and `judge` of struct expressions.
bool subnormals_answer(const struct expressions_call *call);
bool subnormals_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found);

#endif // PROBE_EXPRESSIONS_SUBNORMALS_H
