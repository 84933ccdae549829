// SPDX-License-Identifier: MIT
//
// The elementary functions of real numbers, to more than 100 bits of the result (see
// real.h). Doubles are in elementary.h.

#ifndef BASE_REAL_FUNCTIONS_H
#define BASE_REAL_FUNCTIONS_H

#include "base/real.h"

// The sum of x^n / n! over n = first, first + 2, ..., with alternating signs or not;
// `first` is 0 or 1, |x| <= 1.
struct real real_factorial_series(struct real x, int first, bool alternating);

// x +- x^3 / 3 + x^5 / 5 ..., |x| <= 1/32: atan(x) if `alternating`, else atanh(x).
struct real real_odd_series(struct real x, bool alternating);

// Of any number; where an exponential leaves the range of doubles, some number that does.
struct real real_exp(struct real x);
struct real real_exp2(struct real x);
struct real real_expm1(struct real x);
struct real real_sinh(struct real x);
struct real real_cosh(struct real x);
struct real real_tanh(struct real x);
struct real real_asinh(struct real x);
struct real real_atan(struct real x);

// Of numbers in the domain, without its poles.
struct real real_log(struct real x);
struct real real_log2(struct real x);
struct real real_log1p(struct real x);
struct real real_acosh(struct real x);
struct real real_atanh(struct real x);
struct real real_asin(struct real x);
struct real real_acos(struct real x);

// Of numbers that are doubles.
struct real real_sin(struct real x);
struct real real_cos(struct real x);
struct real real_tan(struct real x);

// The angle of the point (x, y) in [-pi, pi], with the sign of y; 0 or pi for y = 0.
struct real real_atan2(struct real y, struct real x);

#endif // BASE_REAL_FUNCTIONS_H
