// SPDX-License-Identifier: MIT
//
// The loops of cpu_ops.h. meson.build builds this file once for each instruction set, as
// CPU_OPS_SET, and cpu_ops.c takes the widest build that the processor can run.
//
// How it works: a loop is a macro over a vector type of the compiler, as wide as the
// registers of the build. The C library has no vectors, so its functions take a float.

#include "bench/cpu_ops.h"

#include "base/fp_bits.h"

#include <math.h>
#include <string.h>

#if defined(__AVX512F__)
#    define BYTES   64
#    define VARIANT "avx-512"
#    define SUFFIX  "avx512f"
#elif defined(__AVX2__)
#    define BYTES   32
#    define VARIANT "avx2"
#    define SUFFIX  "avx2"
#elif defined(__SSE2__)
#    define BYTES     16
#    define VARIANT   "sse"
#    define SUFFIX    "sse4"
#    define LACKS_FMA // the C library would compute it in software
#else
#    define BYTES   16
#    define VARIANT "vector"
#    define SUFFIX  ""
#endif

#if defined(__x86_64__)
#    define KEEP(X) __asm__ volatile("" : "+v"(X))
#else
#    define KEEP(X) __asm__ volatile("" : "+m"(X))
#endif

typedef float floats __attribute__((vector_size(BYTES)));

#define LANES(V) (int) (sizeof(V) / sizeof(float))

// Defines chain_NAME. STEP is an expression of s, k and c. Only s is kept between steps:
// KEEP hides its value from the compiler.
#define CHAIN(NAME, V, STEP)                                                         \
    static uint32_t chain_##NAME(uint64_t steps, struct ops_constants by,            \
                                 cpu_ops_any *function)                              \
    {                                                                                \
        V k = (V){ 0 } + (float) by.k, c = (V){ 0 } + (float) by.c, all[OPS_CHAINS]; \
        uint32_t sum = OPS_SUM;                                                      \
        float lanes[LANES(V)];                                                       \
                                                                                     \
        (void) function;                                                             \
        (void) c;                                                                    \
        _Pragma("GCC unroll 8") for (int j = 0; j < OPS_CHAINS; j++) all[j] =        \
            (V){ 0 } + (float) ops_start(j);                                         \
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
            memcpy(lanes, &all[j], sizeof lanes);                                    \
            sum += fp_bits(lanes[LANES(V) - 1]) * (j == 0 ? 2 : 1);                  \
        }                                                                            \
        return sum;                                                                  \
    }

// Defines apply_NAME. OP is an expression of x, y and z.
#define APPLY(NAME, V, OP)                                                      \
    static void apply_##NAME(float *out, const float *xs, const float *ys,      \
                             const float *zs, int count, cpu_ops_any *function) \
    {                                                                           \
        (void) function;                                                        \
        for (int i = 0; i < count; i += LANES(V)) {                             \
            V x, y, z, result;                                                  \
                                                                                \
            memcpy(&x, xs + i, sizeof x);                                       \
            memcpy(&y, ys + i, sizeof y);                                       \
            memcpy(&z, zs + i, sizeof z);                                       \
            (void) y;                                                           \
            (void) z;                                                           \
            result = OP;                                                        \
            memcpy(out + i, &result, sizeof result);                            \
        }                                                                       \
    }

#define LOOPS(NAME, V, STEP, OP) CHAIN(NAME, V, STEP) APPLY(NAME, V, OP)

// The compiler turns the loops of root() and fused() into one instruction.
static inline floats root(floats x)
{
    for (int i = 0; i < LANES(floats); i++)
        x[i] = sqrtf(x[i]);
    return x;
}

LOOPS(add, floats, (s + k) + c, x + y)
LOOPS(mul, floats, (s * k) * c, x *y)
LOOPS(div, floats, c / (s + k), x / y)
LOOPS(sqrt, floats, root(s + k), root(x))
LOOPS(rsqrt, floats, 1 / root(s + k), 1 / root(x))

#ifndef LACKS_FMA
static inline floats fused(floats x, floats y, floats z)
{
    for (int i = 0; i < LANES(floats); i++)
        x[i] = fmaf(x[i], y[i], z[i]);
    return x;
}

LOOPS(fma, floats, fused(s, k, c), fused(x, y, z))
#endif

#define CALL(V, X) (((V(*)(V)) function)(X))
LOOPS(libm, float, CALL(float, s + k), CALL(float, x))
LOOPS(sleef, floats, CALL(floats, s + k), CALL(floats, x))

#define LOOP(V, NAME) LANES(V), chain_##NAME, apply_##NAME
#define LIBM(NAME)    "libm", LOOP(float, libm), (cpu_ops_any *) NAME

static const struct cpu_ops loops[] = {
    { OPS_ADD, VARIANT, LOOP(floats, add), NULL },
    { OPS_MUL, VARIANT, LOOP(floats, mul), NULL },
    { OPS_DIV, VARIANT, LOOP(floats, div), NULL },
    { OPS_SQRT, VARIANT, LOOP(floats, sqrt), NULL },
    { OPS_RSQRT, VARIANT, LOOP(floats, rsqrt), NULL },
#ifndef LACKS_FMA
    { OPS_FMA, VARIANT, LOOP(floats, fma), NULL },
#endif
    { OPS_EXP2, LIBM(exp2f) },
    { OPS_LOG2, LIBM(log2f) },
    { OPS_SIN, LIBM(sinf) },
    { OPS_TANH, LIBM(tanhf) },
};

const struct cpu_ops_set CPU_OPS_SET = {
    .loops = loops,
    .count = sizeof loops / sizeof loops[0],
    .sleef = { OPS_EXP2, VARIANT, LOOP(floats, sleef), NULL },
    .suffix = SUFFIX,
};
