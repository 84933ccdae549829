// SPDX-License-Identifier: MIT

#include "sweep_gl/functions.h"

#include "base/fp_bits.h"
#include "base/log.h"
#include "base/memory.h"
#include "sweep/backend.h"
#include "sweep_gl/private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A chunk of 2^32 numbers.
#define CHUNK ((size_t) 1 << 24)

// Where a driver does not tell how much of the GPU's memory is free.
#define MEMORY_UNKNOWN (UINT64_C(4) << 30)

static bool run_joins(const struct sweep_gl_backend *gl, const struct sweep_gl_job *job,
                      const struct sweep_gl_run *run, size_t room)
{
    int next = run->item + run->chunks;
    uint64_t first, last;

    if (next >= job->count || !domain_range(&gl->domain, job->ids[next], &first, &last))
        return false;
    return first == run->first + run->count && last - first < room - run->count;
}

bool sweep_gl_next(const struct sweep_gl_backend *gl, const struct sweep_gl_job *job,
                   struct sweep_gl_cursor *cursor, size_t room, int chunks,
                   struct sweep_gl_run *run)
{
    uint64_t first, last, left, same_high;
    bool asked;

    if (cursor->item >= job->count)
        return false;
    asked = domain_range(&gl->domain, job->ids[cursor->item], &first, &last);
    assert(asked);
    *run = (struct sweep_gl_run){ .item = cursor->item,
                                  .chunks = 1,
                                  .first = first + cursor->done,
                                  .begins = cursor->done == 0 };
    left = last - run->first + 1;
    same_high = (UINT64_C(1) << 32) - (uint32_t) run->first;
    left = left < same_high ? left : same_high;
    if (left > room && room < gl->words)
        return false;
    run->count = left < room ? (size_t) left : room;
    run->ends = run->first + run->count - 1 == last;
    cursor->done = run->ends ? 0 : cursor->done + run->count;
    cursor->item += run->ends;
    while (run->begins && run->ends && run->chunks < chunks &&
           run_joins(gl, job, run, room)) {
        domain_range(&gl->domain, job->ids[cursor->item++], &first, &last);
        run->count += (size_t) (last - first + 1);
        run->chunks++;
    }
    return true;
}

bool sweep_gl_fill(struct sweep_gl_backend *gl, int buffer, size_t place,
                   const struct sweep_gl_run *run)
{
    if (gl_sweep_fill(gl->sweep, buffer, place, run->first, run->count))
        return true;
    log_error("%s: %s", gl->device->facts.id, gl->device->reason);
    return false;
}

static bool chunks(struct backend *backend, const int *ids, int count, struct chunk *out,
                   struct noted_list *noted, bool (*stop)(void))
{
    struct sweep_gl_backend *gl = backend->priv;
    const struct sweep_gl_job job = { ids, count, out, noted, stop };

    backend_begin(count, out, noted);
    return gl->cuda ? sweep_gl_judge_there(gl, &job) : sweep_gl_judge_here(gl, &job);
}

static void close_backend(struct backend *backend)
{
    struct sweep_gl_backend *gl = backend->priv;

    if (gl) {
        sweep_gl_cuda_close(gl->cuda);
        gl_sweep_close(gl->sweep);
        free(gl);
    }
    *backend = (struct backend){ 0 };
}

// Says what a device or its GLSL lacks.
static bool is_there(const struct backend_ask *ask)
{
    const struct device *device = ask->gl->device;
    const char *lacks = gl_sweep_lacks(device, ask->gl->stage);
    char why[120];
    bool es = false;
    int version;

    if (lacks) {
        log_error("%s: %s: %s", ask->function->name, device->facts.id, lacks);
        return false;
    }
    version = gl_sweep_glsl(device, &es);
    if (!sweep_gl_lacks(ask->function, version, es, why, sizeof why))
        return true;
    log_error("%s, and %s has GLSL%s %d.%02d", why, device->facts.id, es ? " ES" : "",
              version / 100, version % 100);
    return false;
}

