// SPDX-License-Identifier: MIT
//
// How it works: threads take one chunk after the other. A chunk's results are made, and
// judged, a piece at a time that stays in a core's cache.

#include "sweep/backend.h"

#include "base/log.h"
#include "base/memory.h"
#include "sweep/exact.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __GLIBC__
#    include <gnu/libc-version.h>
#endif

#define PIECE       16384 // results, of 8 bytes at most
#define THREADS_MAX 1024

struct crew {
    bool (*job)(void *context, int at);
    void *context;
    int jobs;
    atomic_int next;
    atomic_bool ended;
};

int crew_threads(int asked)
{
    long count = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (int) count;
}

static void *run_member(void *context)
{
    struct crew *crew = context;
    int at;

    while (!atomic_load(&crew->ended) &&
           (at = atomic_fetch_add(&crew->next, 1)) < crew->jobs)
        if (!crew->job(crew->context, at))
            atomic_store(&crew->ended, true);
    exact_finish_thread();
    return NULL;
}

// If no thread can be started, the caller does all jobs.
bool crew_run(int threads, int jobs, bool (*job)(void *context, int at), void *context)
{
    struct crew crew = { .job = job, .context = context, .jobs = jobs };
    pthread_t started[THREADS_MAX];
    int count = 0;

    while (count < threads - 1 && count < jobs - 1 &&
           pthread_create(&started[count], NULL, run_member, &crew) == 0)
        count++;
    run_member(&crew);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    return !atomic_load(&crew.ended);
}

struct cpu {
    struct backend_ask ask;
    struct judge judge;
    int threads;
};

// The data that the threads of one call share.
struct work {
    const struct cpu *cpu;
    const int *ids;
    struct chunk *out;
    struct noted_list *noted;
    bool (*stop)(void);
};

static bool make_pieces(const struct work *work, int at, void *results)
{
    const struct cpu *cpu = work->cpu;
    const struct domain *domain = &cpu->ask.domain;
    uint64_t first, last;

    if (!domain_range(domain, work->ids[at], &first, &last))
        return true;
    for (; first <= last; first += PIECE) {
        size_t here = last - first < PIECE ? (size_t) (last - first + 1) : PIECE;

        if (work->stop && work->stop())
            return false;
        sweep_cpu_results(cpu->ask.function, domain, first, here, results);
        judge_results(&cpu->judge, first, here, results, work->out[at].sides,
                      &work->noted[at]);
    }
    return true;
}

static bool make_chunk(void *context, int at)
{
    const struct work *work = context;
    void *results = memory_new(PIECE, sizeof(uint64_t));

    work->out[at].done = make_pieces(work, at, results);
    free(results);
    return work->out[at].done;
}

static bool make_chunks(struct backend *backend, const int *ids, int count,
                        struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    const struct cpu *cpu = backend->priv;
    struct work work = { cpu, ids, out, noted, stop };

    backend_begin(count, out, noted);
    return crew_run(cpu->threads, count, make_chunk, &work);
}

static void close_cpu(struct backend *backend)
{
    free(backend->priv);
    *backend = (struct backend){ 0 };
}

// Returns the properties of the processor on which a C library's results depend: the
// architecture, and whether it has FMA.
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

// Writes the name of the C library: musl states neither its name nor its version.
static void libc_name(char *text, size_t size)
{
#ifdef __GLIBC__
    snprintf(text, size, "glibc %s", gnu_get_libc_version());
#else
    snprintf(text, size, "another C library");
#endif
}

static void cpu_tell(const struct judge *judge, struct backend_facts *facts)
{
    snprintf(facts->where, sizeof facts->where, "cpu");
    snprintf(facts->name, sizeof facts->name, "%s", processor());
    libc_name(facts->version, sizeof facts->version);
    snprintf(facts->judge, sizeof facts->judge, "%s", judge_name(judge));
}

bool sweep_cpu_open(struct backend *backend, const struct backend_ask *ask)
{
    const struct function *function = ask->function;
    struct cpu *cpu = memory_new(1, sizeof *cpu);

    cpu->ask = *ask;
    cpu->threads = crew_threads(ask->threads);
    cpu->judge = judge_for(function, &cpu->ask.domain);
    *backend = (struct backend){
        .batch = 2 * cpu->threads, .chunks = make_chunks, .close = close_cpu, .priv = cpu
    };
    cpu_tell(&cpu->judge, &backend->facts);
    if (judge_can(cpu->judge.kind, function->math, function->result))
        return true;
    log_error("%s: no exact judge: this build has no MPFR (-Dmpfr=enabled)",
              function->name);
    close_cpu(backend);
    return false;
}
