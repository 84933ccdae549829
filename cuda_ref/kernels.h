// SPDX-License-Identifier: MIT
//
// The compiled kernels, as embed.py writes them into the program: PTX, text with its
// zero, which a driver compiles for the GPU it finds, and the version of the toolkit that
// made it, "13.0".

#ifndef CUDA_REF_KERNELS_H
#define CUDA_REF_KERNELS_H

#include <stdbool.h>

extern const unsigned char kernels_ptx[]; // unit.cu
extern const char kernels_ptx_toolkit[];

// The same, compiled for the architectures that nvcc knew; the size is 0 without nvcc.
extern const unsigned char kernels_fatbin[];
extern const unsigned long kernels_fatbin_size;

// The PTX of the sources with these names.
extern const unsigned char atomics_ptx[], division_ptx[], ops_ptx[];

// A kernel or a function of a long PTX text.
struct ptx_part {
    const char *name;
    bool kernel;
    unsigned at, head, size; // in the text; the head is what stands before the body
    const short *uses;       // the functions that it names; -1 behind the last
};

struct ptx {
    const char *text;
    const char *kept; // the version and the tables, which all parts need
    const struct ptx_part *parts;
    int count;
};

// The kernels of sweeps, far more than a sweep needs.
extern const struct ptx sweep_make_ptx_parts, sweep_judge_ptx_parts;
extern const char sweep_make_ptx_toolkit[];

// The parts that a driver has to compile: a few kernels, the functions that they use, and
// the tables. These kernels use a function that is only declared. Another function
// replaces it.
struct ptx_wish {
    const char *const *entries; // names of kernels, NULL behind the last
    const char *stand_in; // the declared function, "make_any"; part of no other name
    const char *function; // the function that replaces it
};

// Returns the text of these parts, which the caller frees. The PTX must have them.
char *ptx_pick(const struct ptx *ptx, const struct ptx_wish *wish);

// Returns the part of that name, or NULL.
const struct ptx_part *ptx_find(const struct ptx *ptx, const char *name);

#endif // CUDA_REF_KERNELS_H
