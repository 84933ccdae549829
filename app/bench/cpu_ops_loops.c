// SPDX-License-Identifier: MIT
//
// The loops of cpu_ops.h: this processor's instructions, the C library's functions, and
// SLEEF's vector functions.
//
// How it works: a loop is written once, as a macro over a vector type of the compiler,
// and compiled for each instruction set. The list has the widest one of this processor.
// SLEEF is opened at run time, under the names of its version 3.

#include "bench/cpu_ops.h"

#include "base/environment.h"
#include "base/fp_bits.h"
#include "base/fp_format.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#    include <immintrin.h>
#    define TARGET(NAME) __attribute__((target(NAME)))
#    define KEEP(X)      __asm__ volatile("" : "+v"(X))
#else
#    define TARGET(NAME)
#    define KEEP(X) __asm__ volatile("" : "+m"(X))
#endif

#define LANES(V) (int) (sizeof(V) / sizeof(float))

// Defines chain_NAME. STEP is an expression of s, k and c. Only s is kept between steps:
// KEEP hides its value from the compiler.
#define CHAIN(NAME, ISA, V, STEP)                                                    \
    TARGET(ISA)                                                                      \
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

// Defines apply_NAME from vectors x, y and z of type V to one of type W, by OP.
#define APPLY(NAME, ISA, V, W, OP)                                                      \
    TARGET(ISA)                                                                         \
    static void apply_##NAME(void *out, const void *xs, const void *ys, const void *zs, \
                             int count, cpu_ops_any *function)                          \
    {                                                                                   \
        const int width = sizeof(W) > sizeof(V) ? LANES(W) : LANES(V);                  \
                                                                                        \
        (void) function;                                                                \
        for (int i = 0; i < count / width; i++) {                                       \
            V x, y, z;                                                                  \
            W result;                                                                   \
                                                                                        \
            memcpy(&x, (const char *) xs + (size_t) i * sizeof x, sizeof x);            \
            memcpy(&y, (const char *) ys + (size_t) i * sizeof y, sizeof y);            \
            memcpy(&z, (const char *) zs + (size_t) i * sizeof z, sizeof z);            \
            (void) y;                                                                   \
            (void) z;                                                                   \
            result = OP;                                                                \
            memcpy((char *) out + (size_t) i * sizeof result, &result, sizeof result);  \
        }                                                                               \
    }

#define BOTH(NAME, ISA, V, STEP, OP) CHAIN(NAME, ISA, V, STEP) APPLY(NAME, ISA, V, V, OP)

#define CALL(V, X) (((V(*)(V)) function)(X))
BOTH(libm, "sse2", float, CALL(float, s + k), CALL(float, x))

