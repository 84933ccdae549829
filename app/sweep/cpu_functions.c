// SPDX-License-Identifier: MIT
//
// The functions of this processor and its C library: a loop for each, over operands of
// any domain.

#include "sweep/backend.h"
#include "sweep/half_convert.h"
#include "sweep/markstein.h"

#include "base/fp_bits.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#    include <xmmintrin.h>
#endif

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
#define INTEGER_OF_TWO(name, expression)                          \
    LOOP(name, uint32_t, float x = fp_from_bits((uint32_t) at.a); \
         float y = fp_from_bits((uint32_t) at.b), expression)
#define F16C(name, direction)                                                          \
    static void make_##name(const struct domain *domain, uint64_t first, size_t count, \
                            void *out)                                                 \
    {                                                                                  \
        cpu_functions_convert(domain, first, count, out, direction);                   \
    }
#define DIVISION(name, raises)                                                         \
    static void make_##name(const struct domain *domain, uint64_t first, size_t count, \
                            void *out)                                                 \
    {                                                                                  \
        cpu_functions_divide(domain, first, count, out, raises);                       \
    }
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

#if defined(__x86_64__)
static float by_rcpps(float x)
{
    return _mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(x)));
}

static float by_rsqrtps(float x)
{
    return _mm_cvtss_f32(_mm_rsqrt_ps(_mm_set1_ps(x)));
}
#endif

static void cpu_functions_convert(const struct domain *domain, uint64_t first,
                                  size_t count, uint32_t *out,
                                  enum half_direction direction)
{
    uint32_t x[256];

    for (size_t at = 0; at < count; at += 256) {
        size_t here = count - at < 256 ? count - at : 256;

        for (size_t i = 0; i < 256; i++)
            x[i] = i < here ? (uint32_t) domain_operands(domain, first + at + i).a : 0;
        half_f16c_convert(x, x, 256, direction);
        memcpy(out + at, x, here * sizeof *x);
    }
}

// Divides by Markstein's method.
static void cpu_functions_divide(const struct domain *domain, uint64_t first,
                                 size_t count, uint32_t *out, bool raised)
{
    const struct markstein how = { .refinements = 1, .halley = true, .raised = raised };
    float a[256], b[256], q[256];

    for (size_t at = 0; at < count; at += 256) {
        size_t here = count - at < 256 ? count - at : 256;

        for (size_t i = 0; i < here; i++) {
            struct operands pair = domain_operands(domain, first + at + i);

            a[i] = fp_from_bits((uint32_t) pair.a);
            b[i] = fp_from_bits((uint32_t) pair.b);
        }
        markstein_divide(&how, a, b, q, here);
        memcpy(out + at, q, here * sizeof *q);
    }
}

