// SPDX-License-Identifier: MIT

#include "sweep/judge_reference.h"

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "sweep/exact.h"
#include "sweep/judge_vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// pi in two parts: a float's product with the first is exact.
#define PI_HIGH 0x1.921fb54p+1
#define PI_LOW  0x1.10b4611a62633p-29

// Returns sin(pi (x + quarters / 2)), reduced exactly.
static double judge_libm_sin_of_turns(double x, int quarters)
{
    double turn = fmod(fabs(x), 2), nearest, rest, out;
    bool negate = quarters == 0 && signbit(x);
    int quarter;

    if (!isfinite(x))
        return NAN;
    nearest = nearbyint(2 * turn);
    rest = turn - nearest / 2;
    quarter = ((int) nearest + quarters) & 3;
    if (rest == 0)
        out = quarter & 1 ? 1 : 0;
    else if (quarter & 1) // less than 1
        out = fmin(cos(rest * PI_HIGH + rest * PI_LOW), 1 - 0x1p-53);
    else
        out = sin(rest * PI_HIGH + rest * PI_LOW);
    if (out == 0)
        return negate ? -0.0 : 0.0;
    return (quarter & 2 ? -out : out) * (negate ? -1 : 1);
}

static double sinpi_of(double x)
{
    return judge_libm_sin_of_turns(x, 0);
}

static double cospi_of(double x)
{
    return judge_libm_sin_of_turns(x, 1);
}

// Returns the cube root. A root that is a float must not be a double in the binade
// below.
static double cbrt_of(double x)
{
    double root = cbrt(x), rounded = (double) (float) root;

    return rounded * rounded * rounded == x ? rounded : root;
}

static double rcbrt_of(double x)
{
    return 1 / cbrt_of(x);
}

static double lgamma_of(double x)
{
    int sign;

    return lgamma_r(x, &sign);
}

// Returns tgamma(x). Between negative integers, only the sign of the result is known in
// double, and not everywhere.
static double tgamma_of(double x)
{
    double whole = floor(x);

    if (!(x <= -64) || isinf(x))
        return tgamma(x);
    if (whole == x)
        return NAN;
    return fmod(whole, 2) == 0 ? 0x1p-1000 : -0x1p-1000;
}

// The extended Bessel functions, which only glibc has.
#ifdef __GLIBC__
#    define EXTENDED(name) name##l
#else
#    define EXTENDED(name) NULL
#endif

// Returns a Bessel function. Near its zeros, the library's functions lose bits by
// cancellation; there the extended functions are used, or MPFR if these lose too many,
// or if there are none.
static double bessel(enum math_id math, double x, double value,
                     long double (*extended)(long double))
{
    double size = fabs(value) * sqrt(fabs(x));
    struct exact_call call = { .math = math, .domain = DOMAIN_BITS, .round = FP_RNE };
    struct exact exact;

    if (!(fabs(x) > 0.5) || isinf(x) || size > 0x1p-4 || isnan(value))
        return value;
    if (extended)
        value = (double) extended((long double) x);
    if ((extended && fabs(value) * sqrt(fabs(x)) > 0x1p-15) || !exact_available())
        return value;
    call.operands.a = fp_bits((float) x);
    call.type = FUNCTION_BINARY32;
    exact_judge(&call, &exact);
    return strtod(exact.text, NULL);
}

static double j0_of(double x)
{
    return bessel(MATH_J0, x, j0(x), EXTENDED(j0));
}

static double j1_of(double x)
{
    return bessel(MATH_J1, x, j1(x), EXTENDED(j1));
}

static double y0_of(double x)
{
    return x < 0 ? NAN : bessel(MATH_Y0, x, y0(x), EXTENDED(y0));
}

static double y1_of(double x)
{
    return x < 0 ? NAN : bessel(MATH_Y1, x, y1(x), EXTENDED(y1));
}

// Returns pow(x, y). Near 1, the double may be 1 although the power is a little less.
static double pow_of(double x, double y)
{
    double value = pow(x, y);

    if (fabs(value) == 1 && fabs(x) != 1 && y != 0 && (fabs(x) < 1) != (y < 0))
        return copysign(1 - 0x1p-53, value);
    return value;
}

static double quotient(double x, double y)
{
    return x / y;
}

static double judge_libm_remquo_low(double x, double y)
{
    int part;

    if (isnan(remquo(x, y, &part)))
        return NAN;
    return part < 0 ? -(-part & 7) : part & 7;
}

