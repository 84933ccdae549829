// SPDX-License-Identifier: MIT

#include "cuda_ref/bench.h"

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "base/guard.h"
#include "cuda_ref/kernels.h"

#include <stdio.h>

// More threads than any GPU holds at once, and steps enough for milliseconds.
#define GROUPS  4096
#define THREADS (GROUPS * LAUNCH_THREADS)
#define STEPS   32768

static const char *const suffixes[] = { "rn", "rz", "mixed" };
static const char *const variants[] = { "to nearest", "toward zero", "in turn" };

static bool fill(struct launch *launch, float value)
{
    static float values[THREADS];

    for (int i = 0; i < THREADS; i++)
        values[i] = value;
    return launch_write(launch, 0, values, sizeof values);
}

// Whether all threads still have their value. Compared by bits: this thread may flush.
static bool all_are(struct launch *launch, float value, bool *same)
{
    static float values[THREADS];

    if (!launch_read(launch, 0, values, sizeof values))
        return false;
    *same = true;
    for (int i = 0; i < THREADS; i++)
        *same = *same && fp_bits(values[i]) == fp_bits(value);
    return true;
}

static bool time_chain(struct launch *launch, const char *kernel, struct chain chain,
                       struct times *times, int runs)
{
    int steps = STEPS;
    void *parameters[] = {
        &launch->memory, &chain.b, &chain.c, &chain.d, &chain.e, &steps
    };
    double ns;

    for (int run = -1; run < runs; run++) {
        if (guard_interrupted() || !launch_run(launch, kernel, GROUPS, parameters, &ns))
            return false;
        if (run >= 0)
            times_add(times, ns / (2.0 * STEPS * THREADS));
    }
    return true;
}

static bool time_both(struct launch *launch, int runs, int variant,
                      struct chain_result *result)
{
    char kernel[40];
    struct chain normal = chain_operands(result->op, false);
    struct chain subnormal = chain_operands(result->op, true);

    snprintf(kernel, sizeof kernel, "chain_%s_%s", cpu_op_name(result->op),
             suffixes[variant]);
    return fill(launch, normal.v) &&
           time_chain(launch, kernel, normal, &result->normal, runs) &&
           all_are(launch, normal.v, &result->kept) && fill(launch, subnormal.v) &&
           time_chain(launch, kernel, subnormal, &result->subnormal, runs) &&
           all_are(launch, subnormal.v, &result->subnormal_kept);
}

bool cuda_subnormals_run(int runs, struct cuda_subnormals *out)
{
    struct launch launch;
    bool ok = true;

    *out = (struct cuda_subnormals){ 0 };
    if (!launch_open(&launch, subnormals_ptx, THREADS * sizeof(float), &out->gpu))
        return false;
    for (int i = 0; i < CPU_OP_COUNT * CUDA_SUBNORMALS_VARIANTS && ok; i++) {
        int op = i / CUDA_SUBNORMALS_VARIANTS, variant = i % CUDA_SUBNORMALS_VARIANTS;
        struct chain_result *result = &out->results[op][variant];

        result->op = (enum cpu_op) op;
        result->variant = variants[variant];
        ok = time_both(&launch, runs, variant, result);
    }
    launch_close(&launch);
    return ok;
}
