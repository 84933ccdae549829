// SPDX-License-Identifier: MIT

#include "base/elementary.h"

#include "base/real.h"

#include <float.h>
#include <math.h>

// For a function that has the same value for an infinity as for the largest double.
static double of_any(struct real (*function)(struct real x), double x)
{
    if (isnan(x))
        return NAN;
    return real_to_double(function(real_of(isinf(x) ? copysign(DBL_MAX, x) : x)));
}

static double of_finite(struct real (*function)(struct real x), double x)
{
    return isfinite(x) ? of_any(function, x) : NAN;
}

// For a function that grows without limit.
static double of_unbounded(struct real (*function)(struct real x), double x)
{
    return isfinite(x) ? of_any(function, x) : x;
}

static double of_at_most_one(struct real (*function)(struct real x), double x)
{
    return fabs(x) <= 1 ? of_any(function, x) : NAN;
}

// A logarithm that is -infinity at `pole`.
static double of_above(struct real (*function)(struct real x), double x, double pole)
{
    if (x == pole)
        return -INFINITY;
    return x > pole ? of_unbounded(function, x) : NAN;
}

static double of_positive(struct real (*function)(struct real x), double x)
{
    return of_above(function, x, 0);
}

// clang-format off
#define FUNCTION(name, domain)                                                             \
    double elementary_##name(double x)                                                     \
    {                                                                                      \
        return domain(real_##name, x);                                                     \
    }
// clang-format on

FUNCTION(sin, of_finite)
FUNCTION(cos, of_finite)
FUNCTION(tan, of_finite)
FUNCTION(asin, of_at_most_one)
FUNCTION(acos, of_at_most_one)
FUNCTION(atan, of_any)
FUNCTION(sinh, of_any)
FUNCTION(cosh, of_any)
FUNCTION(tanh, of_any)
FUNCTION(exp, of_any)
FUNCTION(exp2, of_any)
FUNCTION(expm1, of_any)
FUNCTION(asinh, of_unbounded)
FUNCTION(log, of_positive)
FUNCTION(log2, of_positive)

double elementary_log1p(double x)
{
    return of_above(real_log1p, x, -1);
}

double elementary_acosh(double x)
{
    return x >= 1 ? of_unbounded(real_acosh, x) : NAN;
}

double elementary_atanh(double x)
{
    return fabs(x) == 1 ? copysign(INFINITY, x) : of_at_most_one(real_atanh, x);
}

double elementary_atan2(double y, double x)
{
    if (!isfinite(y) || !isfinite(x))
        return NAN;
    return real_to_double(real_atan2(real_of(y), real_of(x)));
}

double elementary_pow(double x, double y)
{
    if (!(x > 0) || isinf(x) || !isfinite(y))
        return NAN;
    return real_to_double(real_exp2(real_multiply(real_of(y), real_log2(real_of(x)))));
}
