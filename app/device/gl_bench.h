// SPDX-License-Identifier: MIT
//
// Times the operations of bench/ops.h on a GL device, for `fpstripe bench ops`: in every
// shader stage, in highp and mediump, and in float16_t where GLSL has it.

#ifndef DEVICE_GL_BENCH_H
#define DEVICE_GL_BENCH_H

#include "bench/ops.h"
#include "device/device.h"

#include <stdbool.h>

// Returns why a device cannot be timed, NULL if it can. Accepts any device.
const char *gl_bench_ops_lacks(const struct device *device);

// Appends a row for each operation that the device's GLSL has. The row of an operation
// that its compiler rejects, or that fails, has a reason. `runs` in [1, TIMES_RUNS]. The
// device is open and entered by this thread. A software renderer gets less work.
void gl_bench_ops(struct device *device, int runs, struct ops_rows *rows);

#endif // DEVICE_GL_BENCH_H
