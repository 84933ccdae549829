// SPDX-License-Identifier: MIT
//
// The error that a built-in function may have: the published bounds, and what follows
// from them where one function is defined by others. It knows no device.

#ifndef PROBE_SHARED_BOUND_H
#define PROBE_SHARED_BOUND_H

#include <stdbool.h>

// For whom. `precision` p is that of the device's format: what the tables say for
// binary32, or binary16, is taken as so many of its ulp.
struct bound {
    int precision, emax;
    bool half; // the table of 16-bit and relaxed operations
};

// The format's distance of neighbours at `value`; at 0 that of subnormals.
double bound_ulp(const struct bound *bound, double value);

enum bound_function {
    BOUND_NONE,
    BOUND_SIN, // and cos
    BOUND_TAN,
    BOUND_ASIN,
    BOUND_ACOS,
    BOUND_ATAN,
    BOUND_SINH,
    BOUND_COSH,
    BOUND_TANH,
    BOUND_ASINH,
    BOUND_ACOSH,
    BOUND_ATANH,
    BOUND_EXP,
    BOUND_LOG,
    BOUND_EXP2,
    BOUND_LOG2,
    BOUND_POW,
};

// Largest error allowed of f(x), or f(x, y): absolute, not negative, +infinity where
// nothing is promised. `y` is not looked at where there is none. The argument is in the
// function's domain. Not of BOUND_NONE.
double bound_error(const struct bound *bound, enum bound_function function, double x,
                   double y);

#endif // PROBE_SHARED_BOUND_H
