// SPDX-License-Identifier: MIT
//
// The tables of fields that the document is made of, and short forms of their entries.

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "document/fields.h"
#include "report/report.h"

// Of struct finding. Its remarks are objects with "kind" and the numbers that the kind
// has.
extern const struct field json_finding[];

// The document of report.json; the caller's.
json_t *report_document(const struct report *report);

#endif // REPORT_JSON_H
