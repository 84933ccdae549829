// SPDX-License-Identifier: MIT
//
// The operations of app/bench/ops.h on a GL device, in every stage and precision that it
// has: highp, mediump, double and float16_t where there are such types.

#ifndef GL_BENCH_OPS_H
#define GL_BENCH_OPS_H

#include "bench/ops.h"
#include "device/device.h"

// Why this device cannot; NULL if it can. Any device may be asked.
const char *gl_bench_ops_lacks(const struct device *device);

// Appends a row for each operation that the device's GLSL has; one that its compiler
// does not take, or that fails, has a reason. `runs` in [1, TIMES_RUNS]. The device is
// open and entered by this thread. A software renderer gets less work.
void gl_bench_ops(struct device *device, int runs, struct ops_rows *rows);

#endif // GL_BENCH_OPS_H
