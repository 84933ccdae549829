// SPDX-License-Identifier: MIT
//
// How it works: the calling thread, whose GL context it is, fills two buffers in turn,
// copies what is ready into a slot, and hands that to the judges. A chunk is one judge's,
// from its first number to its last; where it is larger than a buffer there is but one
// judge, so that its parts come in their order.

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "sweep/exact.h"
#include "sweep_gl/private.h"

#include <pthread.h>
#include <stdlib.h>

// The slots have 64 MiB each. A slot is used only if the judges are slower than GL.
#define SLOTS_MAX 65

enum state { FREE, FULL, TAKEN };

struct slot {
    enum state state;
    unsigned turn; // the order in which they were filled
    struct sweep_gl_run run;
    uint32_t *words;
};

// The data that the threads of one call share.
struct pool {
    const struct sweep_gl_backend *gl;
    const struct sweep_gl_job *job;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct slot slots[SLOTS_MAX];
    int slot_count;
    unsigned filled;
    bool ended; // nothing more is filled
};

static void judge_slot(const struct pool *pool, const struct slot *slot)
{
    const struct sweep_gl_run *run = &slot->run;
    struct chunk *chunk = &pool->job->out[run->item];

    judge_results(&pool->gl->judge, run->first, run->count, slot->words, chunk->sides,
                  &pool->job->noted[run->item]);
    chunk->done = run->ends;
}

// The full slot that was filled first, or NULL.
static struct slot *oldest(struct pool *pool)
{
    struct slot *found = NULL;

    for (int i = 0; i < pool->slot_count; i++) {
        struct slot *slot = &pool->slots[i];

        if (slot->state == FULL && (!found || slot->turn < found->turn))
            found = slot;
    }
    return found;
}

static void *judge_all(void *context)
{
    struct pool *pool = context;

    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        struct slot *slot = oldest(pool);

        if (!slot && pool->ended)
            break;
        if (!slot) {
            pthread_cond_wait(&pool->changed, &pool->mutex);
            continue;
        }
        slot->state = TAKEN;
        pthread_mutex_unlock(&pool->mutex);
        judge_slot(pool, slot);
        pthread_mutex_lock(&pool->mutex);
        slot->state = FREE;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    exact_finish_thread();
    return NULL;
}

static struct slot *free_slot(struct pool *pool)
{
    for (int i = 0; i < pool->slot_count; i++)
        if (pool->slots[i].state == FREE)
            return &pool->slots[i];
    return NULL;
}

static struct slot *take_slot(struct pool *pool)
{
    struct slot *slot;

    pthread_mutex_lock(&pool->mutex);
    while (!(slot = free_slot(pool)))
        pthread_cond_wait(&pool->changed, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    if (!slot->words)
        slot->words = memory_new(pool->gl->words, sizeof *slot->words);
    return slot;
}

static void give_slot(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->mutex);
    slot->turn = pool->filled++;
    slot->state = FULL;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

// Reads a run back, and gives it to the judges.
static bool hand_over(struct pool *pool, int buffer, const struct sweep_gl_run *run)
{
    const struct sweep_gl_backend *gl = pool->gl;
    struct slot *slot = take_slot(pool);

    if (!gl_sweep_read(gl->sweep, buffer, slot->words, run->count)) {
        log_error("%s: %s", gl->device->facts.id, gl->device->reason);
        return false;
    }
    slot->run = *run;
    give_slot(pool, slot);
    guard_alive();
    return true;
}

static bool here_stopped(const struct sweep_gl_job *job)
{
    return job->stop && job->stop();
}

// One run ahead of what is read.
static bool produce(struct pool *pool, struct sweep_gl_backend *gl)
{
    const struct sweep_gl_job *job = pool->job;
    struct sweep_gl_cursor cursor = { 0 };
    struct sweep_gl_run runs[2];
    int buffer = 0;
    bool more = sweep_gl_next(gl, job, &cursor, gl->words, 1, &runs[0]);

    if (more && !sweep_gl_fill(gl, 0, 0, &runs[0]))
        return false;
    while (more) {
        int next = gl->buffers > 1 ? !buffer : buffer;
        struct sweep_gl_run run = runs[buffer];

        more = sweep_gl_next(gl, job, &cursor, gl->words, 1, &runs[next]);
        if (here_stopped(job) ||
            (more && next != buffer && !sweep_gl_fill(gl, next, 0, &runs[next])) ||
            !hand_over(pool, buffer, &run) ||
            (more && next == buffer && !sweep_gl_fill(gl, next, 0, &runs[next])))
            return false;
        buffer = next;
    }
    return true;
}

// As many as a process may have.
static int start_threads(struct pool *pool, pthread_t *threads)
{
    int wanted = pool->slot_count - 1, count = 0;

    while (count < wanted && !pthread_create(&threads[count], NULL, judge_all, pool))
        count++;
    return count;
}

// Whether a chunk comes in parts.
static bool in_parts(const struct sweep_gl_backend *gl)
{
    uint64_t chunk = UINT64_C(1) << (gl->domain.bits - 8);
    uint64_t asked = gl->domain.last - gl->domain.first + 1;

    return chunk > gl->words && asked > gl->words;
}

bool sweep_gl_judge_here(struct sweep_gl_backend *gl, const struct sweep_gl_job *job)
{
    struct pool pool = { .gl = gl, .job = job };
    pthread_t threads[SLOTS_MAX];
    int count = gl->threads < job->count ? gl->threads : job->count;
    bool ok = false;

    count = in_parts(gl) ? 1 : count;
    pool.slot_count = count + 1 < SLOTS_MAX ? count + 1 : SLOTS_MAX;
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_cond_init(&pool.changed, NULL);
    count = start_threads(&pool, threads);
    if (count > 0)
        ok = produce(&pool, gl);
    else
        log_error("%s: cannot start a thread that judges the results",
                  gl->device->facts.id);
    pthread_mutex_lock(&pool.mutex);
    pool.ended = true;
    pthread_cond_broadcast(&pool.changed);
    pthread_mutex_unlock(&pool.mutex);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < pool.slot_count; i++)
        free(pool.slots[i].words);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.mutex);
    return ok;
}
