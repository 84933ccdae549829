// SPDX-License-Identifier: MIT
//
// Changes of the rounding direction, each followed by an addition that waits for the
// one before, so that the processor cannot hide the change.

#include "bench/cpu.h"

#include <fenv.h>
#include <stddef.h>

#if defined(__x86_64__)
#    include <immintrin.h>

#    define CHANGE(NAME, SETUP, STATEMENT)      \
        static void change_##NAME(int count)    \
        {                                       \
            volatile float one = 1;             \
            __m128 y = _mm_set_ss(one), x = y;  \
            SETUP;                              \
                                                \
            for (int i = 0; i < count; i++) {   \
                STATEMENT;                      \
                x = _mm_add_ss(x, y);           \
                __asm__ volatile("" : "+x"(x)); \
            }                                   \
        }

CHANGE(add, , )
CHANGE(fesetround, , fesetround(i & 1 ? FE_UPWARD : FE_TONEAREST))
CHANGE(mxcsr, unsigned word = _mm_getcsr(),
       _mm_setcsr(word ^ (i & 1 ? _MM_ROUND_UP : _MM_ROUND_NEAREST)))

#    define CHANGE_WIDE(NAME, FIRST, SECOND)                                    \
        __attribute__((target("avx512f"))) static void change_##NAME(int count) \
        {                                                                       \
            volatile float one = 1;                                             \
            __m512 y = _mm512_set1_ps(one), x = y;                              \
                                                                                \
            for (int i = 0; i < count; i += 2) {                                \
                x = FIRST;                                                      \
                __asm__ volatile("" : "+v"(x));                                 \
                x = SECOND;                                                     \
                __asm__ volatile("" : "+v"(x));                                 \
            }                                                                   \
        }

CHANGE_WIDE(plain, _mm512_add_ps(x, y), _mm512_add_ps(x, y))
CHANGE_WIDE(embedded,
            _mm512_add_round_ps(x, y, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC),
            _mm512_add_round_ps(x, y, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))

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
