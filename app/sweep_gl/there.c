// SPDX-License-Identifier: MIT
//
// How it works: GL fills all buffers, one map hands them to CUDA, a kernel judges each
// where it lies, one unmap hands them back. Contexts take turns on a GPU, and each turn
// and each map costs more than a chunk takes, so turns are few and long: with room for
// 16 GiB, one. CUDA's work waits for GL's by itself.

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda_ref/interop.h"
#include "cuda_ref/sweep.h"
#include "sweep_gl/private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sweep_gl_cuda {
    struct driver driver;
    bool entered;
    struct interop interop;
    struct cuda_judge *judge;
};

// A run, and where it lies.
struct placed {
    struct sweep_gl_run run;
    int buffer;
    size_t place;
};

// The runs that are judged at a time.
struct turn {
    struct placed runs[DOMAIN_CHUNKS];
    int count, buffers;
};

#define CUDA_LIBRARY "libcuda" // to name it, where it does not return

static bool start_driver(struct sweep_gl_cuda *cuda, const struct sweep_gl_backend *gl)
{
    log_hold(true);
    guard_within(CUDA_LIBRARY);
    cuda->entered = driver_open_at(&cuda->driver, gl->device->facts.cuda_ordinal) &&
                    driver_enter(&cuda->driver);
    if (cuda->entered)
        cuda->judge = cuda_judge_open(&cuda->driver, &gl->judge);
    guard_within(NULL);
    log_hold(false);
    return cuda->judge;
}

static bool has_judge(const struct sweep_gl_backend *gl)
{
    return cuda_judge_can(gl->judge.math, gl->judge.type) && gl->domain.bits <= 32;
}

struct sweep_gl_cuda *sweep_gl_cuda_open(const struct sweep_gl_backend *gl, char *why,
                                         size_t size)
{
    const struct facts *facts = &gl->device->facts;
    struct sweep_gl_cuda *cuda;

    if (!facts->cuda && strncmp(facts->vendor, "NVIDIA", strlen("NVIDIA")) != 0)
        snprintf(why, size, "it is not a CUDA GPU");
    else if (!has_judge(gl))
        snprintf(why, size, "the CUDA module has no judge for this function");
    else if (!start_driver(cuda = memory_new(1, sizeof *cuda), gl)) {
        snprintf(why, size, "%s", log_last_error());
        sweep_gl_cuda_close(cuda);
    } else if (!interop_open(&cuda->interop, &cuda->driver)) {
        snprintf(why, size, "CUDA does not see the GPU that draws");
        sweep_gl_cuda_close(cuda);
    } else {
        return cuda;
    }
    return NULL;
}

uint64_t sweep_gl_cuda_memory(const struct sweep_gl_cuda *cuda)
{
    const struct driver_calls *call = &cuda->driver.call;
    size_t available = 0, total = 0;

    if (!call->memory_get_info || call->memory_get_info(&available, &total) != 0)
        return 0;
    return available;
}

bool sweep_gl_cuda_adopt(struct sweep_gl_backend *gl, char *why, size_t size)
{
    unsigned names[GL_SWEEP_BUFFERS];
    bool ok;

    for (int i = 0; i < gl->buffers; i++)
        names[i] = gl_sweep_buffer(gl->sweep, i);
    log_hold(true);
    guard_within(CUDA_LIBRARY);
    ok = interop_take(&gl->cuda->interop, names, gl->buffers);
    guard_within(NULL);
    log_hold(false);
    if (!ok)
        snprintf(why, size, "%s", log_last_error());
    return ok;
}

void sweep_gl_cuda_close(struct sweep_gl_cuda *cuda)
{
    if (!cuda)
        return;
    guard_within(CUDA_LIBRARY);
    interop_close(&cuda->interop);
    cuda_judge_close(cuda->judge);
    if (cuda->entered)
        driver_leave(&cuda->driver);
    driver_close(&cuda->driver);
    guard_within(NULL);
    free(cuda);
}

// Places as many runs as there is room for.
static void place_runs(const struct sweep_gl_backend *gl, const struct sweep_gl_job *job,
                       struct sweep_gl_cursor *cursor, struct turn *turn)
{
    size_t place = 0;
    int buffer = 0;

    turn->count = turn->buffers = 0;
    while (buffer < gl->buffers && turn->count < DOMAIN_CHUNKS) {
        struct placed *placed = &turn->runs[turn->count];

        if (place < gl->words && sweep_gl_next(gl, job, cursor, gl->words - place,
                                               DOMAIN_CHUNKS, &placed->run)) {
            placed->buffer = buffer;
            placed->place = place;
            turn->buffers = buffer + 1;
            turn->count++;
            place += (placed->run.count + GL_SWEEP_ALIGN - 1) / GL_SWEEP_ALIGN *
                     GL_SWEEP_ALIGN;
        } else if (cursor->item == job->count) {
            break;
        } else {
            buffer++;
            place = 0;
        }
    }
}

static bool there_fill(struct sweep_gl_backend *gl, const struct turn *turn)
{
    for (int i = 0; i < turn->count; i++)
        if (!sweep_gl_fill(gl, turn->runs[i].buffer, turn->runs[i].place,
                           &turn->runs[i].run))
            return false;
    for (int i = 0; i < turn->buffers; i++)
        if (!gl_sweep_confirm(gl->sweep, i)) {
            log_error("%s: %s", gl->device->facts.id, gl->device->reason);
            return false;
        }
    return true;
}

// Runs that lie one behind the other are judged at once.
static bool there_judge(struct sweep_gl_cuda *cuda, const struct sweep_gl_job *job,
                        const struct turn *turn, const uint64_t *addresses)
{
    for (int i = 0, next; i < turn->count; i = next) {
        const struct placed *at = &turn->runs[i];
        size_t place = at->place;
        int chunks = 0;

        for (next = i; next < turn->count && turn->runs[next].buffer == at->buffer &&
                       turn->runs[next].place == place;
             next++) {
            const struct sweep_gl_run *run = &turn->runs[next].run;

            assert(run->begins && run->ends);
            chunks += run->chunks;
            place += run->count;
        }
        if (!cuda_judge_ids(cuda->judge, addresses[at->buffer] + 4 * at->place,
                            job->ids + at->run.item, chunks, job->out + at->run.item,
                            job->noted + at->run.item))
            return false;
    }
    return true;
}

static bool take_turn(struct sweep_gl_backend *gl, const struct sweep_gl_job *job,
                      const struct turn *turn)
{
    struct sweep_gl_cuda *cuda = gl->cuda;
    uint64_t addresses[GL_SWEEP_BUFFERS];

    if (!there_fill(gl, turn))
        return false;
    guard_within(CUDA_LIBRARY);
    bool mapped = interop_map(&cuda->interop, turn->buffers, addresses);
    bool ok = mapped && there_judge(cuda, job, turn, addresses);

    ok = (!mapped || interop_unmap(&cuda->interop)) && ok;
    guard_within(NULL);
    return ok;
}

bool sweep_gl_judge_there(struct sweep_gl_backend *gl, const struct sweep_gl_job *job)
{
    struct sweep_gl_cursor cursor = { 0 };
    struct turn turn;

    for (;;) {
        place_runs(gl, job, &cursor, &turn);
        if (!turn.count)
            return cursor.item == job->count;
        if ((job->stop && job->stop()) || !take_turn(gl, job, &turn))
            return false;
        for (int i = 0; i < turn.count; i++)
            for (int k = 0; turn.runs[i].run.ends && k < turn.runs[i].run.chunks; k++)
                job->out[turn.runs[i].run.item + k].done = true;
        guard_alive();
    }
}
