// SPDX-License-Identifier: MIT
//
// The parts of the sheet that compares reports. Each is drawn from `y` down, as wide as
// the page, and returns where it ended. Sides are numbered from 1 on the page.

#ifndef COMPARE_H
#define COMPARE_H

#include "ink.h"
#include "report_compare.h"

#include <stdbool.h>

// The same picture of every side; NULL if nobody has any.
const struct report_compare_set *compare_set(const struct report_compare *compare);

// Every side with what it is, its verdict and its picture; of two also where these
// differ.
double compare_sides(cairo_t *cairo, double y, const struct report_compare *compare);

// The stripes that differ most, enlarged, one above the other.
double compare_stripes(cairo_t *cairo, double y, const struct report_compare *compare);

// The rows that tell most, in words.
double compare_words(cairo_t *cairo, double y, const struct report_compare *compare);

// The rows that differ, a column a side.
double compare_matrix(cairo_t *cairo, double y, const struct report_compare *compare);

// Indices of the rows that differ, the most telling first, up to `room` of them. Returns
// how many.
int compare_differing(const struct report_compare *compare, int *rows, int room);

// "1, 3, 5-8": the sides of a group, in a row's cells or a set's pictures.
struct compare_group {
    const struct report_compare_row *row; // or NULL:
    const struct report_compare_set *set;
    int group, sides;
};
void compare_group_text(struct compare_group group, char *text, size_t size);

#endif // COMPARE_H
