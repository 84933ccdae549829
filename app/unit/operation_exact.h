// SPDX-License-Identifier: MIT
//
// How far an answer is from the exact number that an operation stands for, and
// 1/sqrt(a) correctly rounded: all that is asked of the operations beside the rules of
// rounding, which units have.

#ifndef UNIT_OPERATION_EXACT_H
#define UNIT_OPERATION_EXACT_H

#include "base/fp.h"

enum operation_exact_kind {
    OPERATION_EXACT_SUM,             // a * b + c
    OPERATION_EXACT_STEPS,           // the same; the ulp is that of a * b if larger
    OPERATION_EXACT_QUOTIENT,        // a / b
    OPERATION_EXACT_ROOT,            // sqrt(a)
    OPERATION_EXACT_RECIPROCAL_ROOT, // 1 / sqrt(a)
};

// A number asked for. Operands that it lacks are not looked at; the others are finite,
// a divisor is not zero, and a radicand is positive.
struct operation_exact {
    enum operation_exact_kind kind;
    struct fp_parts a, b, c;
};

// (got - exact) / ulp, the ulp of `precision` bits at the exact number, to 2^-40 or to
// 2^-20 of itself, whichever is more. `got` is finite. Infinite if the exact number is
// zero and `got` is not.
double operation_exact_error_ulp(const struct operation_exact *exact, int precision,
                                 struct fp_parts got);

// 1 / sqrt(a), rounded once as a unit would (unit.h): of zero an infinity of its sign, of
// less than zero NaN.
uint64_t operation_exact_inversesqrt(const struct fp_model *model, uint64_t bits);

#endif // UNIT_OPERATION_EXACT_H
