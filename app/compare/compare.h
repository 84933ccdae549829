// SPDX-License-Identifier: MIT
//
// Reports side by side: what each says of the same questions, where they differ, and
// that in words. No layout: text, Markdown, HTML, CSV and the sheet are views of it
// (compare/view.h). Nothing here knows a probe; pictures are compared as they
// were read back.

#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "report/folder.h"

#include <stdbool.h>
#include <stdint.h>

#define REPORT_COMPARE_SIDES    20 // at most; at least two
#define REPORT_COMPARE_PICTURES 3
#define REPORT_COMPARE_TOPICS   16

// What one side says to a row.
struct report_compare_cell {
    char text[120]; // "24 bits, rne"; "-": it was not asked
    int group;      // sides of one group say the same; numbered from 0 in the order of
                    // the sides; -1: not asked, and so not compared
    int vague;      // the higher, the less it says of what its group has in common
};

// One question. Rows stand in the order of sections, within each the telling ones first:
// those that differ before those that do not, the heavier before the lighter.
struct report_compare_row {
    const char *section; // "verdict", "pictures", "operations", ...: a heading
    char name[160];      // "fragment highp", "a * b + c, plain"
    int weight;          // how much it tells: [0, 1000]
    int groups;          // different answers: 0 if nobody was asked, 1: all the same
    char words[480]; // what the difference is: "stripe 22, columns 128-383: to nearest "
                     // "against toward zero"; "" if there is none
    char brief[480]; // the same with letters for the sides, A the first: for many
    struct report_compare_cell *cells; // [sides], owned
};

// The same picture as each side has it, in levels of grey: for looking at.
struct report_compare_picture {
    const struct result *result; // NULL: this side has none
    int width, height, bands;    // band 0 at the bottom
    uint8_t *grey;               // [height][width], owned
    int group;                   // sides of one group show the same pixels; -1: none
};

struct report_compare {
    int count;                          // of sides
    const struct report_folder **sides; // [count]; the folders are the caller's
    struct report_compare_label {
        char name[80];    // short, and of no other side: "llvmpipe ES 3.2"
        char device[400]; // renderer, API, driver
        char verdict[160];
        char twins[320]; // published devices that do the same (history.h), or ""
        bool software, simulated;
        bool incomplete; // the run was broken off: what is missing was never asked
    } * labels;          // [count]
    char topics[REPORT_COMPARE_TOPICS][24]; // names of sections that are not known here
    struct report_compare_row *rows;        // [row_count]
    int row_count, differing;               // rows with more than one answer
    struct report_compare_set {
        char name[120];  // "stripes, fract(2^B + x), fragment highp"
        char words[480]; // as in a row
        struct report_compare_picture *pictures; // [count]
    } sets[REPORT_COMPARE_PICTURES]; // first the fract stripes at the highest precision,
                                     // then those that differ
    int set_count;
};

// Compares folders[count], which must outlive `compare`. Captures that cannot be read
// are left out, after logging why: their hashes still tell whether they differ. Returns
// false, after logging why, if there is no memory; `compare` is then zeroed.
bool report_compare_init(struct report_compare *compare,
                         const struct report_folder *folders, int count);

// What all sides of a group of a row say: where one says less than the others ("nearest",
// and they "rne"; "11 bits to 2^15", and they "11 bits to 2^15, as measured"), no more
// than that one. NULL if no side is of that group. In the cells' memory.
const char *report_compare_answer(const struct report_compare_cell *cells, int sides,
                                  int group);

// How many sides a row was asked of.
static inline int report_compare_asked_of(const struct report_compare *compare,
                                          const struct report_compare_row *row)
{
    int sides = 0;

    for (int i = 0; i < compare->count; i++)
        sides += row->cells[i].group >= 0;
    return sides;
}

// How many of rows [first, end) two sides or more were asked: those that can differ.
static inline int report_compare_shared(const struct report_compare *compare, int first,
                                        int end)
{
    int count = 0;

    for (int i = first; i < end; i++)
        count += report_compare_asked_of(compare, &compare->rows[i]) > 1;
    return count;
}

// Accepts a zeroed struct and leaves one.
void report_compare_finish(struct report_compare *compare);

#endif // REPORT_COMPARE_H
