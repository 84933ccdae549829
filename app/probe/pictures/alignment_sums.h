// SPDX-License-Identifier: MIT
//
// The sums of the probe alignment: a cell each, band by band.

#ifndef PROBE_PICTURES_ALIGNMENT_SUMS_H
#define PROBE_PICTURES_ALIGNMENT_SUMS_H

#include "base/fp_format.h"
#include "probe/shared/adders.h"

#include <stdbool.h>

#define ALIGNMENT_COLUMNS 48
#define ALIGNMENT_BANDS   127
#define ALIGNMENT_EARLIER 57 // bands in pictures of the first version that had the probe,
#define ALIGNMENT_SECOND  73 // and of the second
#define ALIGNMENT_BINADES 89 // the first band of those that ask each binade
#define ALIGNMENT_CELLS   (ALIGNMENT_COLUMNS * ALIGNMENT_BANDS)
#define ALIGNMENT_SETS    9

// The numbers that may be operands.
struct alignment_range {
    struct fp_format format;
    bool subnormals; // some may be
};

// One sum. The answer is (fl(a + b) - c) / unit, where c is the exact sum or a, cut to a
// multiple of the unit, or zero, where the difference from the sum would be subnormal.
struct alignment_cell {
    struct adders_sum sum;
    bool swapped;     // the smaller operand comes first
    int exponent;     // of the last place of `large`
    adders_u128 base; // the magnitude of c
    int unit;         // the place of 1 unit in it
};

// Why a format cannot hold the operands, or NULL.
const char *alignment_unfit(struct fp_format format);

// Cell of a format that is fit. `set` 0 is asked; the others, in [1, ALIGNMENT_SETS),
// have other random numbers, and nobody asks them.
struct alignment_cell alignment_cell(struct alignment_range range, int set, int band,
                                     int column);

// Whether a cell asks what another one asks too, which stands in *band and *column then.
bool alignment_again(int *band, int *column);

// Operands a, b, c and 1 / unit. [4]
void alignment_operands(const struct alignment_cell *cell, double *operands);

// The answer where the magnitude of the sum is `magnitude`.
double alignment_answer(const struct alignment_cell *cell, adders_u128 magnitude);

#endif // PROBE_PICTURES_ALIGNMENT_SUMS_H