// Defines all loops of an instruction set. V has floats, I as many integers of 32 bits.
#define WIDE(NAME, ISA, V, I, ROOT, FUSED)                         \
    BOTH(NAME##_add, ISA, V, (s + k) + c, x + y)                   \
    BOTH(NAME##_mul, ISA, V, (s * k) * c, x * y)                   \
    BOTH(NAME##_fma, ISA, V, FUSED(s, k, c), FUSED(x, y, z))       \
    BOTH(NAME##_div, ISA, V, c / (s + k), x / y)                   \
    BOTH(NAME##_sqrt, ISA, V, ROOT(s + k), ROOT(x))                \
    BOTH(NAME##_rsqrt, ISA, V, 1 / ROOT(s + k), 1 / ROOT(x))       \
    BOTH(NAME##_call, ISA, V, CALL(V, s + k), CALL(V, x))          \
    APPLY(NAME##_to_int, ISA, V, I, __builtin_convertvector(x, I)) \
    APPLY(NAME##_from_int, ISA, I, V, __builtin_convertvector(x, V))

#define LOOPS(OP, VARIANT, V, NAME)                             \
    {                                                           \
        OP, VARIANT, LANES(V), chain_##NAME, apply_##NAME, NULL \
    }
#define ARRAYS(OP, VARIANT, V, NAME)                    \
    {                                                   \
        OP, VARIANT, LANES(V), NULL, apply_##NAME, NULL \
    }
#define INSTRUCTIONS(VARIANT, V, NAME)                                              \
    LOOPS(OPS_ADD, VARIANT, V, NAME##_add), LOOPS(OPS_MUL, VARIANT, V, NAME##_mul), \
        LOOPS(OPS_DIV, VARIANT, V, NAME##_div),                                     \
        LOOPS(OPS_SQRT, VARIANT, V, NAME##_sqrt),                                   \
        LOOPS(OPS_RSQRT, VARIANT, V, NAME##_rsqrt),                                 \
        ARRAYS(OPS_TO_INT, VARIANT, V, NAME##_to_int),                              \
        ARRAYS(OPS_FROM_INT, VARIANT, V, NAME##_from_int),                          \
        LOOPS(OPS_FMA, VARIANT, V, NAME##_fma)

typedef float floats4 __attribute__((vector_size(16)));
typedef int32_t words4 __attribute__((vector_size(16)));

static inline floats4 root(floats4 x)
{
    return (floats4){ sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3]) };
}

static inline floats4 fused(floats4 x, floats4 y, floats4 z)
{
    return (floats4){ fmaf(x[0], y[0], z[0]), fmaf(x[1], y[1], z[1]),
                      fmaf(x[2], y[2], z[2]), fmaf(x[3], y[3], z[3]) };
}

WIDE(vector, "sse2", floats4, words4, root, fused)

struct set {
    const char *suffix; // of SLEEF's functions
    struct cpu_ops call;
    int count;
    struct cpu_ops instructions[10];
};

#if defined(__x86_64__)

typedef int32_t words8 __attribute__((vector_size(32)));
typedef int32_t words16 __attribute__((vector_size(64)));

WIDE(avx2, "avx2,fma", __m256, words8, _mm256_sqrt_ps, _mm256_fmadd_ps)
WIDE(avx512, "avx512f", __m512, words16, _mm512_sqrt_ps, _mm512_fmadd_ps)
APPLY(to_half, "avx2,f16c", __m256, __m128i, _mm256_cvtps_ph(x, 0))
APPLY(from_half, "avx2,f16c", __m128i, __m256, _mm256_cvtph_ps(x))

// The first set lacks fma, which the C library would compute in software.
static const struct set sets[] = {
    { "sse4",
      LOOPS(OPS_EXP2, "sse", floats4, vector_call),
      7,
      { INSTRUCTIONS("sse", floats4, vector) } },
    { "avx2",
      LOOPS(OPS_EXP2, "avx2", __m256, avx2_call),
      10,
      { INSTRUCTIONS("avx2", __m256, avx2), ARRAYS(OPS_TO_HALF, "avx2", __m256, to_half),
        ARRAYS(OPS_FROM_HALF, "avx2", __m256, from_half) } },
    { "avx512f",
      LOOPS(OPS_EXP2, "avx-512", __m512, avx512_call),
      10,
      { INSTRUCTIONS("avx-512", __m512, avx512),
        ARRAYS(OPS_TO_HALF, "avx2", __m256, to_half),
        ARRAYS(OPS_FROM_HALF, "avx2", __m256, from_half) } },
};

static const struct set *widest_set(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx2"))
        return &sets[2];
    return &sets[__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")];
}

#else

static const struct set *widest_set(void)
{
    static const struct set set = { "",
                                    LOOPS(OPS_EXP2, "vector", floats4, vector_call),
                                    8,
                                    { INSTRUCTIONS("vector", floats4, vector) } };

    return &set;
}

#endif

static const enum ops_op called[] = { OPS_EXP2, OPS_LOG2, OPS_SIN, OPS_TANH };

static int add_libm(struct cpu_ops *list, int count)
{
    static float (*const functions[])(float) = { exp2f, log2f, sinf, tanhf };

    for (int i = 0; i < 4; i++)
        list[count++] =
            (struct cpu_ops){ called[i],  "libm",     1,
                              chain_libm, apply_libm, (cpu_ops_any *) functions[i] };
    return count;
}

// Adds the functions of SLEEF for the widest registers. The library stays open.
static int add_sleef(struct cpu_ops *list, int count)
{
    static const char *const stems[] = { "exp2", "log2", "sin", "tanh" };
    static const char *const ulps[] = { "u10", "u35" };
    const struct set *set = widest_set();
    void *library = environment_dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);

    for (int i = 0; i < 8 && library; i++) {
        struct cpu_ops cpu = set->call;
        char name[64];
        void *symbol;

        snprintf(name, sizeof name, "Sleef_%sf%d_%s%s", stems[i / 2], cpu.width,
                 ulps[i % 2], set->suffix);
        symbol = dlsym(library, name);
        if (!symbol)
            continue;
        memcpy(&cpu.function, &symbol, sizeof symbol);
        cpu.op = called[i / 2];
        snprintf(cpu.variant, sizeof cpu.variant, "sleef %s %s", ulps[i % 2],
                 set->call.variant);
        list[count++] = cpu;
    }
    return count;
}

int cpu_ops_list(struct cpu_ops *list)
{
    const struct set *set = widest_set();

    memcpy(list, set->instructions, (size_t) set->count * sizeof *list);
    return add_sleef(list, add_libm(list, set->count));
}

const struct cpu_ops *cpu_ops_instruction(enum ops_op op)
{
    const struct set *set = widest_set();

    for (int i = 0; i < set->count; i++)
        if (set->instructions[i].op == op)
            return &set->instructions[i];
    return NULL;
}
