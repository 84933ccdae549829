// SPDX-License-Identifier: MIT
//
// The exact results of a plane of inputs, as doubles: by region where one is simple (a
// few terms near zero, a constant where a function has come to its end), else by SLEEF
// or libm. It does not look at what came.

#ifndef JUDGE_REFERENCE_H
#define JUDGE_REFERENCE_H

#include "sweep/judge.h"
#include "sweep/judge_vector.h"

// By whom: one function on one domain.
struct judge_reference {
    enum math_id math;
    const struct domain *domain;
    const struct judge_vector *vector;
    void *sleef; // of the vector's width, or NULL: libm
};

struct judge_wanted {
    bool constant;  // all are `value`, and `want` is not filled
    bool subnormal; // an operand of two is
    double value;
    double want[JUDGE_PLANE + JUDGE_PAD];
    double x[JUDGE_PLANE + JUDGE_PAD], y[JUDGE_PLANE + JUDGE_PAD]; // its own
};

// The operands of a number as doubles; y is 0 where there is none.
void judge_reference_operands(const struct judge_reference *reference, uint64_t number,
                              double *x, double *y);

// Of numbers first, first + 2, ..., `count` in [1, JUDGE_PLANE]: all of one chunk and of
// one side.
void judge_reference_fill(const struct judge_reference *reference, uint64_t first,
                          int count, struct judge_wanted *wanted);

// How the results at -x follow from those at x: by the sign (MATH_ODD), not at all
// (MATH_EVEN), or not (MATH_NONE).
enum math_parity judge_reference_parity(const struct judge_reference *reference);

#endif // JUDGE_REFERENCE_H
