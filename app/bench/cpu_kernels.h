// SPDX-License-Identifier: MIT
//
// The loops that cpu.c times, each made of one kind of instruction.

#ifndef CPU_KERNELS_H
#define CPU_KERNELS_H

#include "bench/cpu.h"

typedef void cpu_function(float *out, const float *a, const float *b, const float *c);
typedef void cpu_change_function(int count);

// NULL if this processor has no such instructions. The arrays are aligned to 64 bytes.
cpu_function *cpu_kernel(enum cpu_isa isa, enum cpu_op op);

// A loop of `count` changes; NULL likewise. It leaves the direction changed.
cpu_change_function *cpu_change_kernel(enum cpu_change change);

// From here on this thread takes subnormals as zero, where the processor can.
void cpu_flush_subnormals(void);

#endif // CPU_KERNELS_H
