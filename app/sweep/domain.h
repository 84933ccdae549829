// SPDX-License-Identifier: MIT
//
// The inputs of a sweep: a numbered set, [0, 2^bits), and what the operands of each
// number are. The number alone decides, so any part of a sweep can be made anywhere, by
// the CPU, a CUDA kernel, or a shader that says the same. A set has DOMAIN_CHUNKS equal
// chunks, the unit of work: of one-argument functions a chunk is a binade.
//
// The low bit of a number is the sign where an operand has every sign: x and -x lie side
// by side, x and its successor are two numbers apart.

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

// bits:        all 2^32 words: every binary32. a is the number, rotated right by one.
// pairs:       2^32 cells, a pair in each: the upper 16 bits of a and of b take every
//              value, the lower 16 are drawn by the seed; with seed 0 they are zero, and
//              the pairs are all of bfloat16's.
// integers:    a likewise, and b an integer in [low, low + span) for each 16 bits.
// mantissas:   2^32 cells of the 2^46 pairs of mantissas, a and b in [1, 2): the upper 16
//              fraction bits take every value, the lower 7 are drawn.
// division:    the 2^46 pairs, all of them: b the upper 23 bits of the number, a the
//              lower.
// exponents:   every pair of exponents (b's the upper 8 bits, a's the next), and
//              mantissas of the edges, 8 bits each, the low ones by the seed; signs are
//              drawn.
// doubles:     2^bits cells of binary64, the rest of a's bits drawn by the seed; b is the
//              integer low.
// double_pairs: 2^(bits / 2) cells of each of two.
enum domain_kind {
    DOMAIN_BITS,
    DOMAIN_PAIRS,
    DOMAIN_INTEGERS,
    DOMAIN_MANTISSAS,
    DOMAIN_DIVISION,
    DOMAIN_EXPONENTS,
    DOMAIN_DOUBLES,
    DOMAIN_DOUBLE_PAIRS,
    DOMAIN_KIND_COUNT,
};

struct domain {
    enum domain_kind kind;
    int bits;             // 32; division 46; doubles [9, 32], double pairs even, [10, 32]
    uint32_t seed;        // of what is drawn; 0: the plain grid
    int32_t low, span;    // of DOMAIN_INTEGERS, span in [1, 65536]; of doubles low alone
    uint64_t first, last; // the numbers asked: [first, last], within [0, 2^bits)
};

// Operands as bit patterns: binary32, an integer's two's complement in b, or binary64. b
// is 0 where there is none.
struct operands {
    uint64_t a, b;
};

// "bits", "pairs", ...
const char *domain_name(enum domain_kind kind);

// Returns false if there is no such name; `kind` is then unchanged.
bool domain_find(const char *name, enum domain_kind *kind);

// The whole set of a kind: its bits (`bits` for doubles and double pairs, else not
// looked at), seed 1, [first, last] all of it.
struct domain domain_whole(enum domain_kind kind, int bits);

// Whether a set's numbers of chunk `chunk` in [0, DOMAIN_CHUNKS) are asked at all;
// [*first, *last] are they then.
bool domain_range(const struct domain *domain, int chunk, uint64_t *first,
                  uint64_t *last);

// Makes [first, last] the numbers whose first operand has a magnitude in
// [low, high], bit patterns of its type without the sign (of the divisor where the
// divisor counts). Cells that touch the range count whole. Returns false if there are
// none.
bool domain_limit(struct domain *domain, uint64_t low, uint64_t high);

#include "sweep/domain_operands.h"

#endif // SWEEP_DOMAIN_H
