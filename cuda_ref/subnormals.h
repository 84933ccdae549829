// SPDX-License-Identifier: MIT
//
// What subnormals, and the directions of rounding, cost on the first CUDA GPU: chains of
// one operation in every thread of a full GPU.

#ifndef CUDA_SUBNORMALS_H
#define CUDA_SUBNORMALS_H

#include "bench/chain.h"

#include <stdbool.h>

// To nearest, toward zero, and the two in turn.
#define CUDA_SUBNORMALS_VARIANTS 3

struct cuda_subnormals {
    char gpu[80];
    int capability, driver; // as in cuda_ref/atomics.h
    struct chain_result results[CPU_OP_COUNT][CUDA_SUBNORMALS_VARIANTS];
};

// `runs` in [1, TIMES_RUNS]. Returns false, after logging why, if there is no such GPU
// or it failed.
bool cuda_subnormals_run(int runs, struct cuda_subnormals *out);

#endif // CUDA_SUBNORMALS_H
