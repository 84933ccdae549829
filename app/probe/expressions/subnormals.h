// SPDX-License-Identifier: MIT
//
// The lines of the flush matrix, what a device of given traits answers to them, and how
// they are judged.

#ifndef PROBE_SUBNORMALS_H
#define PROBE_SUBNORMALS_H

#include "probe/lines.h"

// Operands are x, 1, a zero and 1, or what a line says. Their order is that of the bits
// of traits.flushes.
enum subnormals_line {
    SUBNORMALS_LOAD,
    SUBNORMALS_COPY,
    SUBNORMALS_BIT_CAST,
    SUBNORMALS_NEGATE,
    SUBNORMALS_ABS,
    SUBNORMALS_SELECT,
    SUBNORMALS_MIX,
    SUBNORMALS_ADD_ZERO,
    SUBNORMALS_DOUBLE,
    SUBNORMALS_TIMES_ONE,
    SUBNORMALS_RAISE, // x, 2^k
    SUBNORMALS_LOWER, // n, 2^-k
    SUBNORMALS_SUBTRACT,
    SUBNORMALS_GREATER, // x, 0 or 0, x: true
    SUBNORMALS_EQUAL,
    SUBNORMALS_UNEQUAL, // x, y
    SUBNORMALS_MIN,
    SUBNORMALS_MAX,
    SUBNORMALS_CLAMP,
    SUBNORMALS_DIVIDE,     // x, n
    SUBNORMALS_DIVIDE_BY,  // n, x
    SUBNORMALS_DIVIDE_BIG, // n, big
    SUBNORMALS_SQRT,
    SUBNORMALS_INVERSE_SQRT,
    SUBNORMALS_FMA,
    SUBNORMALS_FRACT,
    SUBNORMALS_FLOOR,
    SUBNORMALS_CEIL,
    SUBNORMALS_SIGN,
    SUBNORMALS_LDEXP, // n, -k
    SUBNORMALS_EXP2,  // n
    SUBNORMALS_LOG2,
    SUBNORMALS_PACK,   // x, a subnormal half: its code comes back, with the sign of x
    SUBNORMALS_UNPACK, // the code without its sign, and the sign: 0 or 1
    SUBNORMALS_VARYING,
    SUBNORMALS_UNIFORM,
    SUBNORMALS_LINES,
};

// As lines.answer and lines.judge.
bool subnormals_answer(const struct lines_call *call);
bool subnormals_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found);

#endif // PROBE_SUBNORMALS_H
