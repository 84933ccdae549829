// SPDX-License-Identifier: MIT
//
// How it works: the calling thread, whose GL context it is, has GL fill a buffer and
// reads it back for each of the CPU's threads. Then each thread judges one run, while GL
// fills the buffer with the first run of the next turn. If a chunk is larger than a
// buffer, a turn has one run, so that the parts of the chunk are judged in order.

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "sweep_gl/private.h"

#include <stdlib.h>

// The runs of a turn have 64 MiB each.
#define RUNS_MAX 64

// The results that are judged at a time.
struct turn {
    struct sweep_gl_backend *gl;
    const struct sweep_gl_job *job;
    struct sweep_gl_run runs[RUNS_MAX];
    uint32_t *words[RUNS_MAX]; // NULL until used
    int count;
    struct sweep_gl_cursor cursor;
    struct sweep_gl_run next; // that GL fills
    bool more;                // it exists
};

static bool judge_run(void *context, int at)
{
    const struct turn *turn = context;
    const struct sweep_gl_run *run = &turn->runs[at];
    struct chunk *chunk = &turn->job->out[run->item];

    judge_results(&turn->gl->judge, run->first, run->count, turn->words[at], chunk->sides,
                  &turn->job->noted[run->item]);
    chunk->done = run->ends;
    return true;
}

// Has GL fill the buffer with the next run, if there is one.
static bool fill_next(struct turn *turn)
{
    struct sweep_gl_backend *gl = turn->gl;

    turn->more = sweep_gl_next(gl, turn->job, &turn->cursor, gl->words, 1, &turn->next);
    return !turn->more || sweep_gl_fill(gl, 0, 0, &turn->next);
}

// Reads a run back, and has GL fill the next one.
static bool read_run(struct turn *turn)
{
    const struct sweep_gl_backend *gl = turn->gl;
    int at = turn->count;

    turn->runs[at] = turn->next;
    if (!turn->words[at])
        turn->words[at] = memory_new(gl->words, sizeof **turn->words);
    if (!gl_sweep_read(gl->sweep, 0, turn->words[at], turn->runs[at].count)) {
        log_error("%s: %s", gl->device->facts.id, gl->device->reason);
        return false;
    }
    turn->count++;
    guard_alive();
    return fill_next(turn);
}

// Returns true if a chunk comes in parts.
static bool in_parts(const struct sweep_gl_backend *gl)
{
    uint64_t chunk = UINT64_C(1) << (gl->domain.bits - 8);
    uint64_t asked = gl->domain.last - gl->domain.first + 1;

    return chunk > gl->words && asked > gl->words;
}

bool sweep_gl_judge_here(struct sweep_gl_backend *gl, const struct sweep_gl_job *job)
{
    struct turn turn = { .gl = gl, .job = job };
    int most = in_parts(gl) ? 1 : gl->threads < RUNS_MAX ? gl->threads : RUNS_MAX;
    bool ok = fill_next(&turn);

    while (ok && turn.more) {
        turn.count = 0;
        while (ok && turn.more && turn.count < most)
            ok = !(job->stop && job->stop()) && read_run(&turn);
        crew_run(turn.count, turn.count, judge_run, &turn);
    }
    for (int i = 0; i < most; i++)
        free(turn.words[i]);
    return ok;
}
