// SPDX-License-Identifier: MIT
//
// The parts of the sheet that compares reports. Each is drawn from `y` down, as wide as
// the page, and returns where it ended.

#ifndef SHEET_COMPARE_H
#define SHEET_COMPARE_H

#include "compare/table.h"
#include "sheet/ink.h"

#include <stdbool.h>

// Returns the set whose pictures the sheet shows; NULL if no side has a picture.
const struct compare_set *sheet_compare_set(const struct compare *compare);

// Draws every side with its kind, its verdict and its picture; with two sides also
// their difference.
double sheet_compare_sides(cairo_t *cairo, double y, const struct compare *compare);

// Draws the stripes that differ most, enlarged, one above the other.
double sheet_compare_stripes(cairo_t *cairo, double y, const struct compare *compare);

#endif // SHEET_COMPARE_H
