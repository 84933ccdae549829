// SPDX-License-Identifier: MIT
//
// What the host and the kernels that judge divisions in memory hand to each other.

#ifndef CUDA_REF_DIVISION_LAYOUT_H
#define CUDA_REF_DIVISION_LAYOUT_H

#include "sweep/cell.h"

#include <stdint.h>

#define DIVISION_RUNS    16   // of a launch
#define DIVISION_GROUPS  1024 // of threads, of a run
#define DIVISION_THREADS 256

// A group takes slices of so many neighbouring dividends, four at a time each thread.
#define DIVISION_QUADS 4
#define DIVISION_SLICE (DIVISION_THREADS * 4 * DIVISION_QUADS)

// Numbers [first, last] of DOMAIN_DIVISION, all of one chunk, and where the results lie.
struct division_run {
    uint64_t results, first, last;
};

// What is judged. `worst` are the chunk's largest errors so far, -1: none; of relative
// ones 0, which does not count as one.
struct division_job {
    struct division_run runs[DIVISION_RUNS]; // in the order of their numbers
    uint64_t run_count;
    double worst[3]; // ulp, relative, absolute
    double above;
};

// The largest errors of a group, above those of the job.
struct division_record {
    double error[3]; // -1: none
    uint64_t number[3], got[3];
};

struct division_note {
    double error;
    uint64_t number, got;
};

#endif // CUDA_REF_DIVISION_LAYOUT_H
