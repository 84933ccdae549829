// SPDX-License-Identifier: MIT

#include "sweep/backend.h"

#include "sweep/exact.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

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
