// SPDX-License-Identifier: MIT
//
// The expressions of the probe filter, for its answers (filter.c) and its judgement
// (filter_judge.c).

#ifndef PROBE_EXPRESSIONS_FILTER_H
#define PROBE_EXPRESSIONS_FILTER_H

#include "probe/list.h"

#define FILTER_COLUMNS 2048
#define FILTER_ROWS    2
#define FILTER_CASES   (FILTER_COLUMNS * FILTER_ROWS)

// Between two texels, 0 and 1; between two levels; between texels that are no round
// numbers; a texel as it is; the first texel of those that textureGather() returns.
enum filter_kind {
    FILTER_BETWEEN,
    FILTER_LEVELS,
    FILTER_FRACTIONS,
    FILTER_NONE,
    FILTER_GATHER,
};

// What an expression samples.
struct filter_row {
    enum filter_kind kind;
    bool bytes; // of 255 levels, which a driver makes floats of
    int width;  // texels
    int far;    // added to the coordinate
};

extern const struct filter_row filter_rows[];

// Returns true if an expression returns a texel, and not a mixture.
bool filter_is_texel(const struct filter_row *row);

// The two texels of FILTER_FRACTIONS that are the same, as a word, and where the
// positions between them begin.
#define FILTER_EQUAL      UINT32_C(0x3e124925)
#define FILTER_EQUAL_FROM 2

// The position of an operand: in texels from the centre of the first, or, if a texel is
// read as it is, from its edge; or in levels.
double filter_position(const struct filter_row *row, uint64_t word);

// The texel at a whole position, clamped to the row; and its number, a float.
int filter_texel(const struct filter_row *row, double x);
double filter_number(const struct filter_row *row, int texel);

// What comes of a position, a float; and a value rounded to a float, to nearest even.
double filter_result(const struct filter_row *row, const struct traits_filter *filter,
                     double x);
double filter_single(double value);

#endif // PROBE_EXPRESSIONS_FILTER_H
