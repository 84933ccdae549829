// SPDX-License-Identifier: MIT
//
// Real numbers to 128 bits, computed in integers: the same on every machine, whatever its
// FPU, its C library and its environment of floating point are. Not fast, not exact: each
// operation is good to 2^-124 of its result.

#ifndef BASE_REAL_H
#define BASE_REAL_H

#include "base/fp.h"

// (-1)^negative * significand * 2^exponent, with the top bit of the significand set; or
// a zero, whose significand is 0 and whose exponent means nothing.
struct real {
    bool negative;
    int exponent; // |exponent| < 2^20
    fp_u128 significand;
};

// Exact; `x` is finite.
struct real real_of(double x);

// The nearest double, as if the first 104 bits were all: what is as near as that to a
// number of fewer bits, or to the middle of two, is taken for it. Overflow and underflow
// as IEEE 754-2019 has them, to nearest even.
double real_to_double(struct real x);

struct real real_add(struct real x, struct real y);
struct real real_subtract(struct real x, struct real y);
struct real real_multiply(struct real x, struct real y);
struct real real_divide(struct real x, struct real y); // y is not 0
struct real real_root(struct real x);                  // x >= 0

// The elementary functions, to more than 100 bits of the result. elementary.h has those
// of doubles.

// Functions of any number. If an exponential leaves the range of doubles, the result is
// some number beyond that range.
struct real real_exp(struct real x);
struct real real_exp2(struct real x);
struct real real_expm1(struct real x);
struct real real_sinh(struct real x);
struct real real_cosh(struct real x);
struct real real_tanh(struct real x);
struct real real_asinh(struct real x);
struct real real_atan(struct real x);

// Functions of the numbers in their domains, poles excluded.
struct real real_log(struct real x);
struct real real_log2(struct real x);
struct real real_log1p(struct real x);
struct real real_acosh(struct real x);
struct real real_atanh(struct real x);
struct real real_asin(struct real x);
struct real real_acos(struct real x);

// Functions of numbers that are doubles.
struct real real_sin(struct real x);
struct real real_cos(struct real x);
struct real real_tan(struct real x);

// The angle of the point (x, y) in [-pi, pi], with the sign of y; 0 or pi for y = 0.
struct real real_atan2(struct real y, struct real x);

#endif // BASE_REAL_H
