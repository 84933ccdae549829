// SPDX-License-Identifier: MIT
//
// What this processor and its C library have: a loop each, over operands of any domain.

#include "sweep/cpu.h"
#include "sweep/division_functions.h"
#include "sweep/half_convert.h"

#include "base/fp_bits.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef void results_function(const struct domain *domain, uint64_t first, size_t count,
                              void *out);

// A loop whose body has x (and y, n): floats, doubles, words.
#define LOOP(name, type, declare, expression)                                          \
    static void make_##name(const struct domain *domain, uint64_t first, size_t count, \
                            void *out)                                                 \
    {                                                                                  \
        type *to = out;                                                                \
                                                                                       \
        for (size_t i = 0; i < count; i++) {                                           \
            const struct operands at = domain_operands(domain, first + i);             \
            declare;                                                                   \
                                                                                       \
            to[i] = (type) (expression);                                               \
        }                                                                              \
    }
#define FLOAT(name, expression) \
    LOOP(name, uint32_t, float x = fp_from_bits((uint32_t) at.a), fp_bits(expression))
#define FLOATS(name, expression)                                  \
    LOOP(name, uint32_t, float x = fp_from_bits((uint32_t) at.a); \
         float y = fp_from_bits((uint32_t) at.b), fp_bits(expression))
#define WITH_INT(name, expression)                                \
    LOOP(name, uint32_t, float x = fp_from_bits((uint32_t) at.a); \
         int n = (int32_t) (uint32_t) at.b, fp_bits(expression))
#define INTEGER(name, expression) \
    LOOP(name, uint32_t, float x = fp_from_bits((uint32_t) at.a), expression)
#define WORD(name, expression) \
    LOOP(name, uint32_t, uint32_t w = (uint32_t) at.a, expression)
#define DOUBLE(name, expression) \
    LOOP(name, uint64_t, double x = fp_from_bits64(at.a), fp_bits64(expression))
#define DOUBLES(name, expression)                         \
    LOOP(name, uint64_t, double x = fp_from_bits64(at.a); \
         double y = fp_from_bits64(at.b), fp_bits64(expression))

static float frexp_fraction(float x)
{
    int exponent;

    return frexpf(x, &exponent);
}

static int frexp_exponent(float x)
{
    int exponent = 0;

    frexpf(x, &exponent);
    return isfinite(x) ? exponent : 0; // else C does not say
}

static float modf_fraction(float x)
{
    float whole;

    return modff(x, &whole);
}

static float modf_whole(float x)
{
    float whole;

    modff(x, &whole);
    return whole;
}

static int remquo_low(float x, float y)
{
    int quotient = 0, low;

    remquof(x, y, &quotient);
    low = abs(quotient) & 7;
    return quotient < 0 ? -low : low;
}

static float remquo_rest(float x, float y)
{
    int quotient;

    return remquof(x, y, &quotient);
}

