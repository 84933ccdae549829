// SPDX-License-Identifier: MIT

#include "bench/cpu_ops.h"

#include "base/environment.h"

#include <assert.h>
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#define RUN_NS  2e6 // the shortest run
#define THREADS 256
#define ARRAY   1024 // operands at once, for the errors

int cpu_ops_processors(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set) < THREADS ? CPU_COUNT(&set) : THREADS;
}

static const struct cpu_ops_set *widest_set(void)
{
    switch (environment_vectors()) {
#if defined(__x86_64__)
    case VECTORS_AVX512: return &cpu_ops_avx512;
    case VECTORS_AVX2: return &cpu_ops_avx2;
#endif
    default: return &cpu_ops_baseline;
    }
}

// Adds the functions of SLEEF 3 to the list, and returns the new number of loops. The
// library stays open.
static int add_sleef(struct cpu_ops *list, int count)
{
    static const enum ops_op called[] = { OPS_EXP2, OPS_LOG2, OPS_SIN, OPS_TANH };
    static const char *const ulps[] = { "u10", "u35" };
    const struct cpu_ops_set *set = widest_set();
    void *library = environment_dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);

    for (int i = 0; i < 8 && library; i++) {
        struct cpu_ops cpu = set->sleef;
        char name[64];
        void *symbol;

        cpu.op = called[i / 2];
        snprintf(name, sizeof name, "Sleef_%sf%d_%s%s", ops_name(cpu.op), cpu.width,
                 ulps[i % 2], set->suffix);
        symbol = dlsym(library, name);
        if (!symbol)
            continue;
        memcpy(&cpu.function, &symbol, sizeof symbol);
        snprintf(cpu.variant, sizeof cpu.variant, "sleef %s %s", ulps[i % 2],
                 set->sleef.variant);
        list[count++] = cpu;
    }
    return count;
}

int cpu_ops_list(struct cpu_ops *list)
{
    const struct cpu_ops_set *set = widest_set();

    memcpy(list, set->loops, (size_t) set->count * sizeof *list);
    return add_sleef(list, set->count);
}

const struct cpu_ops *cpu_ops_instruction(enum ops_op op)
{
    const struct cpu_ops_set *set = widest_set();

    for (int i = 0; i < set->count; i++)
        if (set->loops[i].op == op)
            return &set->loops[i];
    return NULL;
}

// One thread's share of a run.
struct share {
    const struct cpu_ops *cpu;
    uint64_t steps; // of a chain
    pthread_mutex_t *gate;
    pthread_barrier_t *start; // NULL: one thread alone, or a thread was refused
    uint32_t sum;
    double began_ns, ended_ns;
};

static void cpu_ops_work(struct share *share)
{
    const struct cpu_ops *cpu = share->cpu;

    if (share->start)
        pthread_barrier_wait(share->start);
    share->began_ns = times_now_ns();
    share->sum = cpu->chain(share->steps, ops_constants(cpu->op, 24), cpu->function);
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

static bool did(const struct share *share)
{
    return ops_did(share->cpu->op, 24, share->steps, share->sum);
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

// Does the same. A single thread is the calling thread.
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
    double each = cpu->width * OPS_CHAINS * ops_each(cpu->op);
    double ns = 0;
    uint64_t steps = 1;
    bool all_did;
    fenv_t found;

    assert(threads >= 1 && threads <= THREADS);
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    row->threads = threads;
    row->precision = 24;
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
    float x[3][ARRAY], out[ARRAY];
    fenv_t found;

    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    for (int i = 0; i < inputs; i += ARRAY) {
        for (int j = 0; j < ARRAY; j++) {
            struct ops_operands operands = ops_operands(cpu->op, 24, (uint32_t) (i + j));

            for (int k = 0; k < 3; k++)
                x[k][j] = (float) operands.x[k];
        }
        cpu->apply(out, x[0], x[1], x[2], ARRAY, cpu->function);
        for (int j = 0; j < ARRAY && i + j < inputs; j++)
            got[i + j] = (double) out[j];
    }
    ops_judge(&row->error, cpu->op, 24, inputs, got);
    fesetenv(&found);
}
