// SPDX-License-Identifier: MIT

#include "sweep/markstein.h"

#include "sweep/markstein_kernels.h"

#include <assert.h>
#include <fenv.h>

static const struct markstein_bounds bounds_of[MARKSTEIN_LIMITS_COUNT] = {
    [MARKSTEIN_SKETCH] = { 0x00800001, 0x7e800000, 0x7e800000 },
    [MARKSTEIN_WIDE] = { 0x00800001, 0x7f7fffff, 0x7fffffff - 1 },
};

#if defined(__x86_64__)

bool markstein_can(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static const struct markstein_kernels *kernels_of(enum markstein_width width)
{
    assert(width < MARKSTEIN_WIDTH_COUNT);
    return width == MARKSTEIN_AVX2 ? &markstein_avx2 : &markstein_scalar;
}

#else

bool markstein_can(void)
{
    return false;
}

static const struct markstein_kernels *kernels_of(enum markstein_width width)
{
    (void) width;
    assert(false);
    return NULL;
}

#endif

// Nearest even, no flushing; what was found comes back by leave().
static void enter(fenv_t *found, const struct markstein *how)
{
    assert(!how || (how->refinements >= 0 && how->refinements <= MARKSTEIN_REFINEMENTS));
    fegetenv(found);
    fesetenv(FE_DFL_ENV);
}

static void leave(const fenv_t *found)
{
    fesetenv(found);
}

void markstein_estimates(enum markstein_width width, const float *b, float *r,
                         size_t count)
{
    fenv_t found;

    enter(&found, NULL);
    kernels_of(width)->estimates(b, r, count);
    leave(&found);
}

void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count)
{
    fenv_t found;

    enter(&found, how);
    kernels_of(how->width)->improve(how, b, r, out, count);
    leave(&found);
}

void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count)
{
    fenv_t found;

    enter(&found, how);
    kernels_of(how->width)->quotients(how->refinements, a, b, r, q, count);
    leave(&found);
}

void markstein_column(const struct markstein *how, const float *a, float b, float r,
                      float *q, size_t count)
{
    fenv_t found;

    enter(&found, how);
    kernels_of(MARKSTEIN_AVX2)->column(how->refinements, a, b, r, q, count);
    leave(&found);
}

void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count)
{
    fenv_t found;

    enter(&found, how);
    kernels_of(how->width)->divide(how, a, b, q, count);
    leave(&found);
}

void markstein_divide_any(const struct markstein *how, const float *a, const float *b,
                          float *q, size_t count)
{
    fenv_t found;

    assert(how->limits < MARKSTEIN_LIMITS_COUNT);
    enter(&found, how);
    kernels_of(how->width)->divide_any(how, &bounds_of[how->limits], a, b, q, count);
    leave(&found);
}
