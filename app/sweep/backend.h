// SPDX-License-Identifier: MIT
//
// A backend computes a function's results for whole chunks, and has them judged, where
// that is best: on the CPU's threads, on a CUDA GPU, or in GL with CUDA as the judge.

#ifndef BACKEND_H
#define BACKEND_H

#include "sweep/judge.h"
#include "sweep/tally.h"

#include <stdbool.h>

// Who computed: told in a result, and the same for all its shards.
struct backend_facts {
    char where[8];     // "cpu", "cuda", "gl"
    char name[160];    // "NVIDIA H200", a renderer; of a CPU its instructions: "avx2"
    char version[160]; // driver, GL version, C library
    char stage[12], precision[12]; // of GL; else ""
    bool software;
    char judge[32]; // "sleef", "libm", "mpfr", "cuda", "integers", ...
};

struct backend_ask {
    const struct function *function;
    struct domain domain;
    double above; // results to list: |error| above; INFINITY: none
    int threads;  // of the CPU; 0: as many as there are processors
    int device;   // which CUDA GPU: behind the last the first again
};

struct backend {
    struct backend_facts facts;
    int batch; // chunks that are best given at once

    // Fills out[count], the chunks of numbers ids[count] in [0, DOMAIN_CHUNKS), in
    // whatever order, and noted[count]. Near-ties are counted as the judge has them, and
    // listed. Returns false, after logging why, if the device failed, or when `stop`
    // became true; chunks that are not done then do not count.
    bool (*chunks)(struct backend *backend, const int *ids, int count, struct chunk *out,
                   struct noted_list *noted, bool (*stop)(void));
    void (*close)(struct backend *backend);
    void *priv;
};

#endif // BACKEND_H
