// SPDX-License-Identifier: MIT
//
// Invented sides for comparisons, and the properties of every comparison.

#ifndef TESTS_COMPARE_INVENTED_SIDES_H
#define TESTS_COMPARE_INVENTED_SIDES_H

#include "compare/compare.h"
#include "tests/report/invented.h"

// Returns a folder without raw pictures.
struct report_folder compared_folder(enum invented_case which);

// Returns a report of one result that is ok.
struct report_folder compared_result(int fraction_bits, uint32_t survivors);

// Returns a report with the stripe picture of an adder of 24 bits, to nearest even or
// truncating, in memory; one pixel for each cell.
struct report_folder compared_picture(int columns, bool cut);

// Adds an expression of the fragment stage in highp; valid until the next call.
struct finding *compared_line(struct report *report, const char *topic, const char *line,
                              const char *answer, enum form form);

// The sides that a test sets, and their comparison. Empty before a test.
extern struct report_folder compared_sides[COMPARE_SIDES];
extern struct compare compared;

// Sets the first `count` sides, of 24 bits and to nearest even; the others are empty.
void compared_alike(int count);

// Compares the first `count` sides; may be called repeatedly.
void compared_make(int count);

// Empties sides and comparison; what a group with such tests does after each.
int compared_free(void **state);

// A row of `compared`; the test fails if there is none.
const struct compare_row *compared_row(const char *section, const char *name);

// Checks groups, words, order and labels of `compared`; the test fails if one is not as
// the header says.
void compared_check(void);

// Returns the output of one of the writers below, malloc'd.
char *compared_written(const struct compare *compare,
                       void (*write)(const struct compare *compare, FILE *file));

// Write the view of a comparison: as the full text, the brief one, Markdown, or CSV.
void compared_text(const struct compare *compare, FILE *file);
void compared_brief(const struct compare *compare, FILE *file);
void compared_markdown(const struct compare *compare, FILE *file);
void compared_csv(const struct compare *compare, FILE *file);

#endif // TESTS_COMPARE_INVENTED_SIDES_H
