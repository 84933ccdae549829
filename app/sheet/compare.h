// SPDX-License-Identifier: MIT
//
// The parts of the sheet that compares reports. Each is drawn from `y` down, as wide as
// the page, and returns where it ended.

#ifndef SHEET_COMPARE_H
#define SHEET_COMPARE_H

#include "compare/table.h"
#include "sheet/ink.h"

#include <stdbool.h>

// The same picture of every side; NULL if nobody has any.
const struct compare_set *sheet_compare_set(const struct compare *compare);

// Every side with what it is, its verdict and its picture; of two also where these
// differ.
double sheet_compare_sides(cairo_t *cairo, double y, const struct compare *compare);

// The stripes that differ most, enlarged, one above the other.
double sheet_compare_stripes(cairo_t *cairo, double y, const struct compare *compare);

#endif // SHEET_COMPARE_H
