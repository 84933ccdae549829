// SPDX-License-Identifier: MIT

#include "bench/cpu_ops.h"

#include "base/fp.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define RUN_NS  2e6 // a run is made longer until it takes this
#define THREADS 256
#define ARRAY   1024 // elements of a conversion's arrays

int cpu_ops_processors(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set) < THREADS ? CPU_COUNT(&set) : THREADS;
}

// The operands of apply().
struct arrays {
    alignas(64) uint32_t in[3][ARRAY], out[ARRAY];
};

static void cpu_ops_fill(struct arrays *arrays, enum ops_op op, uint32_t first)
{
    for (int i = 0; i < ARRAY; i++) {
        struct ops_operands operands = ops_operands(op, 24, first + (uint32_t) i);
        uint16_t half = (uint16_t) operands.words[0];

        for (int j = 0; j < 3; j++)
            arrays->in[j][i] = operands.words[j];
        if (op == OPS_FROM_HALF)
            memcpy((char *) arrays->in[0] + 2 * i, &half, 2);
    }
}

static double cpu_ops_value(enum ops_op op, const struct arrays *arrays, int i)
{
    uint16_t half;

    if (op == OPS_TO_INT)
        return (double) (int32_t) arrays->out[i];
    if (op != OPS_TO_HALF)
        return (double) fp_from_bits(arrays->out[i]);
    memcpy(&half, (const char *) arrays->out + 2 * i, 2);
    return fp_from_bits64(fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE, half));
}

static void cpu_ops_apply(const struct cpu_ops *cpu, struct arrays *arrays)
{
    cpu->apply(arrays->out, arrays->in[0], arrays->in[1], arrays->in[2], ARRAY,
               cpu->function);
}

// One thread's share of a run.
struct share {
    const struct cpu_ops *cpu;
    uint64_t steps; // of a chain, or passes over arrays
    pthread_mutex_t *gate;
    pthread_barrier_t *start; // NULL: one thread alone, or not all could be made
    uint32_t sum;
    double began_ns, ended_ns;
};

static void cpu_ops_work(struct share *share)
{
    const struct cpu_ops *cpu = share->cpu;
    struct arrays arrays;

    if (!cpu->chain)
        cpu_ops_fill(&arrays, cpu->op, 0);
    if (share->start)
        pthread_barrier_wait(share->start);
    share->began_ns = times_now_ns();
    if (cpu->chain)
        share->sum = cpu->chain(share->steps, ops_constants(cpu->op, 24), cpu->function);
    for (uint64_t i = 0; i < share->steps && !cpu->chain; i++)
        cpu_ops_apply(cpu, &arrays);
    share->ended_ns = times_now_ns();
}

// Runs the share of a thread, after all threads were created or one was refused.
static void *thread(void *context)
{
    struct share *share = context;

    pthread_mutex_lock(share->gate);
    pthread_mutex_unlock(share->gate);
    if (share->start)
        cpu_ops_work(share);
    return NULL;
}

// Returns true if a share did its work. A conversion is judged by its errors instead.
static bool did(const struct share *share)
{
    const struct cpu_ops *cpu = share->cpu;

    return !cpu->chain || ops_did(cpu->op, 24, share->steps, share->sum);
}

// Returns the nanoseconds from the start of the first thread to the end of the last,
// and whether all did their work. Returns INFINITY if so many threads cannot be made.
static double run_threads(const struct cpu_ops *cpu, uint64_t steps, int threads,
                          bool *all_did)
{
    struct share shares[THREADS];
    pthread_t ids[THREADS];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_barrier_t start;
    double began = INFINITY, ended = 0;
    int count = 0;

    pthread_mutex_lock(&gate);
    for (bool more = true; more && count < threads; count += more) {
        shares[count] = (struct share){ .cpu = cpu, .steps = steps, .gate = &gate };
        more = pthread_create(&ids[count], NULL, thread, &shares[count]) == 0;
    }
    *all_did =
        count == threads && pthread_barrier_init(&start, NULL, (unsigned) threads) == 0;
    bool whole = *all_did;

    for (int i = 0; i < count; i++)
        shares[i].start = whole ? &start : NULL;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++) {
        pthread_join(ids[i], NULL);
        *all_did = *all_did && did(&shares[i]);
        began = fmin(began, shares[i].began_ns);
        ended = fmax(ended, shares[i].ended_ns);
    }
    if (whole)
        pthread_barrier_destroy(&start);
    return whole ? ended - began : INFINITY;
}

// Does the same; a single thread is the calling one.
static double cpu_ops_run(const struct cpu_ops *cpu, uint64_t steps, int threads,
                          bool *all_did)
{
    struct share share = { .cpu = cpu, .steps = steps };

    if (threads > 1)
        return run_threads(cpu, steps, threads, all_did);
    cpu_ops_work(&share);
    *all_did = did(&share);
    return share.ended_ns - share.began_ns;
}

bool cpu_ops_time(const struct cpu_ops *cpu, int threads, int runs, struct ops_row *row)
{
    double each = cpu->chain ? cpu->width * OPS_CHAINS * ops_each(cpu->op) : ARRAY;
    double ns = 0;
    uint64_t steps = 1;
    bool all_did;
    fenv_t found;

    assert(threads >= 1 && threads <= THREADS);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    row->threads = threads;
    row->precision = cpu->op == OPS_TO_HALF ? 11 : 24;
    row->did = true;
    while (cpu_ops_run(cpu, steps, 1, &all_did) < RUN_NS && steps < UINT64_C(1) << 32)
        steps *= 2;
    for (int i = 0; ns < INFINITY && i < runs; i++) {
        ns = cpu_ops_run(cpu, steps, threads, &all_did);
        times_add(&row->times, ns / (each * (double) steps * threads));
        row->did = row->did && all_did;
    }
    fesetenv(&found);
    return ns < INFINITY;
}

void cpu_ops_error(const struct cpu_ops *cpu, int inputs, struct ops_row *row)
{
    static double got[OPS_INPUTS];
    struct arrays arrays;
    fenv_t found;

    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    for (int i = 0; i < inputs; i += ARRAY) {
        cpu_ops_fill(&arrays, cpu->op, (uint32_t) i);
        cpu_ops_apply(cpu, &arrays);
        for (int j = 0; j < ARRAY && i + j < inputs; j++)
            got[i + j] = cpu_ops_value(cpu->op, &arrays, j);
    }
    ops_judge(&row->error, cpu->op, 24, inputs, got);
    fesetenv(&found);
    if (!cpu->chain && row->error.ulp > 4096)
        row->did = false;
}
