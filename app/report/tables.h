// SPDX-License-Identifier: MIT
//
// The tables of a report as text: bits by stage and precision beside the claims, probes
// by forms. Results of lines (report/lines.h) are not in them.

#ifndef REPORT_TABLES_H
#define REPORT_TABLES_H

#include "report/page.h"
#include "report/report.h"

// A row a stage and precision that was asked. `brief`: stages at which a precision has
// the same bits share a row.
void report_tables_bits(const struct report_page *page, const struct report *report,
                        bool brief);

// A table a stage. `brief`: of other stages than the first only what is not the same
// there.
void report_tables_forms(const struct report_page *page, const struct report *report,
                         bool brief);

#endif // REPORT_TABLES_H