static bool find_judge(struct sweep_gl_backend *gl)
{
    const struct function *function = &gl->function;

    gl->judge = judge_for(function, &gl->domain);
    if (judge_can(gl->judge.kind, function->math, function->result))
        return true;
    log_error("%s: this build has no judge for the function", function->name);
    return false;
}

// Chooses one buffer. If CUDA judges in place, chooses two, each as large as the device
// allows, because a map and an unmap take half a millisecond; but not more, because a
// driver takes 60 ms to allocate 1 GiB.
static void choose_size(struct sweep_gl_backend *gl)
{
    uint64_t memory = gl->cuda ? sweep_gl_cuda_memory(gl->cuda) : 0;

    gl->words = gl->cuda ? gl_sweep_words_max(gl->device) : CHUNK;
    gl->buffers = gl->cuda ? 2 : 1;
    memory = memory ? memory : MEMORY_UNKNOWN;
    while (gl->words > CHUNK && 4 * gl->words * 2 > memory / 4 * 3)
        gl->words /= 2;
}

// Asked, or chosen; no more than a small domain needs.
static void set_size(struct sweep_gl_backend *gl, const struct sweep_gl *how)
{
    uint64_t asked = gl->domain.last - gl->domain.first + 1;

    choose_size(gl);
    if (how->words) {
        gl->words = how->words;
        gl->buffers = how->buffers;
    }
    while (gl->words > GL_SWEEP_ALIGN && gl->words / 2 >= asked)
        gl->words /= 2;
    if ((uint64_t) gl->buffers > (asked - 1) / gl->words + 1)
        gl->buffers = (int) ((asked - 1) / gl->words + 1);
}

static bool sweep_gl_open_sweep(struct sweep_gl_backend *gl,
                                const struct backend_ask *ask)
{
    char operands[SWEEP_GL_TEXT], answer[SWEEP_GL_TEXT];

    if (!sweep_gl_operands(&gl->domain, operands)) {
        log_error("%s: there are no %s in GL", ask->function->name,
                  domain_name(gl->domain.kind));
        return false;
    }
    sweep_gl_answer(&gl->function, ask->gl->precision, answer);
    for (;; gl->buffers /= 2) {
        gl->sweep = gl_sweep_open(gl->device, &(struct gl_sweep_ask){
                                                  .stage = ask->gl->stage,
                                                  .extensions = "",
                                                  .operands = operands,
                                                  .answer = answer,
                                                  .words = gl->words,
                                                  .buffers = gl->buffers,
                                                  .stays = gl->cuda,
                                              });
        if (gl->sweep)
            return true;
        if (gl->buffers == 1)
            break;
    }
    log_error("%s: %s: %s", ask->function->name, gl->device->facts.id,
              gl->device->reason);
    return false;
}

// How many bits the sums of a precision keep at a stage: the first power of two at which
// (2^i + 1) - 2^i is not 1. Returns 0, after logging why, if the device does not say.
static int ask_width(struct device *device, const struct sweep_gl *how)
{
    char answer[SWEEP_GL_TEXT];
    uint32_t words[SWEEP_GL_WIDTHS];
    struct gl_sweep *sweep;
    int bits = 1;
    bool ok;

    sweep_gl_width_answer(how->precision, answer);
    sweep = gl_sweep_open(device, &(struct gl_sweep_ask){
                                      .stage = how->stage,
                                      .extensions = "",
                                      .operands = sweep_gl_width_operands,
                                      .answer = answer,
                                      .words = GL_SWEEP_ALIGN,
                                      .buffers = 1,
                                  });
    ok = sweep && gl_sweep_fill(sweep, 0, 0, 0, SWEEP_GL_WIDTHS) &&
         gl_sweep_read(sweep, 0, words, SWEEP_GL_WIDTHS);
    gl_sweep_close(sweep);
    if (!ok)
        log_error("%s: %s: %s", device->facts.id, precision_name(how->precision),
                  device->reason);
    while (bits < SWEEP_GL_WIDTHS && words[bits] == fp_bits(1))
        bits++;
    return ok ? bits : 0;
}

