// SPDX-License-Identifier: MIT
//
// The parts of the terminal summary (report_text), on a part of a screen.

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report/page.h"
#include "report/report.h"

// ---- tables.c: results that are not of lines (lines.h) ----

// Bits beside the claims: a row a stage and precision that was asked. `brief`: stages at
// which a precision has the same bits share a row.
void report_tables_bits(const struct report_page *page, const struct report *report,
                        bool brief);

// Probes by forms: a table a stage. `brief`: of other stages than the first only what is
// not the same there.
void report_tables_forms(const struct report_page *page, const struct report *report,
                         bool brief);

// ---- matrix.c ----

// A row an operation, a column a precision; nothing if no operation was asked. Rows, and
// columns, that say the same share one. What a cell says is the plain form's, at the
// fragment stage if that was asked; where another stage or form has another answer, the
// row is marked.
void report_matrix(const struct report_page *page, const struct report *report);

// ---- personality.c: what the probes of lines found ----

// The matrix, then a line or two a topic, and how many expressions deviate from what; if
// verbose, by topic too. Nothing if there are no findings.
void report_personality(const struct report_page *page, const struct report *report,
                        bool verbose);

// Each finding of a result, with what stands behind it.
void report_personality_findings(const struct report_page *page,
                                 const struct result *result);

#endif // REPORT_TEXT_H
