// SPDX-License-Identifier: MIT
//
// The CPU as a backend: functions of the C library in single precision, the conversions
// to half of F16C and of the CUDA Handbook's integers, Markstein's division; judged on as
// many threads as one likes.

#ifndef SWEEP_CPU_H
#define SWEEP_CPU_H

#include "sweep/backend.h"

// Those that this processor can do. `*count` of them.
const struct function *sweep_cpu_functions(int *count);

// Results of numbers [first, first + count), as judge_results takes them. Any thread.
void sweep_cpu_results(const struct function *function, const struct domain *domain,
                       uint64_t first, size_t count, void *out);

// Returns false, after logging why, if it cannot; `backend` is then zeroed.
bool sweep_cpu_open(struct backend *backend, const struct backend_ask *ask);

#endif // SWEEP_CPU_H
