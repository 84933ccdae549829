// SPDX-License-Identifier: MIT

#include "cuda_ref/doubles.h"

#include "base/guard.h"
#include "sweep/exact.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define THREADS_MAX 256

// What the threads of one call share. A chunk is a thread's at a time.
struct work {
    const struct judge *judge;
    const int *ids;
    int count;
    const uint64_t *results;
    struct chunk *out;
    struct noted_list *noted;
    bool (*stop)(void);
    atomic_int next;
    atomic_bool ended; // stopped, or failed
};

static uint64_t numbers_of(const struct domain *domain, int id, uint64_t *first)
{
    uint64_t last;

    return domain_range(domain, id, first, &last) ? last - *first + 1 : 0;
}

static bool judge_chunk(struct work *work, int at)
{
    const struct domain *domain = work->judge->domain;
    struct chunk *chunk = &work->out[at];
    const uint64_t *results = work->results;
    uint64_t first = 0, count;

    for (int i = 0; i < at; i++)
        results += numbers_of(domain, work->ids[i], &first);
    count = numbers_of(domain, work->ids[at], &first);
    if (count && !judge_results(work->judge, first, (size_t) count, results, chunk->sides,
                                &work->noted[at]))
        return false;
    chunk->done = true;
    guard_alive();
    return true;
}

static void *run_thread(void *context)
{
    struct work *work = context;
    int at;

    while (!atomic_load(&work->ended) &&
           (at = atomic_fetch_add(&work->next, 1)) < work->count)
        if ((work->stop && work->stop()) || !judge_chunk(work, at))
            atomic_store(&work->ended, true);
    if (exact_available())
        exact_finish_thread();
    return NULL;
}

static int thread_count(int asked, int chunks)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    int count = asked > 0 ? asked : online > 0 ? (int) online : 1;

    count = count < chunks ? count : chunks;
    return count < THREADS_MAX ? count : THREADS_MAX;
}

bool cuda_doubles_judge(const struct judge *judge, int threads, const int *ids, int count,
                        const uint64_t *results, struct chunk *out,
                        struct noted_list *noted, bool (*stop)(void))
{
    struct work work = { .judge = judge,
                         .ids = ids,
                         .count = count,
                         .results = results,
                         .out = out,
                         .noted = noted,
                         .stop = stop };
    pthread_t started[THREADS_MAX];
    int running = 0;

    for (int i = 0; i < count; i++) {
        tally_clear(&out[i].sides[0]);
        tally_clear(&out[i].sides[1]);
        out[i].done = false;
        noted[i].count = 0;
    }
    // The caller is one of them: where no thread starts it does all.
    for (int i = 1; i < thread_count(threads, count); i++)
        if (pthread_create(&started[running], NULL, run_thread, &work) == 0)
            running++;
    run_thread(&work);
    for (int i = 0; i < running; i++)
        pthread_join(started[i], NULL);
    return !atomic_load(&work.ended);
}
