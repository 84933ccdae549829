// SPDX-License-Identifier: MIT
//
// How it works
//
// OpenGL Shading Language 4.60 and ES 3.20, 4.7.1, for highp: sums and products
// correctly rounded; a/b 2.5 ulp; inversesqrt 2 ulp, sqrt inherited from 1/inversesqrt;
// exp, exp2 3 + 2|x| ulp; log, log2 3 ulp outside [0.5, 2], absolutely 2^-21 inside; pow
// inherited from exp2(y log2(x)). Of the others it says nothing: for them, and for
// mediump, Vulkan is the yardstick (appendix "Precision and Operation of SPIR-V
// Instructions"), 32-bit and 16-bit:
//
//     sin cos          absolutely 2^-11, 2^-7, in [-pi, pi]       tan    sin / cos
//     atan             4096 ulp, 5 ulp
//     asin acos        atan2(x, sqrt(1 - x x)), atan2(sqrt(1 - x x), x)
//     sinh cosh tanh   (exp(x) -+ exp(-x)) / 2, and their quotient
//     asinh acosh      log(x + sqrt(x x +- 1))
//     atanh            log((1 + x) / (1 - x)) / 2
//     exp exp2         16-bit: 1 + 2|x| ulp       log log2   16-bit: 2^-7 inside
//
// What is inherited is computed as an interval would be: a value and a bound of its
// error go through the formula, and each step adds its own. exp2(100): 3 + 200 ulp.
// pow(2, 100): log2(2) may be off by 2^-21, 100 times that is 2^-14.4 in the exponent,
// and 2^100 off by ln(2) 2^-14.4 of itself, which is 277 ulp more.
//
// A sum here counts a whole ulp, since a correctly rounded one may be rounded in any
// direction. 2^-21 stands for 8 * 2^-24, so for a narrower format for 2^(3-p).

#include "probe/shared/bound.h"

#include "base/elementary.h"

#include <math.h>

struct value {
    double is, error;
};

double bound_ulp(const struct bound *bound, double value)
{
    int emin = 1 - bound->emax, exponent = value == 0 ? emin : ilogb(value);
    return ldexp(1, (exponent > emin ? exponent : emin) - (bound->precision - 1));
}

static struct value exactly(double is)
{
    return (struct value){ is, 0 };
}

static struct value plus(const struct bound *bound, struct value a, struct value b)
{
    double is = a.is + b.is;
    return (struct value){ is, a.error + b.error + bound_ulp(bound, is) };
}

static struct value minus(const struct bound *bound, struct value a, struct value b)
{
    return plus(bound, a, (struct value){ -b.is, b.error });
}

static struct value times(const struct bound *bound, struct value a, struct value b)
{
    double is = a.is * b.is;
    double error = fabs(a.is) * b.error + fabs(b.is) * a.error + a.error * b.error;
    return (struct value){ is, error + bound_ulp(bound, is) };
}

static struct value bound_half_of(struct value a)
{
    return (struct value){ a.is / 2, a.error / 2 };
}

static struct value over(const struct bound *bound, struct value a, struct value b)
{
    double is = a.is / b.is, room = fabs(b.is) - b.error;
    if (room <= 0)
        return (struct value){ is, INFINITY };
    double error = (fabs(a.is) + a.error) / room - fabs(is);
    return (struct value){ is, error + 2.5 * bound_ulp(bound, is) };
}

// 1 / inversesqrt(a): 2 ulp, which may be 4 of its reciprocal, and 2.5
static struct value bound_root(const struct bound *bound, struct value a)
{
    double is = sqrt(a.is), low = fmax(a.is - a.error, 0);
    double error = fmax(is - sqrt(low), sqrt(a.is + a.error) - is);
    return (struct value){ is, error + 6.5 * bound_ulp(bound, is + error) };
}

// `is` is e^a or 2^a, `log_base` the base's logarithm.
static struct value power(const struct bound *bound, double is, struct value a,
                          double log_base)
{
    double ulps = (bound->half ? 1 : 3) + 2 * fabs(a.is);
    double error = is * elementary_expm1(a.error * log_base);
    return (struct value){ is, error + ulps * bound_ulp(bound, is) };
}

static struct value exponential(const struct bound *bound, struct value a)
{
    return power(bound, elementary_exp(a.is), a, 1);
}

