// SPDX-License-Identifier: MIT
//
// What the writers need of the table of a comparison: sections, masks, letters.

#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include "compare/compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns the finding of a group of a row: the text of its least specific side
// ("nearest", if others have "rne"), in the memory of the cells. NULL if no side is in
// that group.
const char *compare_answer(const struct compare_cell *cells, int sides, int group);

// How many sides a row was asked of.
int compare_asked_of(const struct compare *compare, const struct compare_row *row);

// Rows [first, end) of one section, and how many of them differ, and were asked of two
// sides or more, of one, and of none.
struct compare_section {
    const char *name;
    int first, end, differing, shared, alone, nobody;
};

// Moves on to the next section; from a zeroed struct to the first. Returns false if there
// is none.
bool compare_next_section(const struct compare *compare, struct compare_section *section);

// All rows together; the name is NULL.
struct compare_section compare_all(const struct compare *compare);

// Indices of the rows that differ, the most telling first, up to `room` of them. Returns
// how many.
int compare_telling(const struct compare *compare, int *rows, int room);

// 1 in mask[height][width] of the first picture of group 0 where some picture of its size
// differs from it, else 0; mask may be NULL. Returns how many pixels differ, 0 if nobody
// has that picture.
long compare_mask(const struct compare *compare, const struct compare_set *set,
                  uint8_t *mask);

// The first picture of a group in a set; NULL if there is none.
const struct compare_picture *compare_picture_of(const struct compare *compare,
                                                 const struct compare_set *set,
                                                 int group);

// The level of grey in the middle of a band, past the black rows that part it from the
// next.
uint8_t compare_level(const struct compare_picture *picture, int band, int column);

// "hardware", "software", "simulated", or "not told".
const char *compare_kind(const struct compare_label *label);

// Returns the sign of a side, and of a finding, in every view: 1 to 9, then small
// letters.
static inline char compare_letter(int side)
{
    return (char) ('A' + side);
}

static inline char compare_digit(int group)
{
    return "123456789abcdefghijk"[group];
}

// Adds the letters of the sides with groups[i] == group: "A, C, E-H".
void compare_letters(const int *groups, int sides, int group, char *text, size_t size);

#endif // COMPARE_TABLE_H
