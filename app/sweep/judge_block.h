// SPDX-License-Identifier: MIT
//
// Judges a block of results: the planes by vectors, and the remaining results one by
// one.

#ifndef SWEEP_JUDGE_BLOCK_H
#define SWEEP_JUDGE_BLOCK_H

#include "sweep/judge.h"
#include "sweep/judge_reference.h"
#include "sweep/judge_vector.h"

#include "sweep/judge_rare.h"

// Memory and settings of one call of judge_results.
struct judge_block {
    const struct judge *judge;
    struct judge_reference reference;
    struct judge_edges edges;
    struct rare_rule rule;
    struct cell *sides;
    struct noted_list *noted;

    // The block's numbers are first, ..., first + 2 * pairs - 1.
    uint64_t first;
    int pairs;
    const void *words; // of the results, 32 or 64 bits each
    struct judge_wanted wanted[2];
    struct judge_plane planes[2];
    double got[2][JUDGE_PAD + JUDGE_PLANE + JUDGE_PAD]; // from [JUDGE_PAD]; one before
    double error[2][JUDGE_PLANE + JUDGE_PAD];
    int32_t bin[2][JUDGE_PLANE + JUDGE_PAD];
};

// Initialises `block`, which is zeroed memory; `judge` and `vector` must outlive it.
// `sleef`: the function of the library, NULL if none is needed.
void judge_block_init(struct judge_block *block, const struct judge *judge,
                      const struct judge_vector *vector, void *sleef);

// Judges `pairs` in [1, JUDGE_PLANE] results from `first` on, all of one chunk, by the
// reference. got[s][JUDGE_PAD - 1] are those before, NaN where there are none, and are
// set for the next call.
void judge_block_run(struct judge_block *block, uint64_t first, const void *words,
                     int pairs);

// Does the same, each result by MPFR.
void judge_block_exact(struct judge_block *block, uint64_t first, const void *words,
                       int pairs);

// Decodes results and sets the edges of cells, for the two functions above.
void judge_block_enter(struct judge_block *block, uint64_t first, const void *words,
                       int pairs);

// Counts falls and breaks.
void judge_block_order(struct judge_block *block);

// Counts the outcome of one input, and notes it if necessary.
void judge_block_count(const struct judge_block *block, uint64_t number, uint64_t got,
                       const struct rare *rare);

// Return the cell of a number, the bits of a result of the block, and a result as a
// double.
struct cell *judge_block_cell(const struct judge_block *block, uint64_t number);
uint64_t judge_block_bits(const struct judge_block *block, int index);
double judge_block_value(enum function_type type, uint64_t bits);

#endif // SWEEP_JUDGE_BLOCK_H
