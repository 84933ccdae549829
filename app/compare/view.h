// SPDX-License-Identifier: MIT
//
// Views of a comparison. Each but the first gives a whole document as text: malloc'd,
// `*size` bytes with a zero behind them; NULL, after logging why, if there is no memory.
// The same comparison gives the same bytes.

#ifndef REPORT_COMPARE_VIEW_H
#define REPORT_COMPARE_VIEW_H

#include "compare/compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// For a terminal, 80 columns, a screen or two: what tells most of what differs, in words;
// of more than three sides then a matrix; how many rows are left out. `all`: every row
// that differs, and the matrix of all rows. `colour` with escape sequences.
void report_compare_text(const struct report_compare *compare, FILE *file, bool all,
                         bool colour);

// GitHub's Markdown: tables that its renderer takes, every special character escaped.
char *report_compare_markdown(const struct report_compare *compare, size_t *size);

// RFC 4180: a line a row, a column a side; section, name, weight and words before them.
char *report_compare_csv(const struct report_compare *compare, size_t *size);

// One page that needs nothing beside itself: no script, no network, its pictures within.
char *report_compare_html(const struct report_compare *compare, size_t *size);

#endif // REPORT_COMPARE_VIEW_H
