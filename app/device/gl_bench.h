// SPDX-License-Identifier: MIT
//
// The benchmarks of `fpstripe bench` that a GL device can run as well: additions by many
// threads in a compute shader; the operations of bench/ops.h in every shader stage and
// precision that it has: highp, mediump, double and float16_t if there are such types.

#ifndef DEVICE_GL_BENCH_H
#define DEVICE_GL_BENCH_H

#include "bench/atomics.h"
#include "bench/ops.h"
#include "device/device.h"

#include <stdbool.h>

// Padded pairs of halves (ATOMICS_PADDED) and floats (ATOMICS_FLOAT), under each pattern;
// `why` says what is missing, or went wrong, "" if nothing.
struct gl_atomics {
    char why_halves[240], why_floats[240];
    struct atomics_result halves[ATOMICS_PATTERN_COUNT];
    struct atomics_result floats[ATOMICS_PATTERN_COUNT];
};

// `device` is open and entered by this thread. `runs` in [1, TIMES_RUNS].
void gl_bench_atomics(struct device *device, int runs, struct gl_atomics *out);

// Why this device cannot; NULL if it can. Any device may be asked.
const char *gl_bench_ops_lacks(const struct device *device);

// Appends a row for each operation that the device's GLSL has; one that its compiler
// does not take, or that fails, has a reason. `runs` in [1, TIMES_RUNS]. The device is
// open and entered by this thread. A software renderer gets less work.
void gl_bench_ops(struct device *device, int runs, struct ops_rows *rows);

#endif // DEVICE_GL_BENCH_H