// clang-format off
FLOAT(sinf, sinf(x))
FLOAT(cosf, cosf(x))
FLOAT(tanf, tanf(x))
FLOAT(asinf, asinf(x))
FLOAT(acosf, acosf(x))
FLOAT(atanf, atanf(x))
FLOAT(sinhf, sinhf(x))
FLOAT(coshf, coshf(x))
FLOAT(tanhf, tanhf(x))
FLOAT(asinhf, asinhf(x))
FLOAT(acoshf, acoshf(x))
FLOAT(atanhf, atanhf(x))
FLOAT(expf, expf(x))
FLOAT(exp2f, exp2f(x))
FLOAT(exp10f, exp10f(x))
FLOAT(expm1f, expm1f(x))
FLOAT(logf, logf(x))
FLOAT(log2f, log2f(x))
FLOAT(log10f, log10f(x))
FLOAT(log1pf, log1pf(x))
FLOAT(sqrtf, sqrtf(x))
FLOAT(reciprocal, 1 / x)
FLOAT(cbrtf, cbrtf(x))
FLOAT(erff, erff(x))
FLOAT(erfcf, erfcf(x))
FLOAT(tgammaf, tgammaf(x))
FLOAT(j0f, j0f(x))
FLOAT(j1f, j1f(x))
FLOAT(y0f, y0f(x))
FLOAT(y1f, y1f(x))
FLOAT(floorf, floorf(x))
FLOAT(ceilf, ceilf(x))
FLOAT(roundf, roundf(x))
FLOAT(rintf, rintf(x))
FLOAT(nearbyintf, nearbyintf(x))
FLOAT(truncf, truncf(x))
FLOAT(fabsf, fabsf(x))
FLOAT(logbf, logbf(x))
FLOAT(frexpf, frexp_fraction(x))
FLOAT(modff, modf_fraction(x))
FLOAT(modff_int, modf_whole(x))
INTEGER(ilogbf, (uint32_t) ilogbf(x))
INTEGER(frexpf_exp, (uint32_t) frexp_exponent(x))
INTEGER(handbook, half_handbook(fp_bits(x)))
INTEGER(half_rne, half_from_float(fp_bits(x), HALF_RNE))
INTEGER(half_rtz, half_from_float(fp_bits(x), HALF_RTZ))
INTEGER(half_rup, half_from_float(fp_bits(x), HALF_RUP))
INTEGER(half_rdn, half_from_float(fp_bits(x), HALF_RDN))
WORD(from_int, fp_bits((float) (int32_t) w))
WORD(from_uint, fp_bits((float) w))
FLOATS(quotient, x / y)
FLOATS(powf, powf(x, y))
FLOATS(atan2f, atan2f(x, y))
FLOATS(fmodf, fmodf(x, y))
FLOATS(remainderf, remainderf(x, y))
FLOATS(remquof, remquo_rest(x, y))
FLOATS(hypotf, hypotf(x, y))
LOOP(remquof_low, uint32_t, float x = fp_from_bits((uint32_t) at.a); float y = fp_from_bits((uint32_t) at.b),
     (uint32_t) remquo_low(x, y))
WITH_INT(ldexpf, ldexpf(x, n))
WITH_INT(jnf, jnf(n, x))
WITH_INT(ynf, ynf(n, x))
DOUBLE(sin, sin(x))
DOUBLE(cos, cos(x))
DOUBLE(tan, tan(x))
DOUBLE(asin, asin(x))
DOUBLE(acos, acos(x))
DOUBLE(atan, atan(x))
DOUBLE(sinh, sinh(x))
DOUBLE(cosh, cosh(x))
DOUBLE(tanh, tanh(x))
DOUBLE(exp, exp(x))
DOUBLE(exp2, exp2(x))
DOUBLE(expm1, expm1(x))
DOUBLE(log, log(x))
DOUBLE(log2, log2(x))
DOUBLE(log10, log10(x))
DOUBLE(log1p, log1p(x))
DOUBLE(sqrt, sqrt(x))
DOUBLE(cbrt, cbrt(x))
DOUBLE(erf, erf(x))
DOUBLE(erfc, erfc(x))
DOUBLE(tgamma, tgamma(x))
DOUBLES(pow, pow(x, y))
DOUBLES(atan2, atan2(x, y))
DOUBLES(hypot, hypot(x, y))
// clang-format on

// lgamma's sign goes to a variable of the process.
FLOAT(lgammaf, lgammaf_r(x, &(int){ 0 }))
DOUBLE(lgamma, lgamma_r(x, &(int){ 0 }))

static void convert(const struct domain *domain, uint64_t first, size_t count,
                    uint32_t *out, enum half_direction direction)
{
    uint32_t x[256];

    for (size_t at = 0; at < count; at += 256) {
        size_t here = count - at < 256 ? count - at : 256;

        for (size_t i = 0; i < 256; i++)
            x[i] = i < here ? (uint32_t) domain_operands(domain, first + at + i).a : 0;
        half_f16c_convert(x, x, 256, direction);
        memcpy(out + at, x, here * sizeof(*x));
    }
}

#define F16C(name, direction)                                                 \
    static void make_f16c_##name(const struct domain *domain, uint64_t first, \
                                 size_t count, void *out)                     \
    {                                                                         \
        convert(domain, first, count, out, direction);                        \
    }
