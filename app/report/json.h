// SPDX-License-Identifier: MIT
//
// The tables of fields that the document is made of, and short forms of their entries.

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "document/fields.h"
#include "report/report.h"

extern const struct field json_reference[]; // of struct report

// Of struct finding. Its remarks are objects with "kind" and the numbers that the kind
// has.
extern const struct field json_finding[];

// The document of report.json; the caller's.
json_t *report_document(const struct report *report);

// Reads that hold what was read of an object against the rest of it: a verdict has a
// reason; cells are pixels or more, where a picture was painted; a picture has a size;
// findings have a topic.
void json_check_end(struct reader *reader, json_t *object, void *report);
void json_check_outcome(struct reader *reader, json_t *object, void *verdict);
void json_check_grid(struct reader *reader, json_t *object, void *result);
void json_check_picture(struct reader *reader, json_t *object, void *result);
void json_check_topic(struct reader *reader, json_t *object, void *result);

#endif // REPORT_JSON_H