// Results of mediump and lowp are told in the format that was asked for: binary16 where
// the device computes in that, else as they come. Returns false after logging why.
static bool ask_format(struct sweep_gl_backend *gl, const struct backend_ask *ask)
{
    int bits;

    gl->function = *ask->function;
    if (ask->gl->precision == PRECISION_HIGHP || !sweep_gl_floats(ask->function))
        return true;
    bits = ask_width(gl->device, ask->gl);
    if (bits == FP_BINARY16.precision)
        gl->function.result = FUNCTION_BINARY16;
    return bits != 0;
}

static bool open_all(struct sweep_gl_backend *gl, const struct backend_ask *ask)
{
    char why[240];

    if (!ask_format(gl, ask) || !find_judge(gl))
        return false;
    gl->cuda = sweep_gl_cuda_open(gl, why, sizeof why);
    set_size(gl, ask->gl);
    if (!sweep_gl_open_sweep(gl, ask))
        return false;
    if (gl->cuda && !sweep_gl_cuda_adopt(gl, why, sizeof why)) {
        sweep_gl_cuda_close(gl->cuda);
        gl_sweep_close(gl->sweep);
        gl->cuda = NULL;
        gl->sweep = NULL;
        set_size(gl, ask->gl);
        if (!sweep_gl_open_sweep(gl, ask))
            return false;
    }
    if (!gl->cuda)
        log_info("%s: judged on the CPU: %s", gl->device->facts.id, why);
    return true;
}

static void fill_facts(struct backend_facts *facts, const struct sweep_gl_backend *gl,
                       const struct sweep_gl *how)
{
    const struct facts *device = &gl->device->facts;

    snprintf(facts->where, sizeof facts->where, "gl");
    facts_copy(facts->name, sizeof facts->name, device->renderer);
    facts_copy(facts->version, sizeof facts->version, device->version);
    snprintf(facts->stage, sizeof facts->stage, "%s", stage_name(how->stage));
    snprintf(facts->precision, sizeof facts->precision, "%s",
             precision_name(how->precision));
    facts->software = device->software;
    snprintf(facts->judge, sizeof facts->judge, "%s",
             gl->cuda ? "cuda" : judge_name(&gl->judge));
}

// Chunks of which a result is worth waiting for.
static int choose_batch(const struct sweep_gl_backend *gl)
{
    size_t chunks_there = gl->words * (size_t) gl->buffers / CHUNK;

    if (gl->domain.bits > 32)
        return 1;
    if (gl->cuda)
        return chunks_there < 1               ? 1
               : chunks_there > DOMAIN_CHUNKS ? DOMAIN_CHUNKS
                                              : (int) chunks_there;
    return gl->threads < 2 ? 4 : 2 * gl->threads;
}

bool sweep_gl_open(struct backend *backend, const struct backend_ask *ask)
{
    const struct sweep_gl *how = ask->gl;
    struct sweep_gl_backend *gl;

    *backend = (struct backend){ 0 };
    assert(how->precision <= PRECISION_LOWP);
    if (!is_there(ask))
        return false;
    gl = memory_new(1, sizeof *gl);
    gl->device = how->device;
    gl->domain = ask->domain;
    gl->threads = crew_threads(ask->threads);
    backend->priv = gl;
    if (!open_all(gl, ask)) {
        close_backend(backend);
        return false;
    }
    fill_facts(&backend->facts, gl, how);
    backend->function = &gl->function;
    backend->batch = choose_batch(gl);
    backend->chunks = chunks;
    backend->close = close_backend;
    return true;
}
