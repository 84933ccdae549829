// SPDX-License-Identifier: MIT
//
// A loop an instruction, by macros: the bodies differ in nothing but the name of the
// intrinsic, and the compiler must not choose others.

#include "bench/cpu_kernels.h"

#include <fenv.h>
#include <stddef.h>

#if defined(__x86_64__)
#    include <immintrin.h>

// OPERATION is an expression of x, y and z, of WIDTH floats each. The empty statement
// keeps the compiler from making one wide operation of several narrow ones.
#    define LOOP(NAME, TARGET, TYPE, WIDTH, LOAD, STORE, OPERATION)     \
        __attribute__((target(TARGET), noinline)) static void NAME(     \
            float *out, const float *a, const float *b, const float *c) \
        {                                                               \
            for (int i = 0; i < CPU_FLOATS; i += (WIDTH)) {             \
                TYPE x = LOAD(a + i), y = LOAD(b + i), z = LOAD(c + i); \
                                                                        \
                (void) z;                                               \
                __asm__ volatile("" : "+x"(x));                         \
                STORE(out + i, OPERATION);                              \
            }                                                           \
        }

#    define SCALAR(NAME, TARGET, OPERATION) \
        LOOP(NAME, TARGET, __m128, 1, _mm_load_ss, _mm_store_ss, OPERATION)
#    define SSE(NAME, TARGET, OPERATION) \
        LOOP(NAME, TARGET, __m128, 4, _mm_load_ps, _mm_store_ps, OPERATION)
#    define AVX(NAME, TARGET, OPERATION) \
        LOOP(NAME, TARGET, __m256, 8, _mm256_load_ps, _mm256_store_ps, OPERATION)
#    define AVX512(NAME, OPERATION) \
        LOOP(NAME, "avx512f", __m512, 16, _mm512_load_ps, _mm512_store_ps, OPERATION)

SCALAR(scalar_add, "sse2", _mm_add_ss(x, y))
SCALAR(scalar_mul, "sse2", _mm_mul_ss(x, y))
SCALAR(scalar_fma, "fma", _mm_fmadd_ss(x, y, z))
SCALAR(scalar_div, "sse2", _mm_div_ss(x, y))
SSE(sse_add, "sse2", _mm_add_ps(x, y))
SSE(sse_mul, "sse2", _mm_mul_ps(x, y))
SSE(sse_fma, "fma", _mm_fmadd_ps(x, y, z))
SSE(sse_div, "sse2", _mm_div_ps(x, y))
AVX(avx_add, "avx", _mm256_add_ps(x, y))
AVX(avx_mul, "avx", _mm256_mul_ps(x, y))
AVX(avx_fma, "fma", _mm256_fmadd_ps(x, y, z))
AVX(avx_div, "avx", _mm256_div_ps(x, y))
AVX512(avx512_add, _mm512_add_ps(x, y))
AVX512(avx512_mul, _mm512_mul_ps(x, y))
AVX512(avx512_fma, _mm512_fmadd_ps(x, y, z))
AVX512(avx512_div, _mm512_div_ps(x, y))

cpu_function *cpu_kernel(enum cpu_isa isa, enum cpu_op op)
{
    static cpu_function *const kernels[CPU_ISA_COUNT][CPU_OP_COUNT] = {
        { scalar_add, scalar_mul, scalar_fma, scalar_div },
        { sse_add, sse_mul, sse_fma, sse_div },
        { avx_add, avx_mul, avx_fma, avx_div },
        { avx512_add, avx512_mul, avx512_fma, avx512_div },
    };
    bool have = isa == CPU_AVX512 ? __builtin_cpu_supports("avx512f")
                : isa == CPU_AVX  ? __builtin_cpu_supports("avx")
                                  : true;

    if (op == CPU_FMA)
        have = have && __builtin_cpu_supports("fma");
    return have ? kernels[isa][op] : NULL;
}

