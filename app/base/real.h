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
struct real real_of_int(int x);
struct real real_fraction(uint64_t high, uint64_t low); // (high 2^64 + low) 2^-128

// The nearest double, as if the first 104 bits were all: what is as near as that to a
// number of fewer bits, or to the middle of two, is taken for it. Overflow and underflow
// as IEEE 754-2019 has them, to nearest even.
double real_to_double(struct real x);

// The nearest whole number, |x| < 2^30.
int real_to_int(struct real x);

struct real real_negate(struct real x);
struct real real_scale(struct real x, int exponent); // x * 2^exponent, exact
struct real real_add(struct real x, struct real y);
struct real real_subtract(struct real x, struct real y);
struct real real_multiply(struct real x, struct real y);
struct real real_divide(struct real x, struct real y); // y is not 0
struct real real_divide_int(struct real x, int n);     // 0 < n < 2^16
struct real real_root(struct real x);                  // x >= 0

// Whether |x| < 2^exponent.
bool real_below(struct real x, int exponent);

#endif // BASE_REAL_H