static struct value logarithm(const struct bound *bound, double is, struct value a,
                              double log_base)
{
    if (a.error >= a.is)
        return (struct value){ is, INFINITY };
    double own = a.is < 0.5 || a.is > 2
                     ? 3 * bound_ulp(bound, is)
                     : ldexp(1, (bound->half ? 4 : 3) - bound->precision);
    return (struct value){ is, own - elementary_log1p(-a.error / a.is) / log_base };
}

static struct value natural_logarithm(const struct bound *bound, struct value a)
{
    return logarithm(bound, elementary_log(a.is), a, 1);
}

static struct value arc(const struct bound *bound, struct value a, struct value b)
{
    double is = elementary_atan2(a.is, b.is), length = sqrt(a.is * a.is + b.is * b.is);
    double room = length - a.error - b.error;
    double turn = room <= 0 ? INFINITY : (a.error + b.error) / room;
    return (struct value){ is, turn + (bound->half ? 5 : 4096) * bound_ulp(bound, is) };
}

// sqrt(1 - x x)
static struct value cosine_of(const struct bound *bound, double x)
{
    struct value square = times(bound, exactly(x), exactly(x));
    return bound_root(bound, minus(bound, exactly(1), square));
}

static struct value bound_wave(const struct bound *bound, double is)
{
    return (struct value){ is, fmax(ldexp(1, bound->half ? -7 : -11),
                                    ldexp(1, 1 - bound->precision)) };
}

// (exp(x) -+ exp(-x)) / 2
static struct value hyperbolic(const struct bound *bound, double x,
                               struct value (*sum)(const struct bound *bound,
                                                   struct value a, struct value b))
{
    return bound_half_of(
        sum(bound, exponential(bound, exactly(x)), exponential(bound, exactly(-x))));
}

// log(x + sqrt(x x + c)). For x < 0 the sum cancels, and little is promised.
static struct value area(const struct bound *bound, double x, double c)
{
    struct value square = times(bound, exactly(x), exactly(x));
    struct value side = bound_root(bound, plus(bound, square, exactly(c)));
    if (x + side.is <= side.error)
        return (struct value){ 0, INFINITY };
    return natural_logarithm(bound, plus(bound, exactly(x), side));
}

// log((1 + x) / (1 - x)) / 2
static struct value area_tangent(const struct bound *bound, double x)
{
    struct value above = plus(bound, exactly(1), exactly(x));
    struct value below = minus(bound, exactly(1), exactly(x));
    return bound_half_of(natural_logarithm(bound, over(bound, above, below)));
}

// exp2(y log2(x))
static struct value general_power(const struct bound *bound, double x, double y)
{
    const double log_2 = 0x1.62e42fefa39efp-1;
    struct value log_x = logarithm(bound, elementary_log2(x), exactly(x), log_2);
    struct value exponent = times(bound, exactly(y), log_x);
    return power(bound, elementary_exp2(exponent.is), exponent, log_2);
}

static struct value result_of(const struct bound *bound, enum bound_function function,
                              double x, double y)
{
    struct value a = exactly(x);
    bool near = fabs(x) <= 0x1.921fb54442d18p+1;
    switch (function) {
    case BOUND_TAN:
        if (near)
            return over(bound, bound_wave(bound, elementary_sin(x)),
                        bound_wave(bound, elementary_cos(x)));
        return (struct value){ 0, INFINITY };
    case BOUND_ASIN: return arc(bound, a, cosine_of(bound, x));
    case BOUND_ACOS: return arc(bound, cosine_of(bound, x), a);
    case BOUND_ATAN: return arc(bound, a, exactly(1));
    case BOUND_SINH: return hyperbolic(bound, x, minus);
    case BOUND_COSH: return hyperbolic(bound, x, plus);
    case BOUND_TANH:
        return over(bound, hyperbolic(bound, x, minus), hyperbolic(bound, x, plus));
    case BOUND_ASINH: return area(bound, x, 1);
    case BOUND_ACOSH: return area(bound, x, -1);
    case BOUND_ATANH: return area_tangent(bound, x);
    case BOUND_EXP: return exponential(bound, a);
    case BOUND_LOG: return natural_logarithm(bound, a);
    case BOUND_EXP2: return power(bound, elementary_exp2(x), a, 1);
    case BOUND_LOG2: return logarithm(bound, elementary_log2(x), a, 1);
    case BOUND_POW: return general_power(bound, x, y);
    default: return near ? bound_wave(bound, 0) : (struct value){ 0, INFINITY };
    }
}

double bound_error(const struct bound *bound, enum bound_function function, double x,
                   double y)
{
    return result_of(bound, function, x, y).error;
}
