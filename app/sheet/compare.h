// SPDX-License-Identifier: MIT
//
// The parts of the sheet that compares reports. Each is drawn from `y` down, as wide as
// the page, and returns where it ended. On the page sides have letters, A the first, and
// equal answers equal digits, as in the text.

#ifndef COMPARE_H
#define COMPARE_H

#include "compare/compare.h"
#include "sheet/ink.h"

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

// "A, C, E-H": the sides of a group.
struct compare_group {
    const int *groups; // [sides]
    int group, sides;
};
void compare_group_text(struct compare_group group, char *text, size_t size);

// What stands for a side on the page, and for an answer: 1 to 9, then small letters.
static inline char compare_letter(int side)
{
    return (char) ('A' + side);
}

static inline char compare_digit(int group)
{
    return "123456789abcdefghijk"[group];
}

#endif // COMPARE_H
