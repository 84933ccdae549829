// SPDX-License-Identifier: MIT
//
// Library functions: the C library's, a float at a time, and SLEEF's, a register at a
// time. SLEEF is opened at run time, under the names of its version 3.

#include "bench/cpu_ops_kernels.h"

#include "base/environment.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CALL(V, X) (((V(*)(V)) function)(X))

CPU_OPS_BOTH(scalar, "sse2", float, CPU_OPS_SET, CPU_OPS_LOAD, CPU_OPS_STORE,
             CPU_OPS_KEEP_SSE, CALL(float, s + k), CALL(float, x))

static int cpu_ops_functions_add(struct cpu_ops *list, int count, struct cpu_ops cpu)
{
    if (cpu.function && count < CPU_OPS_MAX)
        list[count++] = cpu;
    return count;
}

static int add_library(struct cpu_ops *list, int count)
{
    static const struct {
        enum ops_op op;
        float (*function)(float);
    } all[] = {
        { OPS_EXP2, exp2f }, { OPS_LOG2, log2f }, { OPS_SIN, sinf }, { OPS_TANH, tanhf }
    };

    for (int i = 0; i < 4; i++)
        count = cpu_ops_functions_add(
            list, count,
            (struct cpu_ops){ all[i].op, "libm", 1, chain_scalar, apply_scalar,
                              (cpu_ops_any *) all[i].function });
    return count;
}

#if defined(__x86_64__)

CPU_OPS_BOTH(sse, "sse2", __m128, _mm_set1_ps, _mm_loadu_ps, _mm_storeu_ps,
             CPU_OPS_KEEP_SSE, CALL(__m128, _mm_add_ps(s, k)), CALL(__m128, x))
CPU_OPS_BOTH(avx2, "avx2", __m256, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps,
             CPU_OPS_KEEP_SSE, CALL(__m256, _mm256_add_ps(s, k)), CALL(__m256, x))
CPU_OPS_BOTH(avx512, "avx512f", __m512, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps,
             CPU_OPS_KEEP, CALL(__m512, _mm512_add_ps(s, k)), CALL(__m512, x))

static const struct set {
    const char *name, *suffix; // of our rows, and of the library's functions
    int width;
    uint32_t (*chain)(uint64_t steps, struct ops_constants by, cpu_ops_any *function);
    void (*apply)(void *out, const void *x, const void *y, const void *z, int count,
                  cpu_ops_any *function);
} sets[] = {
    { "sse", "sse4", 4, chain_sse, apply_sse },
    { "avx2", "avx2", 8, chain_avx2, apply_avx2 },
    { "avx-512", "avx512f", 16, chain_avx512, apply_avx512 },
};

static bool cpu_ops_functions_can(const struct set *set)
{
    return set->width == 4 ? __builtin_cpu_supports("sse4.1")
           : set->width == 8
               ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
               : __builtin_cpu_supports("avx512f") > 0;
}

// Finds a function in a library, which stays open.
static cpu_ops_any *cpu_ops_functions_find(void *library, const char *stem,
                                           const char *ulp, const struct set *set)
{
    char name[64];
    void *symbol;
    cpu_ops_any *function = NULL;

    snprintf(name, sizeof name, "Sleef_%sf%d_%s%s", stem, set->width, ulp, set->suffix);
    symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof function);
    return function;
}

static int add_sleef(struct cpu_ops *list, int count)
{
    static const char *const stems[] = { "exp2", "log2", "sin", "tanh" };
    static const char *const ulps[] = { "u10", "u35" };
    void *library = environment_dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);

    for (int i = 0; i < 24 && library; i++) {
        const struct set *set = &sets[i / 8];
        int which = i / 2 % 4;
        struct cpu_ops cpu = {
            (enum ops_op)(OPS_EXP2 + which), "", set->width, set->chain, set->apply, NULL
        };

        if (!cpu_ops_functions_can(set))
            continue;
        snprintf(cpu.variant, sizeof cpu.variant, "sleef %s %s", ulps[i % 2], set->name);
        cpu.function = cpu_ops_functions_find(library, stems[which], ulps[i % 2], set);
        count = cpu_ops_functions_add(list, count, cpu);
    }
    return count;
}

#else

static int add_sleef(struct cpu_ops *list, int count)
{
    (void) list;
    return count;
}

#endif

int cpu_ops_functions(struct cpu_ops *list, int count)
{
    return add_sleef(list, add_library(list, count));
}
