// SPDX-License-Identifier: MIT
//
// The measurements of `fpstripe bench`, and the functions that print them. A part that
// could not be measured has a reason instead.

#ifndef COMMAND_BENCH_H
#define COMMAND_BENCH_H

#include "bench/cpu.h"
#include "bench/cpu_ops.h"
#include "command/output.h"
#include "cuda_ref/bench.h"
#include "device/device.h"
#include "device/gl_bench.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#define BENCH_WHY 240

struct bench {
    bool atomics, subnormals, ops; // what was asked for
    struct output output;          // for the files of ops; zeroed: none
    const char *device_word;       // the user's word for a GL device; NULL: any
    enum api api;
    bool malformed; // the word names no device

    struct device gl;
    char why_gl[BENCH_WHY];

    struct cuda_atomics cuda_atomics;
    char why_cuda_atomics[BENCH_WHY];

    struct times cpu[CPU_OP_COUNT][CPU_CASE_COUNT][2]; // 1: flushed
    struct times change[CPU_CHANGE_COUNT];

    struct ops_rows ops_rows;
    struct launch_gpu cuda_ops; // the GPU of the rows of CUDA
    int processors;
    char why_cuda_ops[BENCH_WHY], why_gl_ops[BENCH_WHY];
};

// Returns the mark behind a row: "  scatters" if any of its times[count] does, else "".
const char *bench_mark(const struct times *times, int count);

// Adds "ms_min", "ms_median", "ms_max", or "ns_...", and "scatters" to an object, and
// returns that: `unit` is "ms" or "ns".
json_t *bench_times_json(const struct times *times, const char *unit, json_t *more);

// Adds "gpu", "compute_capability" and "driver" likewise. If there is a reason `why`,
// returns {"reason"} alone.
json_t *bench_cuda_json(const struct launch_gpu *gpu, const char *why, json_t *more);

// Returns the text of a JSON document of `fpstripe bench` with these members, to be freed
// by the caller; releases them.
char *bench_json_text(json_t *whole);

void bench_atomics_print(const struct bench *bench, FILE *file);
json_t *bench_atomics_json(const struct bench *bench);

void bench_subnormals_print(const struct bench *bench, FILE *file);
json_t *bench_subnormals_json(const struct bench *bench);

// This processor's rows. CUDA's and GL's come from cuda_ref/bench.h and
// device/gl_bench.h.
void bench_ops_cpu(struct bench *bench);

void bench_ops_print(const struct bench *bench, FILE *file);
json_t *bench_ops_json(const struct bench *bench);

// Writes ops.json into bench->output and, if the program has sheets, a chart of accuracy
// against speed for each device that was timed: ops-cpu.png, ops-cuda.png, ops-gl.png.
// Returns false, after logging why, if a file could not be written; no file is left
// half-written.
bool bench_ops_save(struct bench *bench);

#endif // COMMAND_BENCH_H
