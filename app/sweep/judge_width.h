// SPDX-License-Identifier: MIT
//
// Vectors of doubles as wide as the instructions for which a file is built, in the
// compiler's notation, or in the processor's intrinsics if the compiler has none.

#ifndef SWEEP_JUDGE_WIDTH_H
#define SWEEP_JUDGE_WIDTH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512DQ__)
#    include <immintrin.h>
#    define JUDGE_ISA   avx512
#    define WIDTH       8
#    define WIDTH_BYTES 64
#elif defined(__AVX2__)
#    include <immintrin.h>
#    define JUDGE_ISA   avx2
#    define WIDTH       4
#    define WIDTH_BYTES 32
#else
#    ifdef __SSE2__
#        include <emmintrin.h>
#    endif
#    define JUDGE_ISA   baseline
#    define WIDTH       2
#    define WIDTH_BYTES 16
#endif

typedef double vd __attribute__((vector_size(WIDTH_BYTES)));
typedef int64_t vl __attribute__((vector_size(WIDTH_BYTES)));
typedef uint64_t vu __attribute__((vector_size(WIDTH_BYTES)));
typedef int8_t vb __attribute__((vector_size(WIDTH_BYTES)));
typedef int32_t vi __attribute__((vector_size(WIDTH_BYTES / 2)));

static inline vd width_load(const double *from)
{
    vd out;

    memcpy(&out, from, sizeof out);
    return out;
}

static inline void width_store(double *to, vd value)
{
    memcpy(to, &value, sizeof value);
}

static inline vd width_all(double value)
{
    return (vd){ 0 } + value;
}

static inline vd width_abs(vd x)
{
    return (vd) ((vl) x & INT64_MAX);
}

// Masks are all ones or zero in each lane.
static inline vd width_choose(vl mask, vd yes, vd no)
{
    return (vd) (((vl) yes & mask) | ((vl) no & ~mask));
}

// Returns a mask of the first `count` lanes.
static inline vl width_first(int count)
{
    vl at;

    for (int i = 0; i < WIDTH; i++)
        at[i] = i < count ? -1 : 0;
    return at;
}

// Returns the larger of two numbers.
static inline vd width_max(vd a, vd b)
{
#if WIDTH == 8
    return (vd) _mm512_max_pd((__m512d) a, (__m512d) b);
#elif WIDTH == 4
    return (vd) _mm256_max_pd((__m256d) a, (__m256d) b);
#elif defined(__SSE2__)
    return (vd) _mm_max_pd((__m128d) a, (__m128d) b);
#else
    return width_choose(a > b, a, b);
#endif
}

static inline bool width_any(vl mask)
{
#if WIDTH == 8
    return _mm512_movepi64_mask((__m512i) mask) != 0;
#elif WIDTH == 4
    return _mm256_movemask_pd((__m256d) mask) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_pd((__m128d) mask) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

#endif // SWEEP_JUDGE_WIDTH_H
