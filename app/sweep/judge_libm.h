// SPDX-License-Identifier: MIT
//
// One exact result as a double, by the C library and what is exact without it: for
// processors without SLEEF, functions SLEEF lacks, and inputs at which it is not good
// enough. Good to 2^-26 ulp of a binary32, all over: see bench/README.md.

#ifndef JUDGE_LIBM_H
#define JUDGE_LIBM_H

#include "sweep/function.h"

#include <stdbool.h>

// Whether it has the function.
bool judge_libm_has(enum math_id math);

// Whether a function needs no library, so that all judges say the same of it: the doubles
// are exact, or rounded once or twice.
bool judge_libm_own(enum math_id math);

// Whether the double is exact, or near enough to decide any rounding of operands of
// binary32: quotients and square roots of these are no nearer to a half-way point
// than 2^-49 of their value.
bool judge_libm_settled(enum math_id math);

// The result at x, and y where there are two; both are binary32 or integers as doubles.
// NaN, an infinity or a zero only where the exact result is that; numbers beyond what a
// double holds are 2^1000 and 2^-1000 with their sign.
double judge_libm_value(enum math_id math, double x, double y);

// `value`, what a library has at finite operands that are not zero, by the same rule.
double judge_libm_kept(enum math_id math, double value);

#endif // JUDGE_LIBM_H
