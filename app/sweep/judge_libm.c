// SPDX-License-Identifier: MIT

#include "sweep/judge_libm.h"

#include "base/fp.h"
#include "sweep/exact.h"
#include "sweep/judge_vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// pi in two parts: a float's product with the first is exact.
#define PI_HIGH 0x1.921fb54p+1
#define PI_LOW  0x1.10b4611a62633p-29

// sin(pi (x + quarters / 2)), reduced exactly.
static double sin_of_turns(double x, int quarters)
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
    return sin_of_turns(x, 0);
}

static double cospi_of(double x)
{
    return sin_of_turns(x, 1);
}

// A root that is a float is that, and not a double in the binade below.
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

// Between the negative integers only the sign is a double's, and not everywhere.
static double tgamma_of(double x)
{
    double whole = floor(x);

    if (!(x <= -64) || isinf(x))
        return tgamma(x);
    if (whole == x)
        return NAN;
    return fmod(whole, 2) == 0 ? 0x1p-1000 : -0x1p-1000;
}

// The Bessel functions of the library lose near their zeros what their terms have in
// common: there the extended ones are asked, and MPFR where these lose too much.
static double bessel(enum math_id math, double x, double value,
                     long double (*extended)(long double))
{
    double size = fabs(value) * sqrt(fabs(x));
    struct exact_call call = { .math = math, .domain = DOMAIN_BITS, .round = FP_RNE };
    struct exact exact;

    if (!(fabs(x) > 0.5) || isinf(x) || size > 0x1p-4 || isnan(value))
        return value;
    value = (double) extended((long double) x);
    if (fabs(value) * sqrt(fabs(x)) > 0x1p-15 || !exact_available())
        return value;
    call.operands.a = fp_bits((float) x);
    call.type = FUNCTION_BINARY32;
    return exact_judge(&call, &exact) ? strtod(exact.text, NULL) : value;
}

static double j0_of(double x)
{
    return bessel(MATH_J0, x, j0(x), j0l);
}

static double j1_of(double x)
{
    return bessel(MATH_J1, x, j1(x), j1l);
}

static double y0_of(double x)
{
    return x < 0 ? NAN : bessel(MATH_Y0, x, y0(x), y0l);
}

static double y1_of(double x)
{
    return x < 0 ? NAN : bessel(MATH_Y1, x, y1(x), y1l);
}

// Near 1 the double may be 1 where the power is a little less.
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

static double remquo_low(double x, double y)
{
    int part;

    if (isnan(remquo(x, y, &part)))
        return NAN;
    return part < 0 ? -(-part & 7) : part & 7;
}

static double scaled(double x, double y)
{
    return ldexp(x, (int) fmax(-8192, fmin(8192, y)));
}

static const struct {
    double (*one)(double);
    double (*two)(double, double);
    bool far; // leaves the doubles at finite operands
} functions[MATH_COUNT] = {
    [MATH_SIN] = { .one = sin },
    [MATH_COS] = { .one = cos },
    [MATH_TAN] = { .one = tan },
    [MATH_ASIN] = { .one = asin },
    [MATH_ACOS] = { .one = acos },
    [MATH_ATAN] = { .one = atan },
    [MATH_SINH] = { .one = sinh, .far = true },
    [MATH_COSH] = { .one = cosh, .far = true },
    [MATH_TANH] = { .one = tanh },
    [MATH_ASINH] = { .one = asinh },
    [MATH_ACOSH] = { .one = acosh },
    [MATH_ATANH] = { .one = atanh },
    [MATH_EXP] = { .one = exp, .far = true },
    [MATH_EXP2] = { .one = exp2, .far = true },
    [MATH_EXP10] = { .one = exp10, .far = true },
    [MATH_EXPM1] = { .one = expm1, .far = true },
    [MATH_LOG] = { .one = log },
    [MATH_LOG2] = { .one = log2 },
    [MATH_LOG10] = { .one = log10 },
    [MATH_LOG1P] = { .one = log1p },
    [MATH_CBRT] = { .one = cbrt_of },
    [MATH_RCBRT] = { .one = rcbrt_of },
    [MATH_SINPI] = { .one = sinpi_of },
    [MATH_COSPI] = { .one = cospi_of },
    [MATH_ERF] = { .one = erf },
    [MATH_ERFC] = { .one = erfc, .far = true },
    [MATH_LGAMMA] = { .one = lgamma_of },
    [MATH_TGAMMA] = { .one = tgamma_of, .far = true },
    [MATH_J0] = { .one = j0_of },
    [MATH_J1] = { .one = j1_of },
    [MATH_Y0] = { .one = y0_of },
    [MATH_Y1] = { .one = y1_of },
    [MATH_DIV] = { .two = quotient },
    [MATH_POW] = { .two = pow_of, .far = true },
    [MATH_ATAN2] = { .two = atan2 },
    [MATH_FMOD] = { .two = fmod },
    [MATH_REMAINDER] = { .two = remainder },
    [MATH_REMQUO] = { .two = remainder },
    [MATH_REMQUO_LOW] = { .two = remquo_low },
    [MATH_HYPOT] = { .two = hypot },
    [MATH_LDEXP] = { .two = scaled, .far = true },
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
    switch (math) {
    case MATH_DIV:
    case MATH_FMOD:
    case MATH_REMAINDER:
    case MATH_REMQUO:
    case MATH_REMQUO_LOW:
    case MATH_LDEXP: return true;
    default: return own_one(math);
    }
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

// What is exact, where the bits do not tell it.
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
