// SPDX-License-Identifier: MIT
//
// The data that the host and the kernels of the judge exchange. A group of threads judges
// a tile, 2^16 numbers of a chunk.

#ifndef CUDA_REF_SWEEP_LAYOUT_H
#define CUDA_REF_SWEEP_LAYOUT_H

#include "sweep/cell.h"
#include "sweep/domain.h"

#include <stdint.h>

#define SWEEP_TILE_BITS 16
#define SWEEP_TILES     256 // of a chunk of 2^24 numbers
#define SWEEP_THREADS   256
#define SWEEP_FINISH    192 // threads that finish a chunk: a warp each side's extremes

// The settings of a judge.
struct sweep_ask {
    struct domain domain;
    int32_t type, round, operands; // enum function_type, fp_round, math_operands
    int32_t direction[2];          // as in struct math; {0, 0} if falls are not counted
    uint32_t flip;                 // f(-x) is f(x) with this bit flipped; ~0: no symmetry
    int32_t is_exact;   // the double is the exact result: nothing is near a tie
    int32_t may_beyond; // results may be too large or too small for a double
    // The common path: exponents of the exact result, and magnitudes of the computed one.
    int32_t exponent_low, exponent_high, place_low, digits;
    uint32_t magnitude, finite;
    uint32_t notes_max;
    uint32_t unused;
};

// A chunk's numbers, [first, last], first > last if none; the word of the first.
struct sweep_span {
    uint64_t first, last, offset;
};

// The worst of the even or of the odd numbers of a tile: ulp, relative, absolute.
struct sweep_record {
    double error[3]; // -1: none
    uint64_t number[3];
};

struct sweep_note {
    double error;
    uint32_t number, got;
    uint8_t correct, kind, unused[6];
};

#endif // CUDA_REF_SWEEP_LAYOUT_H
