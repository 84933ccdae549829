// SPDX-License-Identifier: MIT
//
// The inputs of a sweep: a numbered set, [0, 2^bits), and the operands of each number.
// The operands depend on the number only, so the CPU, a CUDA kernel or a shader can
// compute any part of a sweep. A set has DOMAIN_CHUNKS equal chunks, the unit of work.
// For a function of one argument, a chunk is a binade.
//
// If an operand takes both signs, the lowest bit of a number is its sign: x and -x are
// neighbours, and x and its successor are two numbers apart.

#ifndef SWEEP_DOMAIN_H
#define SWEEP_DOMAIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#    define DOMAIN_INLINE static __host__ __device__ inline
#else
#    define DOMAIN_INLINE static inline
#endif

#define DOMAIN_CHUNKS 256

// bits:         all 2^32 words: every binary32. a is the number, rotated right by one.
// pairs:        2^32 cells with a pair in each. The upper 16 bits of a and of b take
// every
//               value; the seed determines the lower 16. With seed 0 these are zero, and
//               the pairs are all of bfloat16's.
// integers:     a likewise, and for each of its 2^16 values an integer b in [low, low +
//               span).
// mantissas:    2^32 cells of the 2^46 pairs of mantissas, a and b in [1, 2). The upper
// 16
//               fraction bits take every value; the seed determines the lower 7.
// division:     all 2^46 pairs: b is the upper 23 bits of the number, a the lower ones.
// doubles:      2^bits cells of binary64; the seed determines the other bits of a, and b
// is
//               the integer low.
// double_pairs: 2^(bits / 2) cells for each of two.
enum domain_kind {
    DOMAIN_BITS,
    DOMAIN_PAIRS,
    DOMAIN_INTEGERS,
    DOMAIN_MANTISSAS,
    DOMAIN_DIVISION,
    DOMAIN_DOUBLES,
    DOMAIN_DOUBLE_PAIRS,
    DOMAIN_KIND_COUNT,
};

struct domain {
    enum domain_kind kind;
    int bits;             // 32; division 46; doubles [9, 32], double pairs even, [10, 32]
    uint32_t seed;        // of the random bits; 0: these are zero
    int32_t low, span;    // of DOMAIN_INTEGERS, span in [1, 65536]; of doubles only low
    uint64_t first, last; // the numbers of the sweep, within [0, 2^bits)
};

// Operands as bit patterns: binary32, an integer's two's complement in b, or binary64. b
// is 0 if there is no second operand.
struct operands {
    uint64_t a, b;
};

// "bits", "pairs", ...
const char *domain_name(enum domain_kind kind);

// Returns false if there is no such name; `kind` is then unchanged.
bool domain_find(const char *name, enum domain_kind *kind);

// Returns the whole set of a kind, with seed 1. Only doubles and double pairs use `bits`.
struct domain domain_whole(enum domain_kind kind, int bits);

// Fills in the numbers [*first, *last] of chunk `chunk` in [0, DOMAIN_CHUNKS) that are
// part of the sweep. Returns false if none is.
bool domain_range(const struct domain *domain, int chunk, uint64_t *first,
                  uint64_t *last);

// Limits [first, last] to the numbers whose first operand (for mantissas and divisions,
// the divisor) has a magnitude in [low, high], which are bit patterns without the sign. A
// cell that the range touches is part of it. Returns false if the range has no number.
bool domain_limit(struct domain *domain, uint64_t low, uint64_t high);

#include "sweep/domain_operands.h"

#endif // SWEEP_DOMAIN_H
