// SPDX-License-Identifier: MIT

#include "sweep/markstein.h"

#include <assert.h>
#include <fenv.h>

bool markstein_can(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static const struct markstein_kernels *kernels_of(enum markstein_width width)
{
    assert(width < MARKSTEIN_WIDTH_COUNT && markstein_can());
#if defined(__x86_64__)
    return width == MARKSTEIN_AVX2 ? &markstein_avx2 : &markstein_scalar;
#else
    return NULL;
#endif
}

// Sets rounding to nearest even without flushing; fesetenv restores the old
// environment.
static fenv_t markstein_enter(void)
{
    fenv_t found;

    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    return found;
}

void markstein_estimates(enum markstein_width width, const float *b, float *r,
                         size_t count)
{
    const fenv_t found = markstein_enter();

    kernels_of(width)->estimates(b, r, count);
    fesetenv(&found);
}

void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count)
{
    const fenv_t found = markstein_enter();

    kernels_of(how->width)->improve(how, b, r, out, count);
    fesetenv(&found);
}

void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count)
{
    const fenv_t found = markstein_enter();

    kernels_of(how->width)->quotients(how->refinements, a, b, r, q, count);
    fesetenv(&found);
}

void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count)
{
    static const struct markstein_bounds bounds[MARKSTEIN_OPERANDS_COUNT] = {
        [MARKSTEIN_SKETCH] = { 0x00800001, 0x7e800000, 0x7e800000 },
        [MARKSTEIN_WIDE] = { 0x00800001, 0x7f7fffff, 0x7fffffff - 1 },
    };
    const fenv_t found = markstein_enter();

    assert(how->operands < MARKSTEIN_OPERANDS_COUNT);
    if (how->operands == MARKSTEIN_MANTISSAS)
        kernels_of(how->width)->divide(how, a, b, q, count);
    else
        kernels_of(how->width)->divide_any(how, &bounds[how->operands], a, b, q, count);
    fesetenv(&found);
}
