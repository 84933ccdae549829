// SPDX-License-Identifier: MIT
//
// The elementary functions, in double, the same on every machine: in integers, to more
// than 100 bits, rounded once (real.h). The printed errors of a device, and the verdict
// on its functions, therefore do not depend on the C library of the judging machine.
//
// The result is the double nearest to the exact one, except that one within 2^-104 of
// itself of the middle of two may be rounded the other way; such a one is not known.
// Signed zeros, infinities and NaN are as in C17, annex F, but no exception is raised,
// and `errno` is left alone. No rounding direction has an effect.

#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

double elementary_sin(double x);
double elementary_cos(double x);
double elementary_tan(double x);
double elementary_asin(double x);
double elementary_acos(double x);
double elementary_atan(double x);
double elementary_sinh(double x);
double elementary_cosh(double x);
double elementary_tanh(double x);
double elementary_asinh(double x);
double elementary_acosh(double x);
double elementary_atanh(double x);
double elementary_exp(double x);
double elementary_exp2(double x);
double elementary_expm1(double x);
double elementary_log(double x);
double elementary_log2(double x);
double elementary_log1p(double x);

// The angle of the point (x, y), neither of them infinite.
double elementary_atan2(double y, double x);

// x^y for finite x > 0 and finite y; NaN for others.
double elementary_pow(double x, double y);

#endif // BASE_ELEMENTARY_H
