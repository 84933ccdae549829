// SPDX-License-Identifier: MIT
//
// The parts of the terminal summary (report_text), on a part of a screen.

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report/report.h"
#include "report/topics.h"
#include "view/view.h"

// ---- text.c ----

// Adds the evidence of the headline: the models that are left, the range, the reference,
// and the comparison.
void report_evidence(struct view *view, const struct report *report);

// ---- tables.c: results that are not of lines (lines.h) ----

// Bits beside the claims: a row a stage and precision that was asked. `brief`: stages at
// which a precision has the same bits share a row.
void report_tables_bits(struct view *view, const struct report *report, bool brief);

// Probes by forms: a table a stage. `brief`: of other stages than the first only what is
// not the same there.
void report_tables_forms(struct view *view, const struct report *report, bool brief);

// ---- matrix.c ----

// Adds a table with a row for each operation and a column for each precision; nothing if
// no operation was asked. Equal rows share one, and so do equal columns. A cell has the
// finding of the plain form, in the fragment stage if that was asked. A mark shows that
// another stage or form has another finding.
void report_matrix(struct view *view, const struct report *report);

// ---- personality.c: what the probes of lines found ----

// Adds the matrix, the topics, and the deviations; nothing if there are no findings.
void report_personality(struct view *view, const struct report *report, bool verbose);

// Adds a line or two for each topic, and how many expressions deviate from what; if
// verbose, by topic too.
void report_topics(struct view *view, const struct report *report, bool verbose);

// How a topic fared, in a line: at each stage, once for those that fare alike; "" for the
// topic that is the matrix, or one that was not asked. Cut to `size`.
void report_topic_text(const struct report *report, const struct topic *topic, char *text,
                       size_t size);

// ---- details.c: one by one ----

// Adds a table of the expressions of a topic which the compiler changes in a form: a row
// an expression, a column a form, with a mark each. It is of one precision of the
// fragment stage, or of the first stage that was asked. The text of the table says how
// many expressions are as written.
void report_marks(struct view *view, const struct report *report, enum topic_id id);

// Adds a chapter: the expressions that deviate, from different topics first, with what
// was got and expected. A brief text has six, and the number of the others. Adds nothing
// if none deviates.
void report_deviations(struct view *view, const struct report *report);

// Adds a chapter: the errors of functions, each with what allows it. A brief text leaves
// it out. Adds nothing if no function was measured.
void report_errors(struct view *view, const struct report *report);

#endif // REPORT_TEXT_H
