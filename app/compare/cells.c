// SPDX-License-Identifier: MIT
//
// How it works
//
// A picture is a grid of cells: columns by bands. All pixels of a cell compute the
// same, so one word of each cell is kept. Two pictures of the same shape are compared
// cell by cell.
//
// Two ramps of different width are compared by x. Column k of n shows the sum at x = 1
// - (k + 1/2) / n, which lies between two columns of a ramp m times as wide: k m + m /
// 2 - 1 and k m + m / 2. Every rounding model is monotonic, so the same adder shows in
// column k a value between the values of these two columns, modulo 1 where whole units
// were lost. Any other value is a difference.
//
// The bits of a NaN carry no information about the adder. If only these bits differ,
// the row says so and has a low weight.

#include "compare/private.h"

#include "base/fp.h"

#include <math.h>

double cells_number(enum readout readout, uint32_t word)
{
    switch (readout) {
    case READOUT_RGBA8: return word & 0xff;
    case READOUT_FLOAT16:
        return fp_from_bits(
            (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, word & 0xffff));
    default: return fp_from_bits(word);
    }
}

double cells_value(const struct cells *cells, int band, int column)
{
    return cells_number(cells->readout, cells->words[band * cells->columns + column]);
}

// Returns true if `value` lies between two others or, if these are far apart, beyond
// both, as it does modulo 1.
static bool is_between(double value, double one, double other)
{
    double low = fmin(one, other), high = fmax(one, other);

    if (!isfinite(value) || !isfinite(one) || !isfinite(other))
        return isfinite(value) == isfinite(one) || isfinite(value) == isfinite(other);
    return (value >= low && value <= high) ||
           (high - low >= 0.5 && (value <= low || value >= high));
}

bool cells_is_nan(const struct cells *cells, int band, int column)
{
    return cells->readout != READOUT_RGBA8 && isnan(cells_value(cells, band, column));
}

// Returns true if a cell of the narrower picture shows a value that the wider one
// excludes.
static bool cell_differs(const struct cells *narrow, const struct cells *wide, int band,
                         int column)
{
    int times = wide->columns / narrow->columns;

    if (times == 1)
        return narrow->words[band * narrow->columns + column] !=
                   wide->words[band * wide->columns + column] &&
               !(cells_is_nan(narrow, band, column) && cells_is_nan(wide, band, column));

    int at = column * times + times / 2;

    return !is_between(cells_value(narrow, band, column), cells_value(wide, band, at - 1),
                       cells_value(wide, band, at));
}

// The distance of a cell from one that is no number: less than any step of a stripe.
// The end of a range has a row of its own, and both cells are black to the eye.
#define NO_NUMBER 0x1p-24

// Returns the distance of two cells, as grey levels from 0 to 1.
static double cells_distance(const struct cells *narrow, const struct cells *wide,
                             int band, int column)
{
    int times = wide->columns / narrow->columns;
    double scale = narrow->readout == READOUT_RGBA8 ? 255 : 1;
    double far = fabs(cells_value(narrow, band, column) -
                      cells_value(wide, band, column * times + times / 2)) /
                 scale;

    return isfinite(far) ? fmin(far, 1) : NO_NUMBER;
}

// Notes the run of differing cells that ends before `end`.
static void note_run(struct cells_apart *apart, int band, int start, int end,
                     double score)
{
    if (end <= start || (apart->columns && score <= apart->score))
        return;
    apart->band = band;
    apart->column = start;
    apart->columns = end - start;
    apart->score = score;
}

static void scan_band(const struct cells *narrow, const struct cells *wide, int band,
                      struct cells_apart *apart)
{
    double score = 0;
    int start = 0;

    for (int column = 0; column < narrow->columns; column++) {
        apart->nans += cells_is_nan(narrow, band, column);
        if (!cell_differs(narrow, wide, band, column)) {
            note_run(apart, band, start, column, score);
            start = column + 1;
            score = 0;
            continue;
        }
        if (!apart->differing++)
            apart->first = band;
        apart->last = band;
        score += cells_distance(narrow, wide, band, column);
    }
    note_run(apart, band, start, narrow->columns, score);
}

bool cells_scan(const struct cells *one, const struct cells *other,
                struct cells_apart *apart)
{
    const struct cells *narrow = one->columns <= other->columns ? one : other;
    const struct cells *wide = narrow == one ? other : one;
    int bands = one->bands < other->bands ? one->bands : other->bands;

    *apart = (struct cells_apart){ .narrow = narrow->columns };
    if (wide->columns % narrow->columns)
        return false;
    apart->cells = (long) bands * narrow->columns;
    for (int band = 0; band < bands; band++)
        scan_band(narrow, wide, band, apart);
    return true;
}