// Each addition waits for the one before: nothing hides what stands between.
static void change_add(int count)
{
    volatile float one = 1;
    __m128 y = _mm_set_ss(one), x = y;

    for (int i = 0; i < count; i++) {
        x = _mm_add_ss(x, y);
        __asm__ volatile("" : "+x"(x));
    }
}

static void change_fesetround(int count)
{
    volatile float one = 1;
    __m128 y = _mm_set_ss(one), x = y;

    for (int i = 0; i < count; i++) {
        fesetround(i & 1 ? FE_UPWARD : FE_TONEAREST);
        x = _mm_add_ss(x, y);
        __asm__ volatile("" : "+x"(x));
    }
}

static void change_mxcsr(int count)
{
    volatile float one = 1;
    __m128 y = _mm_set_ss(one), x = y;
    unsigned word = _mm_getcsr();

    for (int i = 0; i < count; i++) {
        _mm_setcsr(word ^ (i & 1 ? _MM_ROUND_UP : _MM_ROUND_NEAREST));
        x = _mm_add_ss(x, y);
        __asm__ volatile("" : "+x"(x));
    }
}

__attribute__((target("avx512f"))) static void change_plain(int count)
{
    volatile float one = 1;
    __m512 y = _mm512_set1_ps(one), x = y;

    for (int i = 0; i < count; i += 2) {
        x = _mm512_add_ps(x, y);
        __asm__ volatile("" : "+v"(x));
        x = _mm512_add_ps(x, y);
        __asm__ volatile("" : "+v"(x));
    }
}

__attribute__((target("avx512f"))) static void change_embedded(int count)
{
    volatile float one = 1;
    __m512 y = _mm512_set1_ps(one), x = y;

    for (int i = 0; i < count; i += 2) {
        x = _mm512_add_round_ps(x, y, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
        __asm__ volatile("" : "+v"(x));
        x = _mm512_add_round_ps(x, y, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
        __asm__ volatile("" : "+v"(x));
    }
}

cpu_change_function *cpu_change_kernel(enum cpu_change change)
{
    static cpu_change_function *const kernels[CPU_CHANGE_COUNT] = {
        change_add, change_fesetround, change_mxcsr, change_plain, change_embedded,
    };

    if (change >= CPU_CHANGE_PLAIN && !__builtin_cpu_supports("avx512f"))
        return NULL;
    return kernels[change];
}

void cpu_flush_subnormals(void)
{
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _mm_setcsr(_mm_getcsr() | 0x40); // denormals are zero
}

#else

#    define LOOP(NAME, OPERATION)                                                  \
        __attribute__((noinline)) static void NAME(float *out, const float *a,     \
                                                   const float *b, const float *c) \
        {                                                                          \
            (void) c;                                                              \
            for (int i = 0; i < CPU_FLOATS; i++) {                                 \
                out[i] = a[i] OPERATION b[i];                                      \
                __asm__ volatile("" : : : "memory");                               \
            }                                                                      \
        }

LOOP(scalar_add, +)
LOOP(scalar_mul, *)
LOOP(scalar_div, /)

cpu_function *cpu_kernel(enum cpu_isa isa, enum cpu_op op)
{
    static cpu_function *const kernels[CPU_OP_COUNT] = {
        [CPU_ADD] = scalar_add,
        [CPU_MUL] = scalar_mul,
        [CPU_DIV] = scalar_div,
    };

    return isa == CPU_SCALAR ? kernels[op] : NULL;
}

static void change_add(int count)
{
    volatile float x = 1;

    for (int i = 0; i < count; i++)
        x = x + 1;
}

static void change_fesetround(int count)
{
    volatile float x = 1;

    for (int i = 0; i < count; i++) {
        fesetround(i & 1 ? FE_UPWARD : FE_TONEAREST);
        x = x + 1;
    }
}

cpu_change_function *cpu_change_kernel(enum cpu_change change)
{
    return change == CPU_CHANGE_ADD          ? change_add
           : change == CPU_CHANGE_FESETROUND ? change_fesetround
                                             : NULL;
}

void cpu_flush_subnormals(void)
{
}

#endif
