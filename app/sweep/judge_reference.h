// SPDX-License-Identifier: MIT
//
// Computes the exact results of a plane of inputs, as doubles: by region where one is
// simple (a few terms near zero, a constant where the function is flat), otherwise by
// SLEEF or libm. It does not look at the device's results.

#ifndef SWEEP_JUDGE_REFERENCE_H
#define SWEEP_JUDGE_REFERENCE_H

#include "sweep/function.h"
#include "sweep/judge.h"
#include "sweep/judge_vector.h"

#include <stdbool.h>

// The reference of one function on one domain.
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

// Computes the operands of a number as doubles; y is 0 if there is none.
void judge_reference_operands(const struct judge_reference *reference, uint64_t number,
                              double *x, double *y);

// Computes the expected results of the numbers first, first + 2, ..., `count` in [1,
// JUDGE_PLANE], all of one chunk and of one side.
void judge_reference_fill(const struct judge_reference *reference, uint64_t first,
                          int count, struct judge_wanted *wanted);

// Returns how the results at -x follow from those at x: by the sign (MATH_ODD), equal
// (MATH_EVEN), or not (MATH_NONE).
enum math_parity judge_reference_parity(const struct judge_reference *reference);

// Computes one exact result as a double, by the C library and by code for exact
// functions (judge_libm.c): for processors without SLEEF, functions that SLEEF lacks,
// and inputs at which it is not good enough. The error is at most 2^-26 ulp of a
// binary32 everywhere: see bench/README.md.

// Returns true if the library has the function.
bool judge_libm_has(enum math_id math);

// Returns true if a function needs no library, so that all judges agree on it: its
// doubles are exact, or rounded once or twice.
bool judge_libm_own(enum math_id math);

// Returns true if the double is exact, or near enough to decide any rounding of
// operands of binary32: quotients and square roots of these are no nearer to a half-way
// point than 2^-49 of their value.
bool judge_libm_settled(enum math_id math);

// Returns the result at x, and y if there are two operands; both are binary32 or
// integers, as doubles. It is NaN, an infinity or a zero only if the exact result is;
// numbers outside the range of a double are 2^1000 and 2^-1000 with their sign.
double judge_libm_value(enum math_id math, double x, double y);

// Adjusts `value`, a library's result at finite operands that are not zero, by the same
// rule.
double judge_libm_kept(enum math_id math, double value);

#endif // SWEEP_JUDGE_REFERENCE_H
