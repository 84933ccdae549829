// SPDX-License-Identifier: MIT
//
// Functions of the table of a comparison for its writers: sections, masks, letters.

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

// Returns the number of sides that measured a row.
int compare_asked_of(const struct compare *compare, const struct compare_row *row);

// The rows [first, end) of one section: how many differ, and how many were measured by
// two sides or more, by one, and by none.
struct compare_section {
    const char *name;
    int first, end, differing, shared, alone, nobody;
};

// Moves to the next section, or, from a zeroed struct, to the first. Returns false if
// there is none.
bool compare_next_section(const struct compare *compare, struct compare_section *section);

// Returns a section of all rows; its name is NULL.
struct compare_section compare_all(const struct compare *compare);

// Sets mask[height][width] to 1 where some picture of the size of the first one of
// group 0 differs from it, otherwise to 0; mask may be NULL. Returns the number of
// differing pixels, 0 if no side has that picture.
long compare_mask(const struct compare *compare, const struct compare_set *set,
                  uint8_t *mask);

// Returns the first picture of a group in a set; NULL if there is none.
const struct compare_picture *compare_picture_of(const struct compare *compare,
                                                 const struct compare_set *set,
                                                 int group);

// Returns the level of grey in the middle of a band, outside the black rows that
// separate bands.
uint8_t compare_level(const struct compare_picture *picture, int band, int column);

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

// The pictures of a set as groups of equal ones, and the stripes in which the groups
// differ plainly.
#define COMPARE_STRIPES 3
struct compare_strips {
    const struct compare_set *set;
    int sides;
    int of[COMPARE_SIDES]; // the first side of a group
    int groups, columns, bands;
    int shown[COMPARE_STRIPES]; // stripes, the top one first; with one group, any
    int count;
};

// `set`: NULL gives no groups.
struct compare_strips compare_strips(const struct compare *compare,
                                     const struct compare_set *set);

// Returns the level of a group in a stripe; columns are those of the widest picture.
uint8_t compare_strips_level(const struct compare_strips *all, int group, int band,
                             int column);

// Return true if two groups, or any, differ in a column of a stripe; with column -1, in
// any column.
bool compare_strips_differ(const struct compare_strips *all, int one, int other, int band,
                           int column);
bool compare_strips_any(const struct compare_strips *all, int band, int column);

#endif // COMPARE_TABLE_H
