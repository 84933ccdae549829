// SPDX-License-Identifier: MIT
//
// Cells filled, added, and read. One cell counts a side (a sign) of a chunk.

#ifndef SWEEP_TALLY_H
#define SWEEP_TALLY_H

#include "sweep/cell.h"
#include "sweep/domain.h"
#include "sweep/judge_rare.h"

#include <stdbool.h>

// A chunk of a sweep: both sides, and whether it is done.
struct chunk {
    struct cell sides[2];
    bool done;
};

// Both sides empty, and not done.
void tally_clear_chunk(struct chunk *chunk);

// An empty cell: extremes that count nothing, CELL_NONE where there is no number.
void tally_clear(struct cell *cell);

// The bin of an error; NaN is a programmer's error.
int tally_bin(double error);

// [*low, *high) of the magnitudes in a bin; *high is INFINITY for the last, *low 0 for
// CELL_ZERO. `bin` in [0, CELL_BINS); those below CELL_ZERO hold negative errors.
void tally_edges(int bin, double *low, double *high);

// Counts one error of kind finite into bins, sums and `ulp`. `correct` is for the caller.
void tally_error(struct cell *cell, uint64_t number, uint64_t got, double error);

// Counts what became of one input: all but falls, breaks, unsettled and edges.
void tally_count(struct cell *cell, uint64_t number, uint64_t got,
                 const struct rare *rare);

// Keeps the larger; of equal ones the smaller number.
void tally_worst(struct cell_worst *into, const struct cell_worst *from);

// into += from: as if one had counted both. `edge` stays `into`'s first and `from`'s
// last, unless `into` is empty.
void tally_add(struct cell *into, const struct cell *from);

// Inputs counted.
uint64_t tally_inputs(const struct cell *cell);

// Whether errors were counted, or there was none to count: some who judge say only which
// results are right. Bins, sums and extremes are empty then, and say nothing.
bool tally_has_errors(const struct cell *cell);

// Counted with |error| < 1 (faithful), special and overflow among them; never fewer than
// are correct, as the largest finite number for what overflows is by some rules.
uint64_t tally_faithful(const struct cell *cell);

// Mean of the errors, and of their magnitudes, in ulp, over those in the sums; 0 if none.
double tally_mean(const struct cell *cell);
double tally_mean_abs(const struct cell *cell);

#endif // SWEEP_TALLY_H
