// SPDX-License-Identifier: MIT
//
// The loops of cpu_ops.h for files that define a step. They are macros, because the
// bodies differ only in types and names of intrinsics.

#ifndef BENCH_CPU_OPS_KERNELS_H
#define BENCH_CPU_OPS_KERNELS_H

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "bench/cpu_ops.h"

#if defined(__x86_64__)
#    include <immintrin.h>
#    define CPU_OPS_TARGET(TARGET) __attribute__((target(TARGET)))
#    define CPU_OPS_KEEP(X)        __asm__ volatile("" : "+v"(X))
#    define CPU_OPS_KEEP_SSE(X)    __asm__ volatile("" : "+x"(X))
#else
#    define CPU_OPS_TARGET(TARGET)
#    define CPU_OPS_KEEP(X)     __asm__ volatile("" : "+m"(X))
#    define CPU_OPS_KEEP_SSE(X) CPU_OPS_KEEP(X)
#endif

// Loads and stores of one float, so that all widths read alike.
#define CPU_OPS_SET(X)      (X)
#define CPU_OPS_LOAD(P)     (*(P))
#define CPU_OPS_STORE(P, X) (*(P) = (X))

// STEP is an expression of s, k and c; OP is one of x, y and z. Only s is kept between
// steps: KEEP hides its value from the compiler.
#define CPU_OPS_CHAIN(NAME, TARGET, V, SET, STORE, KEEP, STEP)                       \
    CPU_OPS_TARGET(TARGET)                                                           \
    static uint32_t chain_##NAME(uint64_t steps, struct ops_constants by,            \
                                 cpu_ops_any *function)                              \
    {                                                                                \
        V k = SET((float) by.k), c = SET((float) by.c), all[OPS_CHAINS];             \
        uint32_t sum = OPS_SUM;                                                      \
        float lanes[16];                                                             \
                                                                                     \
        (void) function;                                                             \
        (void) c;                                                                    \
        _Pragma("GCC unroll 8") for (int j = 0; j < OPS_CHAINS; j++) all[j] =        \
            SET((float) ops_start(j));                                               \
        for (uint64_t i = 0; i < steps; i++) {                                       \
            _Pragma("GCC unroll 8") for (int j = 0; j < OPS_CHAINS; j++)             \
            {                                                                        \
                V s = all[j];                                                        \
                                                                                     \
                s = STEP;                                                            \
                KEEP(s);                                                             \
                all[j] = s;                                                          \
            }                                                                        \
        }                                                                            \
        _Pragma("GCC unroll 8") for (int j = 0; j < OPS_CHAINS; j++)                 \
        {                                                                            \
            STORE(lanes, all[j]);                                                    \
            sum += fp_bits(lanes[sizeof(V) / sizeof(float) - 1]) * (j == 0 ? 2 : 1); \
        }                                                                            \
        return sum;                                                                  \
    }

#define CPU_OPS_APPLY(NAME, TARGET, V, LOAD, STORE, KEEP, OP)                           \
    CPU_OPS_TARGET(TARGET)                                                              \
    static void apply_##NAME(void *out, const void *xs, const void *ys, const void *zs, \
                             int count, cpu_ops_any *function)                          \
    {                                                                                   \
        const int width = sizeof(V) / sizeof(float);                                    \
        const float *px = xs, *py = ys, *pz = zs;                                       \
        float *po = out;                                                                \
                                                                                        \
        (void) function;                                                                \
        for (int i = 0; i < count; i += width) {                                        \
            V x = LOAD(px + i), y = LOAD(py + i), z = LOAD(pz + i);                     \
                                                                                        \
            (void) y;                                                                   \
            (void) z;                                                                   \
            KEEP(x);                                                                    \
            STORE(po + i, OP);                                                          \
        }                                                                               \
    }

// Defines both loops of one name.
#define CPU_OPS_BOTH(NAME, TARGET, V, SET, LOAD, STORE, KEEP, STEP, OP) \
    CPU_OPS_CHAIN(NAME, TARGET, V, SET, STORE, KEEP, STEP)              \
    CPU_OPS_APPLY(NAME, TARGET, V, LOAD, STORE, KEEP, OP)

#endif // BENCH_CPU_OPS_KERNELS_H
