// SPDX-License-Identifier: MIT
//
// How it works: subnormal operands and results may be flushed (GLSL 4.7.1), so no limit
// applies to them. A correctly rounded result may be rounded either way: its error is
// less than an ulp.

#include "sweep/figures_limits.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum source { GLSL, VULKAN };

struct limit_row {
    enum math_id math;
    enum source source; // of 16 bits all are Vulkan's
    const char *text, *half_text;
    enum bound_function bound;
    double ulps;   // where `bound` is none: of the exact result
    bool inherits; // and as many ulp of the constant that it is multiplied by
};

// clang-format off
static const struct limit_row rows[] = {
    { MATH_SIN,   VULKAN, "2^-11 absolute in [-pi, pi]", "2^-7 absolute in [-pi, pi]",
      BOUND_SIN, 0, false },
    { MATH_COS,   VULKAN, "2^-11 absolute in [-pi, pi]", "2^-7 absolute in [-pi, pi]",
      BOUND_SIN, 0, false },
    { MATH_TAN,   VULKAN, "as sin(x) / cos(x)", NULL, BOUND_TAN, 0, false },
    { MATH_ASIN,  VULKAN, "as atan(x, sqrt(1 - x x))", NULL, BOUND_ASIN, 0, false },
    { MATH_ACOS,  VULKAN, "as atan(sqrt(1 - x x), x)", NULL, BOUND_ACOS, 0, false },
    { MATH_ATAN,  VULKAN, "4096 ulp", "5 ulp", BOUND_ATAN, 0, false },
    { MATH_SINH,  VULKAN, "as (exp(x) - exp(-x)) / 2", NULL, BOUND_SINH, 0, false },
    { MATH_COSH,  VULKAN, "as (exp(x) + exp(-x)) / 2", NULL, BOUND_COSH, 0, false },
    { MATH_TANH,  VULKAN, "as sinh(x) / cosh(x)", NULL, BOUND_TANH, 0, false },
    { MATH_ASINH, VULKAN, "as log(x + sqrt(x x + 1))", NULL, BOUND_ASINH, 0, false },
    { MATH_ACOSH, VULKAN, "as log(x + sqrt(x x - 1))", NULL, BOUND_ACOSH, 0, false },
    { MATH_ATANH, VULKAN, "as log((1 + x) / (1 - x)) / 2", NULL, BOUND_ATANH, 0, false },
    { MATH_EXP,   GLSL, "3 + 2|x| ulp", "1 + 2|x| ulp", BOUND_EXP, 0, false },
    { MATH_EXP2,  GLSL, "3 + 2|x| ulp", "1 + 2|x| ulp", BOUND_EXP2, 0, false },
    { MATH_LOG,   GLSL, "3 ulp, 2^-21 absolute in [0.5, 2]",
      "3 ulp, 2^-7 absolute in [0.5, 2]", BOUND_LOG, 0, false },
    { MATH_LOG2,  GLSL, "3 ulp, 2^-21 absolute in [0.5, 2]",
      "3 ulp, 2^-7 absolute in [0.5, 2]", BOUND_LOG2, 0, false },
    { MATH_POW,   GLSL, "as exp2(y log2(x))", NULL, BOUND_POW, 0, false },
    { MATH_SQRT,  GLSL, "as 1 / inversesqrt(x)", NULL, BOUND_NONE, 6.5, false },
    { MATH_RSQRT, GLSL, "2 ulp", NULL, BOUND_NONE, 2, false },
    { MATH_RCP,   GLSL, "2.5 ulp", NULL, BOUND_NONE, 2.5, false },
    { MATH_DIV,   GLSL, "2.5 ulp", NULL, BOUND_NONE, 2.5, false },
    { MATH_FLOOR, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_CEIL,  VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_ROUND_EVEN, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_TRUNC, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_FRACT, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_ABS,   VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_SIGN,  VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_DEGREES, VULKAN, "as x (180 / pi)", NULL, BOUND_NONE, 1, true },
    { MATH_RADIANS, VULKAN, "as x (pi / 180)", NULL, BOUND_NONE, 1, true },
};
// clang-format on

bool limits_find(enum math_id math, bool es, bool half, struct limit *limit)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct limit_row *row = &rows[i];
        bool glsl = row->source == GLSL && !half;
        if (row->math != math)
            continue;
        *limit = (struct limit){
            .who = !glsl ? "Vulkan, precision of SPIR-V"
                   : es  ? "GLSL ES 3.20, 4.7.1"
                         : "GLSL 4.60, 4.7.1",
            .text = half && row->half_text ? row->half_text : row->text,
            .format =
                half ? (struct bound){ 11, 15, true } : (struct bound){ 24, 127, false },
            .row = row,
        };
        return true;
    }
    return false;
}

double limits_allowed(const struct limit *limit, double x, double y, double exact)
{
    const struct limit_row *row = limit->row;
    double smallest = ldexp(1, 1 - limit->format.emax);

    if ((x != 0 && fabs(x) < smallest) || (y != 0 && fabs(y) < smallest) ||
        (exact != 0 && fabs(exact) < smallest))
        return INFINITY;
    // The tables specify divisors from 2^-126 to 2^126.
    if (row->math == MATH_DIV && fabs(y) > ldexp(1, limit->format.emax - 1))
        return INFINITY;
    if (fabs(x) >= ldexp(2, limit->format.emax) ||
        fabs(exact) >= ldexp(2, limit->format.emax))
        return INFINITY;
    if (row->bound)
        return bound_error(&limit->format, row->bound, x, y);
    double allowed = row->ulps * bound_ulp(&limit->format, exact);
    // The constant in it is rounded, and off by an ulp of itself: 2^(1-p) at most.
    if (row->inherits)
        allowed += ldexp(fabs(exact), 1 - limit->format.precision);
    return allowed;
}

bool figures_sample(const struct sweep *sweep)
{
    return sweep->domain.kind != DOMAIN_BITS && sweep->domain.kind != DOMAIN_DIVISION;
}

bool figures_whole(const struct sweep *sweep)
{
    return sweep->domain.first == 0 &&
           sweep->domain.last == (UINT64_C(1) << sweep->domain.bits) - 1;
}

uint64_t figures_falls(const struct figures *figures)
{
    return figures->total.falls + figures->edge_falls;
}

// A function of two operands has no limit in 16 bits, because this program does not
// know how rounding both operands moves the result.
bool figures_standard(const struct sweep *sweep, struct limit *limit)
{
    const struct backend_facts *facts = &sweep->facts;
    bool half = facts->precision[0] && strcmp(facts->precision, "highp") != 0;

    if (strcmp(facts->where, "gl") != 0 ||
        (sweep->function.result != FUNCTION_BINARY32 &&
         !(half && sweep->function.result == FUNCTION_BINARY16)))
        return false;
    if (half && math_list[sweep->function.math].operands != MATH_FLOAT)
        return false;
    return limits_find(sweep->function.math, strstr(facts->version, "OpenGL ES") != NULL,
                       half, limit);
}
