// SPDX-License-Identifier: MIT

#include "bench/cpu.h"

#include "base/fp_bits.h"
#include "bench/cpu_ops.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>

#if defined(__x86_64__)
#    include <immintrin.h>
#endif

#define RUN_NS 30e3 // the shortest run

const char *cpu_change_name(enum cpu_change change)
{
    static const char *const names[] = { "add", "fesetround", "mxcsr" };

    return names[change];
}

// Loops that change the direction, and leave it changed. Each addition waits for the one
// before, so that the processor cannot hide the change.
#define CHANGE(NAME, SETUP, STATEMENT)    \
    static void change_##NAME(int count)  \
    {                                     \
        volatile float one = 1;           \
        float y = one, x = y;             \
        SETUP;                            \
                                          \
        for (int i = 0; i < count; i++) { \
            STATEMENT;                    \
            x = x + y;                    \
            KEEP(x);                      \
        }                                 \
    }

#if defined(__x86_64__)
#    define KEEP(X) __asm__ volatile("" : "+x"(X))
CHANGE(mxcsr, unsigned word = _mm_getcsr(),
       _mm_setcsr(word ^ (i & 1 ? _MM_ROUND_UP : _MM_ROUND_NEAREST)))
#else
#    define KEEP(X)      __asm__ volatile("" : "+m"(X))
#    define change_mxcsr NULL
#endif
CHANGE(add, , )
CHANGE(fesetround, , fesetround(i & 1 ? FE_UPWARD : FE_TONEAREST))

static void (*const changes[CPU_CHANGE_COUNT])(int count) = {
    change_add,
    change_fesetround,
    change_mxcsr,
};

bool cpu_can_change(enum cpu_change change)
{
    return changes[change] != NULL;
}

// Makes this thread take subnormals as zero from now on, if the processor can.
static void flush_subnormals(void)
{
#if defined(__x86_64__)
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _mm_setcsr(_mm_getcsr() | 0x40); // denormals are zero
#endif
}

// Returns (-1)^negative * 1.f * 2^exponent, or 0.f * 2^-126 for exponent -127; f
// differs between calls and is never 0.
static float cpu_number(uint32_t *seed, int exponent, bool negative)
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
    [OPS_ADD] = { { 0, 0, NONE, false },
                  { -127, 0, NONE, false },
                  { -126, -126, NONE, true } },
    [OPS_MUL] = { { 0, 0, NONE, false },
                  { -127, 100, NONE, false },
                  { -70, -65, NONE, false } },
    [OPS_FMA] = { { 0, 0, 0, false },
                  { -127, 100, 0, false },
                  { -70, -65, NONE, false } },
    [OPS_DIV] = { { 0, 0, NONE, false },
                  { -127, -60, NONE, false },
                  { -70, 65, NONE, false } },
};

void cpu_operands(enum ops_op op, enum cpu_case which, float *a, float *b, float *c)
{
    const struct exponents *how = &exponents[op][which];
    uint32_t seed = 1;

    for (int i = 0; i < CPU_FLOATS; i++) {
        a[i] = cpu_number(&seed, how->a, false);
        b[i] = cpu_number(&seed, how->b, how->subtract);
        c[i] = how->c == NONE ? 0 : cpu_number(&seed, how->c, false);
    }
}

// Returns the nanoseconds of `repeats` rounds.
static double cpu_run(const struct cpu_ops *loop, float *arrays, int repeats)
{
    double start = times_now_ns();

    for (int i = 0; i < repeats; i++)
        loop->apply(arrays, arrays + CPU_FLOATS, arrays + 2 * CPU_FLOATS,
                    arrays + 3 * CPU_FLOATS, CPU_FLOATS, NULL);
    return times_now_ns() - start;
}

struct times cpu_time(enum ops_op op, enum cpu_case which, bool flush, int runs)
{
    _Alignas(64) static float arrays[4 * CPU_FLOATS];
    const struct cpu_ops *loop = cpu_ops_instruction(op);
    struct times times = { .count = 0 };
    int repeats = 1;
    fenv_t found;

    assert(loop);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    cpu_operands(op, which, arrays + CPU_FLOATS, arrays + 2 * CPU_FLOATS,
                 arrays + 3 * CPU_FLOATS);
    if (flush)
        flush_subnormals();
    while (cpu_run(loop, arrays, repeats) < RUN_NS && repeats < 1 << 20)
        repeats *= 2;
    for (int i = 0; i < runs; i++)
        times_add(&times, cpu_run(loop, arrays, repeats) / repeats / CPU_FLOATS);
    fesetenv(&found);
    return times;
}

struct times cpu_time_change(enum cpu_change change, int runs)
{
    struct times times = { .count = 0 };
    fenv_t found;

    assert(changes[change]);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    changes[change](CPU_FLOATS); // the first call is slower
    for (int i = 0; i < runs; i++) {
        double start = times_now_ns();

        changes[change](CPU_FLOATS);
        times_add(&times, (times_now_ns() - start) / CPU_FLOATS);
    }
    fesetenv(&found);
    return times;
}
