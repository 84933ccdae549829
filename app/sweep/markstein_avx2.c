// SPDX-License-Identifier: MIT

#include "sweep/markstein_kernels.h"

#if defined(__x86_64__)

#    include "base/fp.h"
#    include "sweep/division_slow.h"

#    include <immintrin.h>

#    define LANES 8

// What is left at the end is done in a vector of its own: the lanes that are not asked
// hold 1.
MARKSTEIN_TARGET static __m256 load_some(const float *from, size_t count)
{
    float lanes[LANES] = { 1, 1, 1, 1, 1, 1, 1, 1 };

    for (size_t i = 0; i < count && i < LANES; i++)
        lanes[i] = from[i];
    return _mm256_loadu_ps(lanes);
}

MARKSTEIN_TARGET static inline __m256 load(const float *from, size_t left)
{
    return left >= LANES ? _mm256_loadu_ps(from) : load_some(from, left);
}

MARKSTEIN_TARGET static void store_some(float *to, __m256 value, size_t count)
{
    float lanes[LANES];

    _mm256_storeu_ps(lanes, value);
    for (size_t i = 0; i < count && i < LANES; i++)
        to[i] = lanes[i];
}

MARKSTEIN_TARGET static inline void store(float *to, __m256 value, size_t left)
{
    if (left >= LANES)
        _mm256_storeu_ps(to, value);
    else
        store_some(to, value, left);
}

MARKSTEIN_TARGET static inline __m256 improve_lanes(const struct markstein *how, __m256 b,
                                                    __m256 r)
{
    __m256 e;

    if (how->raised)
        r = _mm256_mul_ps(r, _mm256_set1_ps(1 + 0x1p-23f));
    e = _mm256_fnmadd_ps(r, b, _mm256_set1_ps(1.0f));
    return _mm256_fmadd_ps(r, how->halley ? _mm256_fmadd_ps(e, e, e) : e, r);
}

MARKSTEIN_TARGET static inline __m256 quotient(int refinements, __m256 a, __m256 b,
                                               __m256 r)
{
    __m256 q = _mm256_mul_ps(r, a);

    for (int i = 0; i < refinements; i++)
        q = _mm256_fmadd_ps(r, _mm256_fnmadd_ps(q, b, a), q);
    return q;
}

MARKSTEIN_TARGET static void estimates(const float *b, float *r, size_t count)
{
    for (size_t i = 0; i < count; i += LANES)
        store(r + i, _mm256_rcp_ps(load(b + i, count - i)), count - i);
}

MARKSTEIN_TARGET static void improve(const struct markstein *how, const float *b,
                                     const float *r, float *out, size_t count)
{
    for (size_t i = 0; i < count; i += LANES)
        store(out + i, improve_lanes(how, load(b + i, count - i), load(r + i, count - i)),
              count - i);
}

MARKSTEIN_TARGET static void quotients(int refinements, const float *a, const float *b,
                                       const float *r, float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(q + i,
              quotient(refinements, load(a + i, left), load(b + i, left),
                       load(r + i, left)),
              left);
    }
}

// One loop for each number of refinements, so that none counts them.
#    define COLUMN(n)                                                             \
    case n:                                                                       \
        for (; i + LANES <= count; i += LANES)                                    \
            _mm256_storeu_ps(q + i, quotient(n, _mm256_loadu_ps(a + i), bs, rs)); \
        break

MARKSTEIN_TARGET static void column(int refinements, const float *a, float b, float r,
                                    float *q, size_t count)
{
    __m256 bs = _mm256_set1_ps(b), rs = _mm256_set1_ps(r);
    size_t i = 0;

    switch (refinements) {
        COLUMN(0);
        COLUMN(1);
        COLUMN(2);
        COLUMN(3);
    }
    if (i < count)
        store_some(q + i, quotient(refinements, load_some(a + i, count - i), bs, rs),
                   count - i);
}

MARKSTEIN_TARGET static void divide(const struct markstein *how, const float *a,
                                    const float *b, float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;
        __m256 bs = load(b + i, left);
        __m256 r = improve_lanes(how, bs, _mm256_rcp_ps(bs));

        store(q + i, quotient(how->refinements, load(a + i, left), bs, r), left);
    }
}

// Lanes whose magnitude, by its bits, is in [low, high]; both are below 2^31.
MARKSTEIN_TARGET static inline __m256i within(__m256 x, uint32_t low, uint32_t high)
{
    __m256i magnitude =
        _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(0x7fffffff));

    return _mm256_and_si256(
        _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32((int) low - 1)),
        _mm256_cmpgt_epi32(_mm256_set1_epi32((int) high + 1), magnitude));
}

MARKSTEIN_TARGET static __m256 mend(__m256 q, __m256 a, __m256 b, int slow)
{
    float lanes[LANES], as[LANES], bs[LANES];

    _mm256_storeu_ps(lanes, q);
    _mm256_storeu_ps(as, a);
    _mm256_storeu_ps(bs, b);
    for (int i = 0; i < LANES; i++)
        if (slow >> i & 1)
            lanes[i] = fp_from_bits(division_slow(fp_bits(as[i]), fp_bits(bs[i])));
    return _mm256_loadu_ps(lanes);
}

// As in markstein_scalar.c.
MARKSTEIN_TARGET static inline __m256 divide_lanes(const struct markstein *how,
                                                   const struct markstein_bounds *bounds,
                                                   __m256 a, __m256 b)
{
    __m256 fraction = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffff));
    __m256 m = _mm256_or_ps(_mm256_and_ps(a, fraction), _mm256_set1_ps(1.0f));
    __m256 scale = _mm256_andnot_ps(fraction, a);
    __m256 r = improve_lanes(how, b, _mm256_rcp_ps(b));
    __m256 q = _mm256_mul_ps(quotient(how->refinements, m, b, r), scale);
    __m256i fast = _mm256_and_si256(within(q, bounds->low, bounds->high),
                                    within(b, 0, bounds->divisor));
    int slow = 0xff & ~_mm256_movemask_ps(_mm256_castsi256_ps(fast));

    return slow ? mend(q, a, b, slow) : q;
}

MARKSTEIN_TARGET static void divide_any(const struct markstein *how,
                                        const struct markstein_bounds *bounds,
                                        const float *a, const float *b, float *q,
                                        size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(q + i, divide_lanes(how, bounds, load(a + i, left), load(b + i, left)),
              left);
    }
}

const struct markstein_kernels markstein_avx2 = {
    .estimates = estimates,
    .improve = improve,
    .quotients = quotients,
    .column = column,
    .divide = divide,
    .divide_any = divide_any,
};

#endif
