// SPDX-License-Identifier: MIT
//
// The processor's own instructions.

#include "bench/cpu_ops_kernels.h"

#include <math.h>
#include <stdio.h>

#define COUNT(LIST) ((int) (sizeof(LIST) / sizeof((LIST)[0])))

#define ONE(NAME, TARGET, STEP, OP)                                                      \
    CPU_OPS_BOTH(scalar_##NAME, TARGET, float, CPU_OPS_SET, CPU_OPS_LOAD, CPU_OPS_STORE, \
                 CPU_OPS_KEEP_SSE, STEP, OP)

#define CONVERT(NAME, TARGET, IN, OUT, WIDTH, STATEMENT)                                \
    CPU_OPS_TARGET(TARGET)                                                              \
    static void apply_##NAME(void *out, const void *xs, const void *ys, const void *zs, \
                             int count, cpu_ops_any *function)                          \
    {                                                                                   \
        const IN *from = xs;                                                            \
        OUT *to = out;                                                                  \
                                                                                        \
        (void) ys;                                                                      \
        (void) zs;                                                                      \
        (void) function;                                                                \
        for (int i = 0; i < count; i += (WIDTH), from += (WIDTH), to += (WIDTH)) {      \
            STATEMENT;                                                                  \
        }                                                                               \
    }

// In C a root that fails must set errno, and intrinsics clear the rest of the register.
#if defined(__x86_64__)
static inline float cpu_ops_kernels_root(float x)
{
    __asm__("sqrtss %0, %0" : "+x"(x));
    return x;
}

static inline float rough_root(float x)
{
    __asm__("rsqrtss %0, %0" : "+x"(x));
    return x;
}
#else
static inline float cpu_ops_kernels_root(float x)
{
    return sqrtf(x);
}
#endif

ONE(add, "sse2", (s + k) + c, x + y)
ONE(mul, "sse2", (s * k) * c, x *y)
ONE(div, "sse2", c / (s + k), x / y)
ONE(sqrt, "sse2", cpu_ops_kernels_root(s + k), cpu_ops_kernels_root(x))
ONE(rsqrt, "sse2", 1 / cpu_ops_kernels_root(s + k), 1 / cpu_ops_kernels_root(x))

#if defined(__x86_64__)

ONE(fma, "fma", __builtin_fmaf(s, k, c), __builtin_fmaf(x, y, z))
ONE(rough, "sse2", rough_root(s + k), rough_root(x))
CONVERT(scalar_to_int, "sse2", float, int32_t, 1, __m128 x = _mm_load_ss(from);
        CPU_OPS_KEEP_SSE(x); *to = _mm_cvttss_si32(x))
CONVERT(scalar_from_int, "sse2", int32_t, float, 1,
        _mm_store_ss(to, _mm_cvtsi32_ss(_mm_setzero_ps(), *from)))

