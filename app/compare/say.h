// SPDX-License-Identifier: MIT
//
// Which sides say the same, and how that is put in words: on the cells of one row.

#ifndef REPORT_COMPARE_SAY_H
#define REPORT_COMPARE_SAY_H

#include "compare/compare.h"

#include <stddef.h>
#include <stdint.h>

struct report_compare_draft;

// Cells of equal text are one group; those of a group below 0 stay out.
int report_compare_group_text(struct report_compare_cell *cells, int count);

// The same, and what differs but in figures of error that are within a factor of two of
// the smallest of their group ("1.7 ulp", "absolute 2^-24") is one group too.
int report_compare_group_figures(struct report_compare_cell *cells, int count);

// Bits and sets of rules: the same bits, and at least one rule that all of a group have.
// Cells with bits[i] < 0 and survivors[i] == 0 are grouped by text.
int report_compare_group_rules(struct report_compare_cell *cells, const int *bits,
                               const uint32_t *survivors, int count);

// Numbers the groups from 0 in the order of the sides. Returns how many there are.
int report_compare_renumber(struct report_compare_cell *cells, int count);

// Cells of a row, to be put in words.
struct report_compare_said {
    const struct report_compare_cell *cells; // [sides]
    int sides, groups;
    const struct report_compare_label *labels; // [sides]; NULL: letters
};

// "fused on llvmpipe; separate on NVIDIA H200"; "" if all say the same.
void report_compare_words(const struct report_compare_said *said, char *text,
                          size_t size);

// The same of counts: groups that count as many are put together; `differing` where all
// do.
void report_compare_count_words(const struct report_compare_said *said,
                                const char *differing, char *text, size_t size);

// What a row says in words, with labels and, in brief, with letters.
void report_compare_say(const struct report_compare *compare,
                        const struct report_compare_draft *draft, char words[480],
                        char brief[480]);

#endif // REPORT_COMPARE_SAY_H
