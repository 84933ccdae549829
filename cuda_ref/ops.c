// SPDX-License-Identifier: MIT

#include "cuda_ref/bench.h"

#include "base/guard.h"
#include "base/memory.h"
#include "cuda_ref/kernels.h"

#include <stdio.h>
#include <stdlib.h>

// There are more threads than any GPU holds at once.
#define GROUPS  4096
#define THREADS (GROUPS * LAUNCH_THREADS)
#define RUN_NS  5e6        // the shortest run
#define STEPS   (1u << 24) // at most

#define MEMORY (THREADS * sizeof(uint32_t)) // >= OPS_INPUTS doubles

static const struct kernel {
    enum ops_op op;
    const char *name, *variant;
    int precision;
    int lanes; // the numbers in a register
} kernels[] = {
    { OPS_ADD, "add_single", "single", 24, 1 },
    { OPS_MUL, "mul_single", "single", 24, 1 },
    { OPS_FMA, "fma_single", "single", 24, 1 },
    { OPS_DIV, "div_single", "single", 24, 1 },
    { OPS_DIV, "div_fdividef", "__fdividef", 24, 1 },
    { OPS_DIV, "div_rcp_approx", "rcp.approx", 24, 1 },
    { OPS_SQRT, "sqrt_single", "single", 24, 1 },
    { OPS_SQRT, "sqrt_approx", "sqrt.approx", 24, 1 },
    { OPS_RSQRT, "rsqrt_single", "single", 24, 1 },
    { OPS_RSQRT, "rsqrt_approx", "rsqrt.approx", 24, 1 },
    { OPS_EXP2, "exp2_single", "single", 24, 1 },
    { OPS_EXP2, "exp2_approx", "ex2.approx", 24, 1 },
    { OPS_LOG2, "log2_single", "single", 24, 1 },
    { OPS_LOG2, "log2_approx", "lg2.approx", 24, 1 },
    { OPS_SIN, "sin_single", "single", 24, 1 },
    { OPS_SIN, "sin_approx", "__sinf", 24, 1 },
    { OPS_TANH, "tanh_single", "single", 24, 1 },
    { OPS_TANH, "tanh_approx", "tanh.approx", 24, 1 },
    { OPS_ADD, "add_half", "half", 11, 1 },
    { OPS_MUL, "mul_half", "half", 11, 1 },
    { OPS_FMA, "fma_half", "half", 11, 1 },
    { OPS_DIV, "div_half", "half", 11, 1 },
    { OPS_SQRT, "sqrt_half", "half", 11, 1 },
    { OPS_RSQRT, "rsqrt_half", "half", 11, 1 },
    { OPS_EXP2, "exp2_half", "half", 11, 1 },
    { OPS_LOG2, "log2_half", "half", 11, 1 },
    { OPS_SIN, "sin_half", "half", 11, 1 },
    { OPS_EXP2, "exp2_half_approx", "ex2.approx.f16", 11, 1 },
    { OPS_TANH, "tanh_half_approx", "tanh.approx.f16", 11, 1 },
    { OPS_ADD, "add_half2", "half2", 11, 2 },
    { OPS_MUL, "mul_half2", "half2", 11, 2 },
    { OPS_FMA, "fma_half2", "half2", 11, 2 },
    { OPS_ADD, "add_double", "double", 53, 1 },
    { OPS_MUL, "mul_double", "double", 53, 1 },
    { OPS_FMA, "fma_double", "double", 53, 1 },
    { OPS_DIV, "div_double", "double", 53, 1 },
    { OPS_SQRT, "sqrt_double", "double", 53, 1 },
    { OPS_RSQRT, "rsqrt_double", "double", 53, 1 },
    { OPS_EXP2, "exp2_double", "double", 53, 1 },
    { OPS_LOG2, "log2_double", "double", 53, 1 },
    { OPS_SIN, "sin_double", "double", 53, 1 },
    { OPS_TANH, "tanh_double", "double", 53, 1 },
    { OPS_TO_HALF, "to_half", "single", 11, 1 },
    { OPS_FROM_HALF, "from_half", "single", 24, 1 },
    { OPS_TO_INT, "to_int", "single", 24, 1 },
    { OPS_FROM_INT, "from_int", "single", 24, 1 },
};