// All of one width. P: prefix of the intrinsics. R: that of the rough reciprocal root.
#    define WIDE(NAME, TARGET, FMA_TARGET, V, P, KEEP, ROUGHLY)                         \
        CPU_OPS_BOTH(NAME##_add, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps,   \
                     KEEP, P##_add_ps(P##_add_ps(s, k), c), P##_add_ps(x, y))           \
        CPU_OPS_BOTH(NAME##_mul, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps,   \
                     KEEP, P##_mul_ps(P##_mul_ps(s, k), c), P##_mul_ps(x, y))           \
        CPU_OPS_BOTH(NAME##_fma, FMA_TARGET, V, P##_set1_ps, P##_loadu_ps,              \
                     P##_storeu_ps, KEEP, P##_fmadd_ps(s, k, c), P##_fmadd_ps(x, y, z)) \
        CPU_OPS_BOTH(NAME##_div, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps,   \
                     KEEP, P##_div_ps(c, P##_add_ps(s, k)), P##_div_ps(x, y))           \
        CPU_OPS_BOTH(NAME##_sqrt, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps,  \
                     KEEP, P##_sqrt_ps(P##_add_ps(s, k)), P##_sqrt_ps(x))               \
        CPU_OPS_BOTH(NAME##_rsqrt, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps, \
                     KEEP, P##_div_ps(P##_set1_ps(1), P##_sqrt_ps(P##_add_ps(s, k))),   \
                     P##_div_ps(P##_set1_ps(1), P##_sqrt_ps(x)))                        \
        CPU_OPS_BOTH(NAME##_rough, TARGET, V, P##_set1_ps, P##_loadu_ps, P##_storeu_ps, \
                     KEEP, ROUGHLY(P##_add_ps(s, k)), ROUGHLY(x))

WIDE(sse, "sse2", "fma", __m128, _mm, CPU_OPS_KEEP_SSE, _mm_rsqrt_ps)
WIDE(avx2, "avx", "fma", __m256, _mm256, CPU_OPS_KEEP_SSE, _mm256_rsqrt_ps)
WIDE(avx512, "avx512f", "avx512f", __m512, _mm512, CPU_OPS_KEEP, _mm512_rsqrt14_ps)

CONVERT(sse_to_half, "f16c", float, uint16_t, 4,
        _mm_storel_epi64((__m128i *) to, _mm_cvtps_ph(_mm_loadu_ps(from), 0)))
CONVERT(sse_from_half, "f16c", uint16_t, float, 4,
        _mm_storeu_ps(to, _mm_cvtph_ps(_mm_loadl_epi64((const __m128i *) from))))
CONVERT(sse_to_int, "sse2", float, int32_t, 4,
        _mm_storeu_si128((__m128i *) to, _mm_cvttps_epi32(_mm_loadu_ps(from))))
CONVERT(sse_from_int, "sse2", int32_t, float, 4,
        _mm_storeu_ps(to, _mm_cvtepi32_ps(_mm_loadu_si128((const __m128i *) from))))
CONVERT(avx2_to_half, "avx2,f16c", float, uint16_t, 8,
        _mm_storeu_si128((__m128i *) to, _mm256_cvtps_ph(_mm256_loadu_ps(from), 0)))
CONVERT(avx2_from_half, "avx2,f16c", uint16_t, float, 8,
        _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *) from))))
CONVERT(avx2_to_int, "avx2", float, int32_t, 8,
        _mm256_storeu_si256((__m256i *) to, _mm256_cvttps_epi32(_mm256_loadu_ps(from))))
CONVERT(avx2_from_int, "avx2", int32_t, float, 8,
        _mm256_storeu_ps(to,
                         _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *) from))))
CONVERT(avx512_to_half, "avx512f", float, uint16_t, 16,
        _mm256_storeu_si256((__m256i *) to, _mm512_cvtps_ph(_mm512_loadu_ps(from), 0)))
CONVERT(avx512_from_half, "avx512f", uint16_t, float, 16,
        _mm512_storeu_ps(to, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *) from))))
CONVERT(avx512_to_int, "avx512f", float, int32_t, 16,
        _mm512_storeu_si512(to, _mm512_cvttps_epi32(_mm512_loadu_ps(from))))
CONVERT(avx512_from_int, "avx512f", int32_t, float, 16,
        _mm512_storeu_ps(to, _mm512_cvtepi32_ps(_mm512_loadu_si512(from))))

#    define ENTRY(OP, VARIANT, WIDTH, NAME)                      \
        {                                                        \
            OP, VARIANT, WIDTH, chain_##NAME, apply_##NAME, NULL \
        }
#    define CONVERSION(OP, VARIANT, WIDTH, NAME)         \
        {                                                \
            OP, VARIANT, WIDTH, NULL, apply_##NAME, NULL \
        }
