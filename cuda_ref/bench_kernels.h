// SPDX-License-Identifier: MIT
//
// The kernels of the benchmarks as embed.py writes them into the program: PTX, text with
// its zero, which a driver compiles for the GPU it finds.

#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

extern const unsigned char atomics_ptx[];        // atomics.cu
extern const unsigned char division_ptx[];       // division.cu
extern const unsigned char division_judge_ptx[]; // division_judge.cu
extern const unsigned char half_ptx[];           // half.cu
extern const unsigned char ops_ptx[];            // ops.cu
extern const unsigned char subnormals_ptx[];     // subnormals.cu

#endif // BENCH_KERNELS_H