// The functions, in the order of the list: how it is called, what it is, its mathematics,
// its name here, and an expression. lgamma's sign would go to a variable of the process.
// X(kind of loop, name, summary, ID, identifier, expression, fields of struct function)
// clang-format off
#define LIBM(X, f, id) \
    X(FLOAT, #f, "the C library's " #f, id, f, f(x), .round = FP_RNE)
#define LIBM_TWO(X, f, id) \
    X(FLOATS, #f, "the C library's " #f, id, f, f(x, y), .domain = DOMAIN_PAIRS)
#define LIBM_INT(X, f, expression, id, from, many) \
    X(WITH_INT, #f, "the C library's " #f, id, f, expression, .domain = DOMAIN_INTEGERS, \
      .low = from, .span = many)
#define SAMPLE(X, f, id, expression) \
    X(DOUBLE, "double." #f, "the C library's " #f ", on a sample of doubles", id, f, \
      expression, .result = FUNCTION_BINARY64, .domain = DOMAIN_DOUBLES, .bits = 20)
#define SAMPLE_TWO(X, f, id) \
    X(DOUBLES, "double." #f, "the C library's " #f ", on a sample of pairs of doubles", id, \
      f, f(x, y), .result = FUNCTION_BINARY64, .domain = DOMAIN_DOUBLE_PAIRS, .bits = 20)
#define HALF(X, word, text, kind, f, expression, rule) \
    X(kind, "half." word, "to half " text, IDENTITY, f, expression, \
      .result = FUNCTION_BINARY16, .round = FP_##rule)
#define INTEGERS(X, f, text, rule) \
    HALF(X, "integers." #f, "in integers, " text, INTEGER, half_##f, \
         half_from_float(fp_bits(x), HALF_##rule), rule)
#define F16C_HALF(X, f, text, rule) \
    HALF(X, "f16c." #f, "by F16C, " text, F16C, f16c_##f, HALF_##rule, rule)

// The limit in Intel's manual is 1.5 * 2^-12; the handbook says 12 bits. Subnormal
// operands count as zero, and a result that would be subnormal is zero: 1 / 2^126 on some
// processors.
#if defined(__x86_64__)
#define WITHIN(limit, by) \
    { .relative = limit, .who = by, .where = "|x| < 2^126", \
      .over = FUNCTION_OVER_WITHIN, .low = -0x1.fffffep125, .high = 0x1p126 }
#define ROUGH(X, f, text, id, expression) \
    X(FLOAT, #f, text " by " #f, id, f, expression, .round = FP_RNE, .published = { \
      WITHIN(0x1.8p-12, "Intel SDM"), WITHIN(0x1p-12, "CUDA Handbook, section 8.3") })
#else
#define ROUGH(X, f, text, id, expression)
#endif

#define MARKSTEIN(X, word, f, raised, text) \
    X(DIVISION, "div.markstein" word, "a/b after Markstein, " text, DIV, f, raised, \
      .round = FP_RNE, .domain = DOMAIN_MANTISSAS, .bits = 32)

#define TABLE(X) \
    LIBM(X, sinf, SIN) LIBM(X, cosf, COS) LIBM(X, tanf, TAN) LIBM(X, asinf, ASIN) \
    LIBM(X, acosf, ACOS) LIBM(X, atanf, ATAN) LIBM(X, sinhf, SINH) \
    LIBM(X, coshf, COSH) LIBM(X, tanhf, TANH) LIBM(X, asinhf, ASINH) \
    LIBM(X, acoshf, ACOSH) LIBM(X, atanhf, ATANH) LIBM(X, expf, EXP) \
    LIBM(X, exp2f, EXP2) LIBM(X, exp10f, EXP10) LIBM(X, expm1f, EXPM1) \
    LIBM(X, logf, LOG) LIBM(X, log2f, LOG2) LIBM(X, log10f, LOG10) \
    LIBM(X, log1pf, LOG1P) LIBM(X, sqrtf, SQRT) \
    X(FLOAT, "rcp", "1 / x", RCP, reciprocal, 1 / x, .round = FP_RNE) \
    ROUGH(X, rcpps, "1 / x", RCP, by_rcpps(x)) \
    ROUGH(X, rsqrtps, "1 / sqrt(x)", RSQRT, by_rsqrtps(x)) \
    LIBM(X, cbrtf, CBRT) LIBM(X, erff, ERF) LIBM(X, erfcf, ERFC) \
    X(FLOAT, "lgammaf", "the C library's lgammaf", LGAMMA, lgammaf, \
      lgammaf_r(x, &(int){ 0 }), .round = FP_RNE) \
    LIBM(X, tgammaf, TGAMMA) LIBM(X, j0f, J0) LIBM(X, j1f, J1) LIBM(X, y0f, Y0) \
    LIBM(X, y1f, Y1) LIBM(X, floorf, FLOOR) LIBM(X, ceilf, CEIL) \
    LIBM(X, roundf, ROUND) LIBM(X, rintf, ROUND_EVEN) LIBM(X, nearbyintf, ROUND_EVEN) \
    LIBM(X, truncf, TRUNC) LIBM(X, fabsf, ABS) LIBM(X, logbf, LOGB) \
    X(INTEGER, "ilogbf", "the C library's ilogbf", ILOGB, ilogbf, (uint32_t) ilogbf(x), \
      .result = FUNCTION_INT32) \
    X(FLOAT, "frexpf", "the fraction of frexpf", FREXP, frexpf, frexp_fraction(x), \
      .round = FP_RNE) \
    X(INTEGER, "frexpf.exponent", "the exponent of frexpf", FREXP_EXP, frexpf_exp, \
      (uint32_t) frexp_exponent(x), .result = FUNCTION_INT32) \
    X(FLOAT, "modff", "the fraction of modff", MODF, modff, modf_fraction(x), \
      .round = FP_RNE) \
    X(FLOAT, "modff.integer", "the integer part of modff", MODF_INT, modff_int, \
      modf_whole(x), .round = FP_RNE) \
    HALF(X, "handbook", "as the CUDA Handbook does, in integers", INTEGER, handbook, \
         half_handbook(fp_bits(x)), RNE) \
    INTEGERS(X, rne, "to nearest even", RNE) INTEGERS(X, rtz, "toward zero", RTZ) \
    INTEGERS(X, rup, "up", RUP) INTEGERS(X, rdn, "down", RDN) \
    X(WORD, "float.int", "an int as a float", FROM_INT, from_int, \
      fp_bits((float) (int32_t) w), .round = FP_RNE) \
    X(WORD, "float.uint", "an unsigned int as a float", FROM_UINT, from_uint, \
      fp_bits((float) w), .round = FP_RNE) \
    X(FLOATS, "div", "a / b", DIV, quotient, x / y, .domain = DOMAIN_PAIRS) \
    LIBM_TWO(X, powf, POW) LIBM_TWO(X, atan2f, ATAN2) LIBM_TWO(X, fmodf, FMOD) \
    LIBM_TWO(X, remainderf, REMAINDER) LIBM_TWO(X, hypotf, HYPOT) \
    X(FLOATS, "remquof", "the remainder of remquof", REMQUO, remquof, remquo_rest(x, y), \
      .domain = DOMAIN_PAIRS) \
    X(INTEGER_OF_TWO, "remquof.quotient", "sign and low bits of remquof's quotient", \
      REMQUO_LOW, remquof_low, (uint32_t) remquo_low(x, y), .domain = DOMAIN_PAIRS, \
      .result = FUNCTION_INT32) \
    LIBM_INT(X, ldexpf, ldexpf(x, n), LDEXP, -300, 601) \
    LIBM_INT(X, jnf, jnf(n, x), JN, 0, 129) LIBM_INT(X, ynf, ynf(n, x), YN, 0, 129) \
    SAMPLE(X, sin, SIN, sin(x)) SAMPLE(X, cos, COS, cos(x)) \
    SAMPLE(X, tan, TAN, tan(x)) SAMPLE(X, asin, ASIN, asin(x)) \
    SAMPLE(X, acos, ACOS, acos(x)) SAMPLE(X, atan, ATAN, atan(x)) \
    SAMPLE(X, sinh, SINH, sinh(x)) SAMPLE(X, cosh, COSH, cosh(x)) \
    SAMPLE(X, tanh, TANH, tanh(x)) SAMPLE(X, exp, EXP, exp(x)) \
    SAMPLE(X, exp2, EXP2, exp2(x)) SAMPLE(X, expm1, EXPM1, expm1(x)) \
    SAMPLE(X, log, LOG, log(x)) SAMPLE(X, log2, LOG2, log2(x)) \
    SAMPLE(X, log10, LOG10, log10(x)) SAMPLE(X, log1p, LOG1P, log1p(x)) \
    SAMPLE(X, sqrt, SQRT, sqrt(x)) SAMPLE(X, cbrt, CBRT, cbrt(x)) \
    SAMPLE(X, erf, ERF, erf(x)) SAMPLE(X, erfc, ERFC, erfc(x)) \
    SAMPLE(X, lgamma, LGAMMA, lgamma_r(x, &(int){ 0 })) \
    SAMPLE(X, tgamma, TGAMMA, tgamma(x)) \
    SAMPLE_TWO(X, pow, POW) SAMPLE_TWO(X, atan2, ATAN2) SAMPLE_TWO(X, hypot, HYPOT) \
    /* Those that not every processor has come last. */ \
    F16C_HALF(X, rne, "to nearest even", RNE) F16C_HALF(X, rtz, "toward zero", RTZ) \
    F16C_HALF(X, rup, "up", RUP) F16C_HALF(X, rdn, "down", RDN) \
    MARKSTEIN(X, "", markstein, false, "rcpss and Halley's step, one refinement") \
    MARKSTEIN(X, ".raised", markstein_raised, true, "the estimate raised by 2^-23")
// clang-format on

#define MAKER(kind, word, text, id, f, expression, ...) kind(f, expression)
TABLE(MAKER)

#define ENTRY(kind, word, text, id, f, expression, ...)                         \
    { { .name = "cpu:" word, .summary = text, .math = MATH_##id, __VA_ARGS__ }, \
      make_##f },

static const struct {
    struct function function;
    results_function *make;
} table[] = { TABLE(ENTRY) };

#define ROWS (int) (sizeof table / sizeof *table)

static struct function functions[ROWS];
static int function_count;

// The last two rows divide by Markstein's method, the four before them use F16C.
static bool cpu_functions_has(int row)
{
    return row < ROWS - 6 || (row < ROWS - 2 ? half_f16c() : markstein_can());
}

static void list_functions(void)
{
    for (int i = 0; i < ROWS; i++)
        if (cpu_functions_has(i)) {
            functions[function_count] = table[i].function;
            functions[function_count++].index = i;
        }
}

const struct function *sweep_cpu_functions(int *count)
{
    static pthread_once_t listed = PTHREAD_ONCE_INIT;

    pthread_once(&listed, list_functions);
    *count = function_count;
    return functions;
}

bool sweep_cpu_division(const struct function *function, struct markstein *how)
{
    bool raised = !strcmp(function->name, "cpu:div.markstein.raised");

    *how = (struct markstein){ .refinements = 1, .halley = true, .raised = raised };
    return raised || !strcmp(function->name, "cpu:div.markstein");
}

void sweep_cpu_results(const struct function *function, const struct domain *domain,
                       uint64_t first, size_t count, void *out)
{
    fenv_t found;

    assert(function->index >= 0 && function->index < ROWS);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    table[function->index].make(domain, first, count, out);
    fesetenv(&found);
}
