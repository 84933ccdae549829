// SPDX-License-Identifier: MIT
//
// Ways to add to many places in memory at once, as kernels on a GPU: their list, the
// result that each must have, and the time that it took. This module knows no GPU. All
// addends are equal, so their order does not matter.

#ifndef BENCH_ATOMICS_H
#define BENCH_ATOMICS_H

#include "base/fp_format.h"
#include "bench/times.h"

#include <stddef.h>
#include <stdint.h>

#define ATOMICS_ADDS (UINT32_C(32) << 20)

// The kernels. The first three are the published ones; cuda_ref/atomics.cu describes
// each.
enum atomics_kernel {
    ATOMICS_HALF,   // an atomic on a half
    ATOMICS_PACKED, // two elements summed, the sum in both halves of a pair
    ATOMICS_PADDED, // a half and a zero, as a pair
    ATOMICS_PAIRS,  // two elements in two places, half as many atomics
    ATOMICS_FLOAT,  // an atomic on a float
    ATOMICS_DOUBLE, // an atomic on a double
    ATOMICS_KERNEL_COUNT,
};

// The patterns: all threads add to one place; to as many places as a warp has threads;
// to many places; each thread to its own place.
enum atomics_pattern {
    ATOMICS_ONE,
    ATOMICS_FEW,
    ATOMICS_MANY,
    ATOMICS_DISTINCT,
    ATOMICS_PATTERN_COUNT,
};

// The time of a kernel, and whether its sums are the predicted ones.
struct atomics_result {
    enum atomics_kernel kernel;
    enum atomics_pattern pattern;
    struct times times;
    size_t cells, wrong; // the cells compared, and those that differ
    uint64_t got, want;  // the bits of the first wrong cell, or of cell 0
};

// "half", "half2 packed", ...
const char *atomics_kernel_name(enum atomics_kernel kernel);

// Return "one", ...; and the number of places, a power of two.
const char *atomics_pattern_name(enum atomics_pattern pattern);
uint32_t atomics_places(enum atomics_pattern pattern);

// The published time of `adds` = ATOMICS_ADDS to one place on a Tesla V100, in
// milliseconds; 0 if there is none.
double atomics_published_ms(enum atomics_kernel kernel);

// Returns the number of halves, floats or doubles that a kernel writes to.
size_t atomics_cells(enum atomics_kernel kernel, uint32_t places);
size_t atomics_cell_bytes(enum atomics_kernel kernel);

// Returns the bits that a cell must hold after `adds` elements of 1 were added to
// `places` places, if all cells were 0: exact, each addition rounded to nearest even.
uint64_t atomics_want(enum atomics_kernel kernel, uint32_t places, uint32_t adds,
                      size_t cell);

// Returns the sum of a kernel for one place, as a number: of both halves if the kernel
// spreads elements over two. `cells` are the bits of its first two cells.
double atomics_sum(enum atomics_kernel kernel, const uint64_t cells[2]);

// Checks all cells [atomics_cells()] after ATOMICS_ADDS, and fills all members except
// the times.
void atomics_check(struct atomics_result *result, const void *cells);

// Returns the bits of ((0 + a) + a) + a ..., `count` additions of a = `addend`, each
// rounded to nearest even in `format`. `addend` is finite and positive.
uint64_t adds_sum(struct fp_format format, uint64_t addend, uint64_t count);

#endif // BENCH_ATOMICS_H
