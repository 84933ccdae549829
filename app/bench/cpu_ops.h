// SPDX-License-Identifier: MIT
//
// The operations of ops.h, other than conversions, on the processor that runs this
// program: its own instructions on its widest registers, the C library's functions, and
// SLEEF's vector functions if libsleef.so.3 can be opened.

#ifndef BENCH_CPU_OPS_H
#define BENCH_CPU_OPS_H

#include "bench/ops.h"

#include <stdbool.h>

typedef void cpu_ops_any(void); // some function, of a type that its loop knows

struct cpu_ops {
    enum ops_op op;
    char variant[32]; // "avx2", "libm", "sleef u10 avx-512"
    int width;        // floats at once

    // Returns the sum that OPS_CHAINS chains leave after `steps`. All lanes of a register
    // have the same chain.
    uint32_t (*chain)(uint64_t steps, struct ops_constants by, cpu_ops_any *function);

    // Computes out[i] = f(x[i], y[i], z[i]), i in [0, count), `count` a multiple of 16.
    // Unary operations do not use y and z.
    void (*apply)(float *out, const float *x, const float *y, const float *z, int count,
                  cpu_ops_any *function);
    cpu_ops_any *function; // of SLEEF, otherwise NULL
};

// The loops of one instruction set: a build of cpu_ops_loops.c.
struct cpu_ops_set {
    const struct cpu_ops *loops; // [count]
    int count;
    struct cpu_ops sleef; // the loop of any function of SLEEF; `op` is unspecified
    const char *suffix;   // of the names of SLEEF's functions
};
extern const struct cpu_ops_set cpu_ops_baseline, cpu_ops_avx2, cpu_ops_avx512;

#define CPU_OPS_MAX 20

// Fills list[CPU_OPS_MAX] with the loops that this processor can run. Returns their
// number.
int cpu_ops_list(struct cpu_ops *list);

// Returns the loop of the instruction for add, mul, fma or div; NULL if this processor
// lacks it.
const struct cpu_ops *cpu_ops_instruction(enum ops_op op);

// Returns the number of processors that this process may use.
int cpu_ops_processors(void);

// Times one operation on `threads` threads at once, `runs` times, and checks the
// chains' sum; fills row->times, threads and did. Uses the default floating-point
// environment meanwhile. Returns false, with `row` unspecified, if so many threads
// cannot be made.
bool cpu_ops_time(const struct cpu_ops *cpu, int threads, int runs, struct ops_row *row);

// Measures the errors of the first `inputs` operands, at most OPS_INPUTS.
void cpu_ops_error(const struct cpu_ops *cpu, int inputs, struct ops_row *row);

#endif // BENCH_CPU_OPS_H