static bool launch_steps(struct launch *launch, const struct kernel *kernel,
                         unsigned steps, double *ns)
{
    struct ops_constants by = ops_constants(kernel->op, kernel->precision);
    void *floats[] = { &launch->memory, &steps, &by.k, &by.c };
    void *words[] = { &launch->memory, &steps, &by.k_bits };
    char name[60];

    snprintf(name, sizeof name, "ops_%s", kernel->name);
    return !guard_interrupted() &&
           launch_run(launch, name, GROUPS, ops_converts(kernel->op) ? words : floats,
                      ns);
}

// Times the launch and the writing of its words, without a step.
static bool time_nothing(struct launch *launch, const struct kernel *kernel, int runs,
                         double *ns)
{
    struct times times = { .count = 0 };

    for (int run = -1; run < runs; run++) {
        if (!launch_steps(launch, kernel, 0, ns))
            return false;
        if (run >= 0)
            times_add(&times, *ns);
    }
    *ns = times_min(&times);
    return true;
}

// Reads the sums, and compares every thread's with the right one.
static bool check(struct launch *launch, const struct kernel *kernel, unsigned steps,
                  uint32_t *sums, bool *did)
{
    if (!launch_read(launch, 0, sums, MEMORY))
        return false;
    *did = ops_did(kernel->op, kernel->precision, steps, sums[0]);
    for (int i = 1; i < THREADS; i++)
        *did = *did && sums[i] == sums[0];
    return true;
}

static bool time_kernel(struct launch *launch, const struct kernel *kernel, int runs,
                        uint32_t *sums, struct ops_row *row)
{
    double each = (double) THREADS * OPS_CHAINS * ops_each(kernel->op) * kernel->lanes;
    double nothing, ns = 0;
    unsigned steps = 4;

    if (!time_nothing(launch, kernel, runs, &nothing))
        return false;
    while (ns < RUN_NS && steps < STEPS) {
        steps *= 2;
        if (!launch_steps(launch, kernel, steps, &ns))
            return false;
    }
    for (int run = 0; run < runs; run++) {
        if (!launch_steps(launch, kernel, steps, &ns))
            return false;
        times_add(&row->times, (ns - nothing) / (each * steps));
    }
    return check(launch, kernel, steps, sums, &row->did);
}

static bool find_error(struct launch *launch, const struct kernel *kernel, int inputs,
                       double *got, struct ops_row *row)
{
    struct ops_range ranges[3];
    void *parameters[] = { &launch->memory, &inputs, &ranges[0], &ranges[1], &ranges[2] };
    unsigned groups = ((unsigned) inputs + LAUNCH_THREADS - 1) / LAUNCH_THREADS;
    char name[60];

    for (int i = 0; i < 3; i++)
        ranges[i] = ops_range(kernel->op, i);
    snprintf(name, sizeof name, "ops_error_%s", kernel->name);
    if (!launch_run(launch, name, groups, parameters, NULL) ||
        !launch_read(launch, 0, got, (size_t) inputs * sizeof *got))
        return false;
    ops_judge(&row->error, kernel->op, kernel->precision, inputs, got);
    return true;
}

static bool run_all(struct launch *launch, int runs, int inputs, struct ops_rows *rows)
{
    void *memory = memory_new(1, MEMORY);
    bool ok = true;

    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0] && ok; i++) {
        const struct kernel *kernel = &kernels[i];
        struct ops_row *row = ops_add(rows, OPS_CUDA, kernel->op, kernel->variant);

        if (!row)
            break;
        row->precision = kernel->precision;
        ok = time_kernel(launch, kernel, runs, memory, row) &&
             find_error(launch, kernel, inputs, memory, row);
        if (!ok)
            rows->count--;
    }
    free(memory);
    return ok;
}

bool cuda_ops_run(int runs, int inputs, struct launch_gpu *gpu, struct ops_rows *rows)
{
    struct launch launch;
    bool ok;

    if (!launch_open(&launch, ops_ptx, MEMORY, gpu))
        return false;
    ok = run_all(&launch, runs, inputs, rows);
    launch_close(&launch);
    return ok;
}
