// SPDX-License-Identifier: MIT
//
// How it works: threads take one chunk after the other. A chunk's results are made, and
// judged, a piece at a time that stays in a core's cache.

#include "sweep/cpu.h"

#include "base/log.h"
#include "sweep/exact.h"

#include <assert.h>
#include <gnu/libc-version.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE       16384 // results, of 8 bytes at most
#define THREADS_MAX 1024

struct cpu {
    struct backend_ask ask;
    struct judge judge;
    int threads;
};

// What the threads of one call share.
struct work {
    const struct cpu *cpu;
    const int *ids;
    int count;
    struct chunk *out;
    struct noted_list *noted;
    bool (*stop)(void);
    atomic_int next;
    atomic_bool failed;
};

static bool make_chunk(struct work *work, int at, void *results)
{
    const struct cpu *cpu = work->cpu;
    const struct domain *domain = &cpu->ask.domain;
    struct chunk *chunk = &work->out[at];
    uint64_t first, last;

    tally_clear(&chunk->sides[0]);
    tally_clear(&chunk->sides[1]);
    chunk->done = false;
    work->noted[at].count = 0;
    if (!domain_range(domain, work->ids[at], &first, &last)) {
        chunk->done = true;
        return true;
    }
    for (; first <= last; first += PIECE) {
        size_t here = last - first < PIECE ? (size_t) (last - first + 1) : PIECE;

        if (atomic_load(&work->failed) || (work->stop && work->stop()))
            return false;
        sweep_cpu_results(cpu->ask.function, domain, first, here, results);
        if (!judge_results(&cpu->judge, first, here, results, chunk->sides,
                           &work->noted[at]))
            return false;
    }
    chunk->done = true;
    return true;
}

static void *run_thread(void *context)
{
    struct work *work = context;
    void *results = malloc(PIECE * sizeof(uint64_t));
    int at;

    if (!results)
        log_error("no memory for the results of a thread");
    while (results && (at = atomic_fetch_add(&work->next, 1)) < work->count)
        if (!make_chunk(work, at, results)) {
            atomic_store(&work->failed, true);
            break;
        }
    if (!results)
        atomic_store(&work->failed, true);
    free(results);
    if (exact_available())
        exact_finish_thread();
    return NULL;
}

static bool make_chunks(struct backend *backend, const int *ids, int count,
                        struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    const struct cpu *cpu = backend->priv;
    struct work work = {
        .cpu = cpu, .ids = ids, .count = count, .out = out, .noted = noted, .stop = stop
    };
    pthread_t threads[THREADS_MAX];
    int started = 0;

    for (int i = 0; i < count; i++)
        out[i].done = false;
    while (started < cpu->threads - 1 && started < count - 1 &&
           pthread_create(&threads[started], NULL, run_thread, &work) == 0)
        started++;
    run_thread(&work); // and this one
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return !atomic_load(&work.failed);
}

static void close_cpu(struct backend *backend)
{
    free(backend->priv);
    *backend = (struct backend){ 0 };
}

static int processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (int) count;
}

// What a C library's results depend on: its version, and whether it takes FMA.
static const char *processor(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") ? "x86-64 with FMA" : "x86-64 without FMA";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "another processor";
#endif
}

static void tell(const struct judge *judge, struct backend_facts *facts)
{
    snprintf(facts->where, sizeof(facts->where), "cpu");
    snprintf(facts->name, sizeof(facts->name), "%s", processor());
    snprintf(facts->version, sizeof(facts->version), "glibc %s", gnu_get_libc_version());
    snprintf(facts->judge, sizeof(facts->judge), "%s", judge_name(judge));
}

bool sweep_cpu_open(struct backend *backend, const struct backend_ask *ask)
{
    struct cpu *cpu = calloc(1, sizeof(*cpu));

    *backend = (struct backend){ 0 };
    if (!cpu) {
        log_error("no memory for a sweep");
        return false;
    }
    cpu->ask = *ask;
    cpu->threads = ask->threads > 0 ? ask->threads : processors();
    if (cpu->threads > THREADS_MAX)
        cpu->threads = THREADS_MAX;
    cpu->judge = judge_for(ask->function, &cpu->ask.domain, ask->above);
    backend->priv = cpu;
    backend->batch = 2 * cpu->threads;
    backend->chunks = make_chunks;
    backend->close = close_cpu;
    tell(&cpu->judge, &backend->facts);
    return true;
}
