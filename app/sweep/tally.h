// SPDX-License-Identifier: MIT
//
// Fills, adds and reads cells. One cell counts a side (a sign) of a chunk.

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

// Empties both sides of a chunk, and marks it as not done.
void tally_clear_chunk(struct chunk *chunk);

// Empties a cell: its extremes count nothing, and CELL_NONE replaces their numbers.
void tally_clear(struct cell *cell);

// Returns the bin of an error; NaN is a programmer's error.
int tally_bin(double error);

// Sets [*low, *high) to the magnitudes in a bin; *high is INFINITY for the last, *low 0
// for CELL_ZERO. `bin` in [0, CELL_BINS); those below CELL_ZERO hold negative errors.
void tally_edges(int bin, double *low, double *high);

// Counts one error of kind finite in bins, sums and `ulp`. The caller counts `correct`.
void tally_error(struct cell *cell, uint64_t number, uint64_t got, double error);

// Counts the outcome of one input in all members except falls, breaks, unsettled and
// edges.
void tally_count(struct cell *cell, uint64_t number, uint64_t got,
                 const struct rare *rare);

// Keeps the larger extreme; if both are equal, that of the smaller number.
void tally_worst(struct cell_worst *into, const struct cell_worst *from);

// Adds `from` to `into`, as if one cell had counted both. `edge` stays `into`'s first
// and `from`'s last, unless `into` is empty.
void tally_add(struct cell *into, const struct cell *from);

// Returns the number of counted inputs.
uint64_t tally_inputs(const struct cell *cell);

// Returns true if errors were counted, or if there was none to count: some judges only
// tell which results are right. Then bins, sums and extremes are empty and meaningless.
bool tally_has_errors(const struct cell *cell);

// Returns the number of faithful results, with |error| < 1, including special and
// overflow. It is never less than the number of correct ones: by some rounding models,
// the largest finite number is correct for an overflow.
uint64_t tally_faithful(const struct cell *cell);

// Return the mean of the errors, and of their magnitudes, in ulp, over those in the
// sums; 0 if there are none.
double tally_mean(const struct cell *cell);
double tally_mean_abs(const struct cell *cell);

#endif // SWEEP_TALLY_H
