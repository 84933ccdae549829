// SPDX-License-Identifier: MIT
//
// Times subnormals, and changes of the rounding direction, on the processor that runs
// this program: arrays that stay in the first cache, with one kind of instruction at a
// time.

#ifndef BENCH_CPU_H
#define BENCH_CPU_H

#include "bench/ops.h"

#include <stdbool.h>

#define CPU_OP_COUNT (OPS_DIV + 1) // add, mul, fma and div are the first operations

// normal: operands and results. operand: one operand is subnormal, the result normal.
// result: operands are normal (or zero), the results subnormal.
enum cpu_case { CPU_NORMAL, CPU_OPERAND, CPU_RESULT, CPU_CASE_COUNT };

// Ways to change the direction, each followed by one scalar addition. `add` is that
// addition alone; each waits for the one before.
enum cpu_change {
    CPU_CHANGE_ADD,
    CPU_CHANGE_FESETROUND,
    CPU_CHANGE_MXCSR,
    CPU_CHANGE_COUNT,
};

#define CPU_FLOATS 1024 // in each array

// Returns "add", "fesetround", ...
const char *cpu_change_name(enum cpu_change change);

// Returns true if this processor has this way to change the direction.
bool cpu_can_change(enum cpu_change change);

// Fills in the operands of a case, a[i] op b[i], or a[i] * b[i] + c[i], for i in [0,
// CPU_FLOATS), the same ones at each call.
void cpu_operands(enum ops_op op, enum cpu_case which, float *a, float *b, float *c);

// Returns the times of one operation on one float, `runs` of them, at most TIMES_RUNS.
// `op` is one for which cpu_ops_instruction() has a loop. `flush`: subnormal operands and
// results are taken as zero (DAZ and FTZ), if the processor can. The floating-point
// environment found on entry is restored.
struct times cpu_time(enum ops_op op, enum cpu_case which, bool flush, int runs);

// Returns the times of one change and its addition, or of the addition alone; restores
// the environment likewise.
struct times cpu_time_change(enum cpu_change change, int runs);

#endif // BENCH_CPU_H
