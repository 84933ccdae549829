// SPDX-License-Identifier: MIT
//
// Benchmarks on the first CUDA GPU: atomic additions to halves, and the operations of
// bench/ops.h in single, half and double precision.

#ifndef CUDA_REF_BENCH_H
#define CUDA_REF_BENCH_H

#include "bench/atomics.h"
#include "bench/ops.h"
#include "bench/times.h"
#include "cuda_ref/launch.h"

#include <stdbool.h>
#include <stdint.h>

#define CUDA_ATOMICS_LIMITS 4

// The numbers of additions to one place after which the sum is read.
extern const uint32_t cuda_atomics_limits[CUDA_ATOMICS_LIMITS];

struct cuda_atomics {
    struct launch_gpu gpu;
    struct times empty; // a launch that adds nothing
    struct atomics_result results[ATOMICS_KERNEL_COUNT][ATOMICS_PATTERN_COUNT];

    // Sums of one place, as numbers.
    double sums[ATOMICS_KERNEL_COUNT][CUDA_ATOMICS_LIMITS];
    double want_sums[ATOMICS_KERNEL_COUNT][CUDA_ATOMICS_LIMITS];

    // Padded additions to short arrays, which begin at a pair or at its second half: the
    // number of arrays, and of those with a wrong element or a wrong neighbour outside.
    int edges, edges_wrong;
};

// `runs` in [1, TIMES_RUNS]. Returns false, after logging why, if there is no such GPU
// or it failed.
bool cuda_atomics_run(int runs, struct cuda_atomics *out);

// Appends a row for each kernel. `runs` in [1, TIMES_RUNS]; errors from `inputs`
// operands, at most OPS_INPUTS. Returns false, after logging why, if there is no such GPU
// or it failed; complete rows stay.
bool cuda_ops_run(int runs, int inputs, struct launch_gpu *gpu, struct ops_rows *rows);

#endif // CUDA_REF_BENCH_H
