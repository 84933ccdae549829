// SPDX-License-Identifier: MIT
//
// How far a built-in function may be off: the published bounds, and what follows from
// them where one function is defined by others. It knows no device.

#ifndef BOUND_H
#define BOUND_H

#include <stdbool.h>

// For whom. `precision` p is that of the device's format: what the tables say for
// binary32, or binary16, is taken as so many of its ulp.
struct bound {
    int precision, emax;
    bool half; // the table of 16-bit and relaxed operations
};

// The format's distance of neighbours at `value`; at 0 that of subnormals.
double bound_ulp(const struct bound *bound, double value);

// Largest error allowed of f(x), or f(x, y): absolute, not negative, +infinity where
// nothing is promised. `y` is not looked at where there is none. The argument is in the
// function's domain.
double bound_sin(const struct bound *bound, double x, double y); // and cos
double bound_tan(const struct bound *bound, double x, double y);
double bound_asin(const struct bound *bound, double x, double y);
double bound_acos(const struct bound *bound, double x, double y);
double bound_atan(const struct bound *bound, double x, double y);
double bound_sinh(const struct bound *bound, double x, double y);
double bound_cosh(const struct bound *bound, double x, double y);
double bound_tanh(const struct bound *bound, double x, double y);
double bound_asinh(const struct bound *bound, double x, double y);
double bound_acosh(const struct bound *bound, double x, double y);
double bound_atanh(const struct bound *bound, double x, double y);
double bound_exp(const struct bound *bound, double x, double y);
double bound_log(const struct bound *bound, double x, double y);
double bound_exp2(const struct bound *bound, double x, double y);
double bound_log2(const struct bound *bound, double x, double y);
double bound_pow(const struct bound *bound, double x, double y);

#endif // BOUND_H