#    define ENTRIES(VARIANT, WIDTH, NAME)                             \
        ENTRY(OPS_ADD, VARIANT, WIDTH, NAME##_add),                   \
            ENTRY(OPS_MUL, VARIANT, WIDTH, NAME##_mul),               \
            ENTRY(OPS_FMA, VARIANT, WIDTH, NAME##_fma),               \
            ENTRY(OPS_DIV, VARIANT, WIDTH, NAME##_div),               \
            ENTRY(OPS_SQRT, VARIANT, WIDTH, NAME##_sqrt),             \
            ENTRY(OPS_RSQRT, VARIANT, WIDTH, NAME##_rsqrt),           \
            ENTRY(OPS_RSQRT, VARIANT " approx", WIDTH, NAME##_rough), \
            CONVERSION(OPS_TO_INT, VARIANT, WIDTH, NAME##_to_int),    \
            CONVERSION(OPS_FROM_INT, VARIANT, WIDTH, NAME##_from_int)
#    define HALVES(VARIANT, WIDTH, NAME)                         \
        CONVERSION(OPS_TO_HALF, VARIANT, WIDTH, NAME##_to_half), \
            CONVERSION(OPS_FROM_HALF, VARIANT, WIDTH, NAME##_from_half)

// clang-format off
static const struct cpu_ops all[] = {
    ENTRIES("scalar", 1, scalar),
    ENTRIES("sse", 4, sse), HALVES("sse", 4, sse),
    ENTRIES("avx2", 8, avx2), HALVES("avx2", 8, avx2),
    ENTRIES("avx-512", 16, avx512), HALVES("avx-512", 16, avx512),
};
// clang-format on

static bool cpu_ops_kernels_can(const struct cpu_ops *cpu)
{
    bool half = cpu->op == OPS_TO_HALF || cpu->op == OPS_FROM_HALF;

    if (cpu->width == 16)
        return __builtin_cpu_supports("avx512f");
    if (cpu->width == 8 && !__builtin_cpu_supports("avx2"))
        return false;
    if (cpu->op == OPS_FMA)
        return __builtin_cpu_supports("fma");
    return !half || __builtin_cpu_supports("avx2"); // clang cannot be asked for f16c
}

static bool has_instruction(enum ops_op op, int width)
{
    if (op == OPS_FMA && !__builtin_cpu_supports("fma"))
        return false;
    if (width == 16)
        return __builtin_cpu_supports("avx512f");
    return width < 8 || __builtin_cpu_supports("avx");
}

#else

CONVERT(scalar_to_int, "", float, int32_t, 1, *to = (int32_t) *from)
CONVERT(scalar_from_int, "", int32_t, float, 1, *to = (float) *from)

static const struct cpu_ops all[] = {
    { OPS_ADD, "scalar", 1, chain_scalar_add, apply_scalar_add, NULL },
    { OPS_MUL, "scalar", 1, chain_scalar_mul, apply_scalar_mul, NULL },
    { OPS_DIV, "scalar", 1, chain_scalar_div, apply_scalar_div, NULL },
    { OPS_SQRT, "scalar", 1, chain_scalar_sqrt, apply_scalar_sqrt, NULL },
    { OPS_RSQRT, "scalar", 1, chain_scalar_rsqrt, apply_scalar_rsqrt, NULL },
    { OPS_TO_INT, "scalar", 1, NULL, apply_scalar_to_int, NULL },
    { OPS_FROM_INT, "scalar", 1, NULL, apply_scalar_from_int, NULL },
};

static bool cpu_ops_kernels_can(const struct cpu_ops *cpu)
{
    (void) cpu;
    return true;
}

static bool has_instruction(enum ops_op op, int width)
{
    (void) op;
    return width == 1;
}

#endif

int cpu_ops_instructions(struct cpu_ops *list, int count)
{
    for (int i = 0; i < COUNT(all) && count < CPU_OPS_MAX; i++)
        if (cpu_ops_kernels_can(&all[i]))
            list[count++] = all[i];
    return count;
}

const struct cpu_ops *cpu_ops_instruction(enum ops_op op, int width)
{
    for (int i = 0; i < COUNT(all) && has_instruction(op, width); i++)
        if (all[i].op == op && all[i].width == width)
            return &all[i];
    return NULL;
}
