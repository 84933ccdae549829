// SPDX-License-Identifier: MIT
//
// A backend computes a function's results for whole chunks, and judges them, where this
// is fastest: on the CPU's threads, on a CUDA GPU, or in GL with CUDA as the judge.

#ifndef SWEEP_BACKEND_H
#define SWEEP_BACKEND_H

#include "sweep/judge.h"
#include "sweep/tally.h"

#include <stdbool.h>

// The device that computed a sweep, the same for all its shards; a document names it.
struct backend_facts {
    char where[8];     // "cpu", "cuda", "gl"
    char name[160];    // "NVIDIA H200", a renderer; of a CPU its instructions: "avx2"
    char version[160]; // driver, GL version, C library
    char stage[12], precision[12]; // of GL; else ""
    bool software;
    char judge[32]; // "sleef", "libm", "mpfr", "cuda", "integers", ...
};

struct sweep_gl;
struct markstein;

struct backend_ask {
    const struct function *function;
    struct domain domain;
    int threads;               // of the CPU; 0: as many as there are processors
    const struct sweep_gl *gl; // of a function of GL (sweep_gl/functions.h)
};

struct backend {
    struct backend_facts facts;
    // The function that is swept, valid until the backend is closed. It is that of the
    // ask, except for the format of its results if the device decides that.
    const struct function *function;
    int batch; // chunks that are best given at once

    // Fills out[count], the chunks of numbers ids[count] in [0, DOMAIN_CHUNKS), in any
    // order, and noted[count]. Near-ties are counted as the judge sees them, and
    // noted. Returns false, after logging why, if the device failed, or if `stop`
    // became true; chunks that are not done then do not count.
    bool (*chunks)(struct backend *backend, const int *ids, int count, struct chunk *out,
                   struct noted_list *noted, bool (*stop)(void));
    void (*close)(struct backend *backend);
    void *priv;
};

// Clears out[count] and noted[count] for `chunks`, and marks all as not done.
static inline void backend_begin(int count, struct chunk *out, struct noted_list *noted)
{
    for (int i = 0; i < count; i++) {
        tally_clear_chunk(&out[i]);
        noted[i].count = 0;
    }
}

// Returns the functions that this processor can compute, [*count].
const struct function *sweep_cpu_functions(int *count);

// Computes the results of numbers [first, first + count), as judge_results reads them.
// Any thread may call.
void sweep_cpu_results(const struct function *function, const struct domain *domain,
                       uint64_t first, size_t count, void *out);

// Fills in how a function of this processor divides by Markstein's method. Returns false
// for other functions.
bool sweep_cpu_division(const struct function *function, struct markstein *how);

// Opens the backend of this processor. Returns false, after logging why, if it cannot;
// `backend` is then zeroed.
bool sweep_cpu_open(struct backend *backend, const struct backend_ask *ask);

// Returns the number of threads: `asked`, or if that is 0 one for each processor.
int crew_threads(int asked);

// Calls job(context, at) for `at` in [0, jobs), each once, on up to `threads` threads,
// including the caller's. Returns false as soon as a job does; the others then end, and
// no further job begins. Frees the caches that MPFR keeps for a thread.
bool crew_run(int threads, int jobs, bool (*job)(void *context, int at), void *context);

#endif // SWEEP_BACKEND_H
