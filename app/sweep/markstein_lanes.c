// SPDX-License-Identifier: MIT
//
// The loops of markstein.c, built for one operand an instruction and for eight
// (MARKSTEIN_LANES): vectors are the compiler's, the reciprocal and the fused
// multiply-add the processor's.

#include "base/fp_bits.h"
#include "sweep/division_slow.h"
#include "sweep/markstein.h"

#include <immintrin.h>
#include <string.h>

#define LANES MARKSTEIN_LANES

#if LANES == 8

#    define KERNELS markstein_avx2
typedef __m256 lanes;
typedef int32_t words __attribute__((vector_size(32)));

static inline lanes all(float value)
{
    return _mm256_set1_ps(value);
}

static inline lanes estimate(lanes b)
{
    return _mm256_rcp_ps(b);
}

static inline lanes fused(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline bool any(words mask)
{
    return _mm256_movemask_epi8((__m256i) mask) != 0;
}

#else

#    define KERNELS markstein_scalar
typedef float lanes;
typedef int32_t words;

static inline lanes all(float value)
{
    return value;
}

static inline lanes estimate(lanes b)
{
    return _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(b)));
}

static inline lanes fused(lanes a, lanes b, lanes c)
{
    return __builtin_fmaf(a, b, c);
}

static inline bool any(words mask)
{
    return mask != 0;
}

#endif

static inline words lanes_words(lanes value)
{
    words bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline lanes lanes_of_words(words bits)
{
    lanes value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

// Loads the remaining floats at the end of an array into a vector of their own; the
// unused lanes hold 1.
__attribute__((noinline)) static lanes load_some(const float *from, size_t count)
{
    lanes value = all(1);

    memcpy(&value, from, count * sizeof *from);
    return value;
}

static inline lanes load(const float *from, size_t left)
{
    lanes value;

    if (left < LANES)
        return load_some(from, left);
    memcpy(&value, from, sizeof value);
    return value;
}

__attribute__((noinline)) static void store_some(float *to, lanes value, size_t count)
{
    memcpy(to, &value, count * sizeof *to);
}

static inline void store(float *to, lanes value, size_t left)
{
    if (left < LANES)
        store_some(to, value, left);
    else
        memcpy(to, &value, sizeof value);
}

static inline lanes improved(const struct markstein *how, lanes b, lanes r)
{
    lanes e;

    if (how->raised)
        r *= all(1 + 0x1p-23f);
    e = fused(r, -b, all(1));
    return fused(r, how->halley ? fused(e, e, e) : e, r);
}

static inline lanes lanes_quotient(int refinements, lanes a, lanes b, lanes r)
{
    lanes q = r * a;

    for (int i = 0; i < refinements; i++)
        q = fused(r, fused(q, -b, a), q);
    return q;
}

static void estimates(const float *b, float *r, size_t count)
{
    for (size_t i = 0; i < count; i += LANES)
        store(r + i, estimate(load(b + i, count - i)), count - i);
}

static void improve(const struct markstein *how, const float *b, const float *r,
                    float *out, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(out + i, improved(how, load(b + i, left), load(r + i, left)), left);
    }
}

static void quotients(int refinements, const float *a, const float *b, const float *r,
                      float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;
        lanes rs = load(r + i, left);

        store(q + i,
              lanes_quotient(refinements, load(a + i, left), load(b + i, left), rs),
              left);
    }
}

static inline lanes divided(const struct markstein *how, lanes a, lanes b)
{
    return lanes_quotient(how->refinements, a, b, improved(how, b, estimate(b)));
}

// Computes the lanes of a mask by the slow path.
__attribute__((noinline)) static lanes mended(lanes q, lanes a, lanes b, words mask)
{
    uint32_t as[LANES], bs[LANES], qs[LANES], slow[LANES];

    memcpy(as, &a, sizeof as);
    memcpy(bs, &b, sizeof bs);
    memcpy(qs, &q, sizeof qs);
    memcpy(slow, &mask, sizeof slow);
    for (int i = 0; i < LANES; i++)
        if (slow[i])
            qs[i] = division_slow(as[i], bs[i]);
    memcpy(&q, qs, sizeof q);
    return q;
}

// Sign and exponent of the dividend are the power of two that scales the quotient back:
// 0 for a dividend below the normal numbers, infinity above them, and neither is within
// the bounds. A NaN is above them as well.
static inline lanes divided_any(const struct markstein *how,
                                const struct markstein_bounds *bounds, lanes a, lanes b)
{
    words fraction = lanes_words(a) & 0x7fffff;
    lanes scale = lanes_of_words(lanes_words(a) & ~0x7fffff);
    lanes q = divided(how, lanes_of_words(fraction | 0x3f800000), b) * scale;
    words size = lanes_words(q) & INT32_MAX;
    words slow = (size < bounds->low) | (size > bounds->high) |
                 ((lanes_words(b) & INT32_MAX) > bounds->divisor);

    return any(slow) ? mended(q, a, b, slow) : q;
}

static void divide(const struct markstein *how, const float *a, const float *b, float *q,
                   size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(q + i, divided(how, load(a + i, left), load(b + i, left)), left);
    }
}

static void divide_any(const struct markstein *how, const struct markstein_bounds *bounds,
                       const float *a, const float *b, float *q, size_t count)
{
    for (size_t i = 0; i < count; i += LANES) {
        size_t left = count - i;

        store(q + i, divided_any(how, bounds, load(a + i, left), load(b + i, left)),
              left);
    }
}

const struct markstein_kernels KERNELS = {
    .estimates = estimates,
    .improve = improve,
    .quotients = quotients,
    .divide = divide,
    .divide_any = divide_any,
};
