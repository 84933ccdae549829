// SPDX-License-Identifier: MIT
//
// The operations of app/bench/ops.h on the first CUDA GPU: single, half and double
// precision, and the approximations that the hardware has.

#ifndef CUDA_OPS_H
#define CUDA_OPS_H

#include "bench/ops.h"

#include <stdbool.h>

struct cuda_ops {
    char gpu[80];
    int capability, driver; // as in cuda_ref/atomics.h
};

// Appends a row for each kernel. `runs` in [1, TIMES_RUNS]; errors from `inputs`
// operands, at most OPS_INPUTS. Returns false, after logging why, if there is no such GPU
// or it failed; the rows that are whole stay.
bool cuda_ops_run(int runs, int inputs, struct cuda_ops *out, struct ops_rows *rows);

#endif // CUDA_OPS_H
