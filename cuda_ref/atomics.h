// SPDX-License-Identifier: MIT
//
// Atomic additions to halves on the first CUDA GPU: how long each kernel takes under each
// pattern, and whether what it leaves is what exact arithmetic says.

#ifndef CUDA_ATOMICS_H
#define CUDA_ATOMICS_H

#include "bench/atomics.h"
#include "bench/times.h"

#include <stdbool.h>
#include <stdint.h>

#define CUDA_ATOMICS_LIMITS 4

// Numbers of additions to one place after which the sum is looked at.
extern const uint32_t cuda_atomics_limits[CUDA_ATOMICS_LIMITS];

struct cuda_atomics {
    char gpu[80];
    int capability, driver; // 90 and 13000 are 9.0 and 13.0
    struct times empty;     // a launch that adds nothing
    struct atomics_result results[ATOMICS_KERNEL_COUNT][ATOMICS_PATTERN_COUNT];

    // Sums of one place, as numbers.
    double sums[ATOMICS_KERNEL_COUNT][CUDA_ATOMICS_LIMITS];
    double want_sums[ATOMICS_KERNEL_COUNT][CUDA_ATOMICS_LIMITS];

    // The padded addition on short arrays that begin at a pair or at its second half:
    // how many, and in how many an element, or a neighbour outside, is not as it must be.
    int edges, edges_wrong;
};

// `runs` in [1, TIMES_RUNS]. Returns false, after logging why, if there is no such GPU
// or it failed.
bool cuda_atomics_run(int runs, struct cuda_atomics *out);

#endif // CUDA_ATOMICS_H
