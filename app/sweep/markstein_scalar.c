// SPDX-License-Identifier: MIT

#include "sweep/markstein_kernels.h"

#if defined(__x86_64__)

#    include "base/fp_bits.h"
#    include "sweep/division_slow.h"

#    include <immintrin.h>

MARKSTEIN_TARGET static inline float estimate(float b)
{
    return _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(b)));
}

MARKSTEIN_TARGET static inline float improve_one(const struct markstein *how, float b,
                                                 float r)
{
    float e;

    if (how->raised)
        r *= 1 + 0x1p-23f;
    e = __builtin_fmaf(r, -b, 1.0f);
    return __builtin_fmaf(r, how->halley ? __builtin_fmaf(e, e, e) : e, r);
}

MARKSTEIN_TARGET static inline float quotient(int refinements, float a, float b, float r)
{
    float q = r * a;

    for (int i = 0; i < refinements; i++)
        q = __builtin_fmaf(r, __builtin_fmaf(q, -b, a), q);
    return q;
}

MARKSTEIN_TARGET static void estimates(const float *b, float *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        r[i] = estimate(b[i]);
}

MARKSTEIN_TARGET static void improve(const struct markstein *how, const float *b,
                                     const float *r, float *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = improve_one(how, b[i], r[i]);
}

MARKSTEIN_TARGET static void quotients(int refinements, const float *a, const float *b,
                                       const float *r, float *q, size_t count)
{
    for (size_t i = 0; i < count; i++)
        q[i] = quotient(refinements, a[i], b[i], r[i]);
}

MARKSTEIN_TARGET static void column(int refinements, const float *a, float b, float r,
                                    float *q, size_t count)
{
    for (size_t i = 0; i < count; i++)
        q[i] = quotient(refinements, a[i], b, r);
}

MARKSTEIN_TARGET static void divide(const struct markstein *how, const float *a,
                                    const float *b, float *q, size_t count)
{
    for (size_t i = 0; i < count; i++)
        q[i] = quotient(how->refinements, a[i], b[i],
                        improve_one(how, b[i], estimate(b[i])));
}

// Sign and exponent of the dividend are the power of two that scales the quotient back:
// 0 for a dividend below the normal numbers, infinity above them, and neither is within
// the bounds. A NaN is above them as well.
MARKSTEIN_TARGET static float divide_one(const struct markstein *how,
                                         const struct markstein_bounds *bounds, float a,
                                         float b)
{
    uint32_t bits = fp_bits(a), magnitude;
    float m = fp_from_bits((bits & 0x7fffff) | 0x3f800000);
    float scale = fp_from_bits(bits & 0xff800000);
    float r = improve_one(how, b, estimate(b));
    float q = quotient(how->refinements, m, b, r) * scale;

    magnitude = fp_bits(q) & 0x7fffffff;
    if (magnitude >= bounds->low && magnitude <= bounds->high &&
        (fp_bits(b) & 0x7fffffff) <= bounds->divisor)
        return q;
    return fp_from_bits(division_slow(bits, fp_bits(b)));
}

MARKSTEIN_TARGET static void divide_any(const struct markstein *how,
                                        const struct markstein_bounds *bounds,
                                        const float *a, const float *b, float *q,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        q[i] = divide_one(how, bounds, a[i], b[i]);
}

const struct markstein_kernels markstein_scalar = {
    .estimates = estimates,
    .improve = improve,
    .quotients = quotients,
    .column = column,
    .divide = divide,
    .divide_any = divide_any,
};

#endif
