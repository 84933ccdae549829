// SPDX-License-Identifier: MIT
//
// Shared by the files of the GL backend.

#ifndef SWEEP_GL_PRIVATE_H
#define SWEEP_GL_PRIVATE_H

#include "device/gl_sweep.h"
#include "sweep_gl/functions.h"

// A call of backend.chunks.
struct sweep_gl_job {
    const int *ids;
    int count;
    struct chunk *out;
    struct noted_list *noted;
    bool (*stop)(void); // may be NULL
};

// Numbers that lie side by side, in a buffer too: whole chunks of neighbouring ids, or a
// part of a chunk that is larger than a buffer.
struct sweep_gl_run {
    int item, chunks; // of job->ids
    uint64_t first;
    size_t count;
    bool begins, ends; // whether it has a chunk's first and last number
};

// Where in a job one is; zeroed at its beginning.
struct sweep_gl_cursor {
    int item;
    uint64_t done; // numbers of that chunk
};

struct sweep_gl_cuda;

struct sweep_gl_backend {
    struct device *device;
    struct function function; // the ask's, of results as this device has them
    struct gl_sweep *sweep;
    struct domain domain;
    struct judge judge;
    size_t words; // of a buffer, a power of two
    int buffers;
    int threads;                // of the CPU
    struct sweep_gl_cuda *cuda; // NULL: judged on the CPU
};

// The next run of a job, of up to `chunks` chunks, in `room` words of a buffer. Returns
// false if it does not fit, or if there is none: cursor->item is job->count then.
bool sweep_gl_next(const struct sweep_gl_backend *gl, const struct sweep_gl_job *job,
                   struct sweep_gl_cursor *cursor, size_t room, int chunks,
                   struct sweep_gl_run *run);

// Has GL fill a buffer. Returns false, after logging why.
bool sweep_gl_fill(struct sweep_gl_backend *gl, int buffer, size_t place,
                   const struct sweep_gl_run *run);

// Judges a job on the CPU's threads, while GL fills the buffer again.
bool sweep_gl_judge_here(struct sweep_gl_backend *gl, const struct sweep_gl_job *job);

// The judge in place. Returns NULL if CUDA does not see this GPU, or cannot judge the
// function; `why` [size] says so. gl->sweep is opened after sweep_gl_cuda_open, and given
// to sweep_gl_cuda_adopt, which returns false, with `why` likewise.
struct sweep_gl_cuda *sweep_gl_cuda_open(const struct sweep_gl_backend *gl, char *why,
                                         size_t size);
bool sweep_gl_cuda_adopt(struct sweep_gl_backend *gl, char *why, size_t size);

// Bytes of the GPU's memory that are free, 0 where the driver does not tell.
uint64_t sweep_gl_cuda_memory(const struct sweep_gl_cuda *cuda);

void sweep_gl_cuda_close(struct sweep_gl_cuda *cuda); // accepts NULL

// Judges a job where its results lie, as many buffers at a time as there are.
bool sweep_gl_judge_there(struct sweep_gl_backend *gl, const struct sweep_gl_job *job);

#endif // SWEEP_GL_PRIVATE_H