F16C(rne, HALF_RNE)
F16C(rtz, HALF_RTZ)
F16C(rup, HALF_RUP)
F16C(rdn, HALF_RDN)

// The table: a function, its mathematics, and who makes it. `index` is its place.
#define ROW(word, text, id, maker, ...)                                           \
    {                                                                             \
        { .name = "cpu:" word, .summary = text, .math = MATH_##id, __VA_ARGS__ }, \
            make_##maker                                                          \
    }
#define LIBM(word, id) ROW(#word, "the C library's " #word, id, word, .round = FP_RNE)
#define LIBM_TWO(word, id) \
    ROW(#word, "the C library's " #word, id, word, .domain = DOMAIN_PAIRS)
#define LIBM_INT(word, id, from, many)                                        \
    ROW(#word, "the C library's " #word, id, word, .domain = DOMAIN_INTEGERS, \
        .low = from, .span = many)
#define SAMPLE(word, id)                                                                \
    ROW("double." #word, "the C library's " #word ", on a sample of doubles", id, word, \
        .result = FUNCTION_BINARY64, .domain = DOMAIN_DOUBLES, .bits = 20)
#define SAMPLE_TWO(word, id)                                                           \
    ROW("double." #word, "the C library's " #word ", on a sample of pairs of doubles", \
        id, word, .result = FUNCTION_BINARY64, .domain = DOMAIN_DOUBLE_PAIRS,          \
        .bits = 20)
#define HALF(word, text, maker, rule) \
    ROW(word, text, IDENTITY, maker, .result = FUNCTION_BINARY16, .round = rule)

static const struct {
    struct function function;
    results_function *make;
} table[] = {
    // clang-format off
    LIBM(sinf, SIN), LIBM(cosf, COS), LIBM(tanf, TAN), LIBM(asinf, ASIN), LIBM(acosf, ACOS),
    LIBM(atanf, ATAN), LIBM(sinhf, SINH), LIBM(coshf, COSH), LIBM(tanhf, TANH),
    LIBM(asinhf, ASINH), LIBM(acoshf, ACOSH), LIBM(atanhf, ATANH), LIBM(expf, EXP),
    LIBM(exp2f, EXP2), LIBM(exp10f, EXP10), LIBM(expm1f, EXPM1), LIBM(logf, LOG),
    LIBM(log2f, LOG2), LIBM(log10f, LOG10), LIBM(log1pf, LOG1P), LIBM(sqrtf, SQRT),
    ROW("rcp", "1 / x", RCP, reciprocal, .round = FP_RNE),
    LIBM(cbrtf, CBRT), LIBM(erff, ERF), LIBM(erfcf, ERFC), LIBM(lgammaf, LGAMMA),
    LIBM(tgammaf, TGAMMA), LIBM(j0f, J0), LIBM(j1f, J1), LIBM(y0f, Y0), LIBM(y1f, Y1),
    LIBM(floorf, FLOOR), LIBM(ceilf, CEIL), LIBM(roundf, ROUND), LIBM(rintf, ROUND_EVEN),
    LIBM(nearbyintf, ROUND_EVEN), LIBM(truncf, TRUNC), LIBM(fabsf, ABS), LIBM(logbf, LOGB),
    ROW("ilogbf", "the C library's ilogbf", ILOGB, ilogbf, .result = FUNCTION_INT32),
    ROW("frexpf", "the fraction of frexpf", FREXP, frexpf, .round = FP_RNE),
    ROW("frexpf.exponent", "the exponent of frexpf", FREXP_EXP, frexpf_exp,
        .result = FUNCTION_INT32),
    ROW("modff", "the fraction of modff", MODF, modff, .round = FP_RNE),
    ROW("modff.integer", "the integer part of modff", MODF_INT, modff_int, .round = FP_RNE),
    HALF("half.handbook", "to half as the CUDA Handbook does, in integers", handbook, FP_RNE),
    HALF("half.integers.rne", "to half in integers, to nearest even", half_rne, FP_RNE),
    HALF("half.integers.rtz", "to half in integers, toward zero", half_rtz, FP_RTZ),
    HALF("half.integers.rup", "to half in integers, up", half_rup, FP_RUP),
    HALF("half.integers.rdn", "to half in integers, down", half_rdn, FP_RDN),
    ROW("float.int", "an int as a float", FROM_INT, from_int, .round = FP_RNE),
    ROW("float.uint", "an unsigned int as a float", FROM_UINT, from_uint, .round = FP_RNE),
    ROW("div", "a / b", DIV, quotient, .domain = DOMAIN_PAIRS),
    LIBM_TWO(powf, POW), LIBM_TWO(atan2f, ATAN2), LIBM_TWO(fmodf, FMOD),
    LIBM_TWO(remainderf, REMAINDER), LIBM_TWO(hypotf, HYPOT),
    ROW("remquof", "the remainder of remquof", REMQUO, remquof, .domain = DOMAIN_PAIRS),
    ROW("remquof.quotient", "sign and low bits of remquof's quotient", REMQUO_LOW,
        remquof_low, .domain = DOMAIN_PAIRS, .result = FUNCTION_INT32),
    LIBM_INT(ldexpf, LDEXP, -300, 601), LIBM_INT(jnf, JN, 0, 129), LIBM_INT(ynf, YN, 0, 129),
    SAMPLE(sin, SIN), SAMPLE(cos, COS), SAMPLE(tan, TAN), SAMPLE(asin, ASIN),
    SAMPLE(acos, ACOS), SAMPLE(atan, ATAN), SAMPLE(sinh, SINH), SAMPLE(cosh, COSH),
    SAMPLE(tanh, TANH), SAMPLE(exp, EXP), SAMPLE(exp2, EXP2), SAMPLE(expm1, EXPM1),
    SAMPLE(log, LOG), SAMPLE(log2, LOG2), SAMPLE(log10, LOG10), SAMPLE(log1p, LOG1P),
    SAMPLE(sqrt, SQRT), SAMPLE(cbrt, CBRT), SAMPLE(erf, ERF), SAMPLE(erfc, ERFC),
    SAMPLE(lgamma, LGAMMA), SAMPLE(tgamma, TGAMMA),
    SAMPLE_TWO(pow, POW), SAMPLE_TWO(atan2, ATAN2), SAMPLE_TWO(hypot, HYPOT),
    // Those that not every processor has come last.
    HALF("half.f16c.rne", "to half by F16C, to nearest even", f16c_rne, FP_RNE),
    HALF("half.f16c.rtz", "to half by F16C, toward zero", f16c_rtz, FP_RTZ),
    HALF("half.f16c.rup", "to half by F16C, up", f16c_rup, FP_RUP),
    HALF("half.f16c.rdn", "to half by F16C, down", f16c_rdn, FP_RDN),
    // clang-format on
};

#define ROWS      (int) (sizeof(table) / sizeof(*table))
#define F16C_ROWS 4

// Those of division_functions.h follow the table's.
#define DIVISIONS_MAX 16

static struct function functions[ROWS + DIVISIONS_MAX];
static int function_count;

static void list_functions(void)
{
    int own = half_f16c() ? ROWS : ROWS - F16C_ROWS, divisions;
    const struct function *division = sweep_division_functions(&divisions);

    assert(divisions <= DIVISIONS_MAX);
    for (int i = 0; i < own; i++) {
        functions[i] = table[i].function;
        functions[i].index = i;
    }
    for (int i = 0; i < divisions; i++) {
        functions[own + i] = division[i];
        functions[own + i].index = ROWS + i;
    }
    function_count = own + divisions;
}

const struct function *sweep_cpu_functions(int *count)
{
    static pthread_once_t listed = PTHREAD_ONCE_INIT;

    pthread_once(&listed, list_functions);
    *count = function_count;
    return functions;
}

void sweep_cpu_results(const struct function *function, const struct domain *domain,
                       uint64_t first, size_t count, void *out)
{
    fenv_t found;

    assert(function->index >= 0 && function->index < ROWS + DIVISIONS_MAX);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    if (function->index < ROWS)
        table[function->index].make(domain, first, count, out);
    else
        sweep_division_results(function, domain, first, count, out);
    fesetenv(&found);
}
