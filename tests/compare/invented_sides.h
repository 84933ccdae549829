// SPDX-License-Identifier: MIT
//
// Sides for comparisons, that no device gave, and what holds of every comparison.

#ifndef INVENTED_SIDES_H
#define INVENTED_SIDES_H

#include "compare/compare.h"
#include "tests/report/invented.h"

// Without captures.
struct report_folder compared_folder(enum invented_case which);

// A report of one result that is ok.
struct report_folder compared_result(int fraction_bits, uint32_t survivors);

// One with the stripe picture of an adder of 24 bits, to nearest even or cut, in memory;
// a pixel a cell.
struct report_folder compared_picture(int columns, bool cut);

// Adds a line of highp at the fragment stage; valid until the next call.
struct finding *compared_line(struct report *report, const char *topic, const char *line,
                              const char *answer, enum form form);

// The test fails if there is none.
const struct report_compare_row *compared_row(const struct report_compare *compare,
                                              const char *section, const char *name);

// Groups, words, order, labels; the test fails if one is not as the header says.
void compared_check(const struct report_compare *compare);

void compared_finish(struct report_folder *folders, int count);

#endif // INVENTED_SIDES_H
