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

// The same for the architectures that were known; a size of 0 where no nvcc was at hand.
extern const unsigned char kernels_fatbin[];
extern const unsigned long kernels_fatbin_size;

// Of the source of the same name.
extern const unsigned char atomics_ptx[], division_ptx[];
extern const unsigned char ops_ptx[], subnormals_ptx[];

// A kernel or a function of a long PTX text.
struct ptx_part {
    const char *name;
    bool kernel;
    unsigned at, head, size; // in the text; the head is what stands before the body
    const short *uses;       // the functions that it names; -1 behind the last
};

struct ptx {
    const char *text;
    const char *kept; // what every part needs: version and tables
    const struct ptx_part *parts;
    int count;
};

// Of sweeps: far more than is wanted at a time.
extern const struct ptx sweep_make_ptx_parts, sweep_judge_ptx_parts;
extern const char sweep_make_ptx_toolkit[];

// The part that is wanted, so that a driver compiles no more than that: a few kernels,
// the functions that they use, and the tables. These kernels use a function that is only
// declared; another one is put in its place.
struct ptx_wish {
    const char *const *entries; // names of kernels, NULL behind the last
    const char *stand_in; // what is only declared, "make_any"; in no other name there
    const char *function; // which function it is to be
};

// Returns a text that the caller frees. The PTX has what is wished.
char *ptx_pick(const struct ptx *ptx, const struct ptx_wish *wish);

// The part of that name, or NULL.
const struct ptx_part *ptx_find(const struct ptx *ptx, const char *name);

#endif // CUDA_REF_KERNELS_H
