// SPDX-License-Identifier: MIT
//
// Pictures as cells, and where two of them differ.

#ifndef REPORT_COMPARE_CELLS_H
#define REPORT_COMPARE_CELLS_H

#include "base/facts.h"

#include <stdbool.h>
#include <stdint.h>

// A word a cell, band 0 at the bottom of the screen.
struct report_compare_cells {
    int columns, bands;
    enum readout readout;
    uint32_t *words; // [bands][columns], owned
};

// Where two pictures differ, in columns of the narrower one.
struct report_compare_apart {
    int narrow;                  // how many columns it has
    long cells, differing, nans; // compared; different; NaN in the narrower one
    int first, last;             // bands in which any is different
    int band, column, columns;   // the plainest run of them
    double score;                // of it: the sum of how far the two are apart
};

// What a cell shows as a number: of RGBA8 its red level.
double report_compare_value(const struct report_compare_cells *cells, int band,
                            int column);

bool report_compare_is_nan(const struct report_compare_cells *cells, int band,
                           int column);

// Compares the bands that both have. Returns false if neither width is a multiple of the
// other; `apart` is then empty.
bool report_compare_scan(const struct report_compare_cells *one,
                         const struct report_compare_cells *other,
                         struct report_compare_apart *apart);

#endif // REPORT_COMPARE_CELLS_H