static double judge_libm_scaled(double x, double y)
{
    return ldexp(x, (int) fmax(-8192, fmin(8192, y)));
}

#define ONE(id, function)     [MATH_##id] = { .one = function },
#define TWO(id, function)     [MATH_##id] = { .two = function },
#define FAR_ONE(id, function) [MATH_##id] = { .one = function, .far = true },
#define FAR_TWO(id, function) [MATH_##id] = { .two = function, .far = true },
#define OWN_TWO(id, function) [MATH_##id] = { .two = function, .own = true },

static const struct {
    double (*one)(double);
    double (*two)(double, double);
    bool far; // leaves the doubles at finite operands
    bool own; // needs no library of its own: exact, or rounded once
} functions[MATH_COUNT] = {
    // clang-format off
    ONE(SIN, sin) ONE(COS, cos) ONE(TAN, tan) ONE(ASIN, asin) ONE(ACOS, acos)
    ONE(ATAN, atan) FAR_ONE(SINH, sinh) FAR_ONE(COSH, cosh) ONE(TANH, tanh)
    ONE(ASINH, asinh) ONE(ACOSH, acosh) ONE(ATANH, atanh) FAR_ONE(EXP, exp)
    FAR_ONE(EXP2, exp2) FAR_ONE(EXP10, exp10) FAR_ONE(EXPM1, expm1) ONE(LOG, log)
    ONE(LOG2, log2) ONE(LOG10, log10) ONE(LOG1P, log1p) ONE(CBRT, cbrt_of)
    ONE(RCBRT, rcbrt_of) ONE(SINPI, sinpi_of) ONE(COSPI, cospi_of) ONE(ERF, erf)
    FAR_ONE(ERFC, erfc) ONE(LGAMMA, lgamma_of) FAR_ONE(TGAMMA, tgamma_of)
    ONE(J0, j0_of) ONE(J1, j1_of) ONE(Y0, y0_of) ONE(Y1, y1_of) FAR_TWO(POW, pow_of)
    TWO(ATAN2, atan2) TWO(HYPOT, hypot) OWN_TWO(DIV, quotient) OWN_TWO(FMOD, fmod)
    OWN_TWO(REMAINDER, remainder) OWN_TWO(REMQUO, remainder)
    OWN_TWO(REMQUO_LOW, judge_libm_remquo_low)
    [MATH_LDEXP] = { .two = judge_libm_scaled, .far = true, .own = true },
    // clang-format on
};

static bool own_one(enum math_id math)
{
    double x = 1, out;

    return judge_vector_baseline.own(math, &x, &out, 1);
}

bool judge_libm_has(enum math_id math)
{
    return functions[math].one || functions[math].two || own_one(math);
}

bool judge_libm_own(enum math_id math)
{
    return functions[math].own || own_one(math);
}

bool judge_libm_settled(enum math_id math)
{
    return judge_libm_own(math) && math != MATH_RSQRT && math != MATH_DEGREES &&
           math != MATH_RADIANS;
}

double judge_libm_kept(enum math_id math, double value)
{
    if (functions[math].far && isinf(value))
        return copysign(0x1p+1000, value);
    if (functions[math].far && fabs(value) < 0x1p-1000)
        return copysign(0x1p-1000, value);
    return value;
}

// Returns the result of a function that is exact, including its special cases.
static double own_value(enum math_id math, double x)
{
    double out = 0;

    if (math == MATH_SATURATE && isnan(x))
        return 0;
    if (isnan(x))
        return NAN;
    if ((x == 0 || isinf(x)) && (math == MATH_LOGB || math == MATH_ILOGB))
        return x == 0 ? -INFINITY : INFINITY;
    if ((x == 0 || isinf(x)) && math == MATH_FREXP)
        return x;
    if ((x == 0 || isinf(x)) && math == MATH_FREXP_EXP)
        return x == 0 ? 0 : NAN;
    if (isinf(x) && math == MATH_FRACT)
        return NAN;
    judge_vector_baseline.own(math, &x, &out, 1);
    if (math == MATH_FRACT && out == 1)
        out = 1 - 0x1p-53;
    return out;
}

double judge_libm_value(enum math_id math, double x, double y)
{
    bool two = functions[math].two != NULL;
    double value = two                   ? functions[math].two(x, y)
                   : functions[math].one ? functions[math].one(x)
                                         : own_value(math, x);

    if (x == 0 || !isfinite(x) || (two && !isfinite(y)))
        return value;
    return judge_libm_kept(math, value);
}
