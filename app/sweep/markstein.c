// SPDX-License-Identifier: MIT

#include "sweep/markstein.h"

#include "base/environment.h"

#include <assert.h>
#include <fenv.h>

#if defined(__x86_64__)

#    include <immintrin.h>
#    include <string.h>

#    define LANES  8
#    define TARGET __attribute__((target("avx2,fma")))

bool markstein_can(void)
{
    return environment_vectors() >= VECTORS_AVX2;
}

// Loads the remaining floats at the end of an array into a vector of their own; the
// unused lanes hold 1.
TARGET static inline __m256 load(const float *from, size_t left)
{
    float some[LANES] = { 1, 1, 1, 1, 1, 1, 1, 1 };

    if (left >= LANES)
        return _mm256_loadu_ps(from);
    memcpy(some, from, left * sizeof *from);
    return _mm256_loadu_ps(some);
}

TARGET static inline void store(float *to, __m256 value, size_t left)
{
    memcpy(to, &value, (left < LANES ? left : LANES) * sizeof *to);
}

TARGET static inline __m256 negated(__m256 x)
{
    return _mm256_xor_ps(x, _mm256_set1_ps(-0.0f));
}

TARGET static inline __m256 improved(const struct markstein *how, __m256 b, __m256 r)
{
    __m256 e;

    if (how->raised)
        r = _mm256_mul_ps(r, _mm256_set1_ps(1 + 0x1p-23f));
    e = _mm256_fmadd_ps(r, negated(b), _mm256_set1_ps(1));
    return _mm256_fmadd_ps(r, how->halley ? _mm256_fmadd_ps(e, e, e) : e, r);
}

TARGET static inline __m256 refined(int refinements, __m256 a, __m256 b, __m256 r)
{
    __m256 q = _mm256_mul_ps(r, a);

    for (int i = 0; i < refinements; i++)
        q = _mm256_fmadd_ps(r, _mm256_fmadd_ps(q, negated(b), a), q);
    return q;
}

TARGET static void estimate(const float *b, float *r, size_t count)
{
    for (size_t i = 0; i < count; i += LANES)
        store(r + i, _mm256_rcp_ps(load(b + i, count - i)), count - i);
}

TARGET static void improve(const struct markstein *how, const float *b, const float *r,
                           float *out, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(out + i, improved(how, load(b + i, left), load(r + i, left)), left);
    }
}

TARGET static void refine(int refinements, const float *a, const float *b, const float *r,
                          float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;
        __m256 rs = load(r + i, left);

        store(q + i, refined(refinements, load(a + i, left), load(b + i, left), rs),
              left);
    }
}

TARGET static void divide(const struct markstein *how, const float *a, const float *b,
                          float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;
        __m256 bs = load(b + i, left), r = improved(how, bs, _mm256_rcp_ps(bs));

        store(q + i, refined(how->refinements, load(a + i, left), bs, r), left);
    }
}

// Sets rounding to nearest even without flushing; fesetenv restores the old
// environment.
static fenv_t markstein_enter(void)
{
    fenv_t found;

    assert(markstein_can());
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    return found;
}

void markstein_estimates(const float *b, float *r, size_t count)
{
    const fenv_t found = markstein_enter();

    estimate(b, r, count);
    fesetenv(&found);
}

void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count)
{
    const fenv_t found = markstein_enter();

    improve(how, b, r, out, count);
    fesetenv(&found);
}

void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count)
{
    const fenv_t found = markstein_enter();

    refine(how->refinements, a, b, r, q, count);
    fesetenv(&found);
}

void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count)
{
    const fenv_t found = markstein_enter();

    divide(how, a, b, q, count);
    fesetenv(&found);
}

#else

bool markstein_can(void)
{
    return false;
}

void markstein_estimates(const float *b, float *r, size_t count)
{
    (void) b, (void) r, (void) count;
    assert(!"no AVX2");
}

void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count)
{
    (void) how, (void) b, (void) r, (void) out, (void) count;
    assert(!"no AVX2");
}

void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count)
{
    (void) how, (void) a, (void) b, (void) r, (void) q, (void) count;
    assert(!"no AVX2");
}

void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count)
{
    (void) how, (void) a, (void) b, (void) q, (void) count;
    assert(!"no AVX2");
}

#endif
