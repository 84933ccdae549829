// SPDX-License-Identifier: MIT

#include "bench/cpu.h"

#include "base/fp.h"
#include "bench/cpu_kernels.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>

#define RUN_NS 30e3 // a run is repeated until it takes this long

const char *cpu_op_name(enum cpu_op op)
{
    static const char *const names[] = { "add", "mul", "fma", "div" };

    return names[op];
}

const char *cpu_isa_name(enum cpu_isa isa)
{
    static const char *const names[] = { "scalar", "sse", "avx", "avx-512" };

    return names[isa];
}

const char *cpu_case_name(enum cpu_case which)
{
    static const char *const names[] = { "normal", "operand", "result" };

    return names[which];
}

const char *cpu_change_name(enum cpu_change change)
{
    static const char *const names[] = { "add", "fesetround", "mxcsr", "avx-512",
                                         "avx-512 embedded" };

    return names[change];
}

bool cpu_can(enum cpu_isa isa, enum cpu_op op)
{
    return cpu_kernel(isa, op) != NULL;
}

bool cpu_can_change(enum cpu_change change)
{
    return cpu_change_kernel(change) != NULL;
}

// (-1)^negative * 1.f * 2^exponent, or 0.f * 2^-126 for exponent -127; f changes from one
// to the next and is never 0.
static float number(uint32_t *seed, int exponent, bool negative)
{
    *seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return fp_from_bits((uint32_t) negative << 31 | (uint32_t) (exponent + 127) << 23 |
                        *seed >> 9 | 1);
}

// Exponents of a, b and c; -127 is subnormal, NONE is zero.
#define NONE (-128)

struct exponents {
    int a, b, c;
    bool subtract;
};

static const struct exponents exponents[CPU_OP_COUNT][CPU_CASE_COUNT] = {
    [CPU_ADD] = { { 0, 0, NONE, false },
                  { -127, 0, NONE, false },
                  { -126, -126, NONE, true } },
    [CPU_MUL] = { { 0, 0, NONE, false },
                  { -127, 100, NONE, false },
                  { -70, -65, NONE, false } },
    [CPU_FMA] = { { 0, 0, 0, false },
                  { -127, 100, 0, false },
                  { -70, -65, NONE, false } },
    [CPU_DIV] = { { 0, 0, NONE, false },
                  { -127, -60, NONE, false },
                  { -70, 65, NONE, false } },
};

void cpu_operands(enum cpu_op op, enum cpu_case which, float *a, float *b, float *c)
{
    const struct exponents *how = &exponents[op][which];
    uint32_t seed = 1;

    for (int i = 0; i < CPU_FLOATS; i++) {
        a[i] = number(&seed, how->a, false);
        b[i] = number(&seed, how->b, how->subtract);
        c[i] = how->c == NONE ? 0 : number(&seed, how->c, false);
    }
}

void cpu_apply(enum cpu_isa isa, enum cpu_op op, float *out, const float *a,
               const float *b, const float *c)
{
    cpu_kernel(isa, op)(out, a, b, c);
}

// Nanoseconds of `repeats` rounds.
static double run(cpu_function *kernel, float *arrays, int repeats)
{
    double start = times_now_ns();

    for (int i = 0; i < repeats; i++)
        kernel(arrays, arrays + CPU_FLOATS, arrays + 2 * CPU_FLOATS,
               arrays + 3 * CPU_FLOATS);
    return times_now_ns() - start;
}

struct times cpu_time(enum cpu_isa isa, enum cpu_op op, enum cpu_case which, bool flush,
                      int runs)
{
    _Alignas(64) static float arrays[4 * CPU_FLOATS];
    cpu_function *kernel = cpu_kernel(isa, op);
    struct times times = { .count = 0 };
    int repeats = 1;
    fenv_t found;

    assert(kernel);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    cpu_operands(op, which, arrays + CPU_FLOATS, arrays + 2 * CPU_FLOATS,
                 arrays + 3 * CPU_FLOATS);
    if (flush)
        cpu_flush_subnormals();
    while (run(kernel, arrays, repeats) < RUN_NS && repeats < 1 << 20)
        repeats *= 2;
    for (int i = 0; i < runs; i++)
        times_add(&times, run(kernel, arrays, repeats) / repeats / CPU_FLOATS);
    fesetenv(&found);
    return times;
}

struct times cpu_time_change(enum cpu_change change, int runs)
{
    cpu_change_function *kernel = cpu_change_kernel(change);
    struct times times = { .count = 0 };
    fenv_t found;

    assert(kernel);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    kernel(CPU_FLOATS); // the first call is slower
    for (int i = 0; i < runs; i++) {
        double start = times_now_ns();

        kernel(CPU_FLOATS);
        times_add(&times, (times_now_ns() - start) / CPU_FLOATS);
    }
    fesetenv(&found);
    return times;
}
