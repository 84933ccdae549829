// SPDX-License-Identifier: MIT
//
// The tables of fields that the document is made of, and short forms of their entries.

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report/fields.h"

extern const struct field json_device[];    // of struct facts
extern const struct field json_claims[];    // of it too: what a device claims
extern const struct field json_reference[]; // of struct report

// Of struct finding. Its remarks are objects with "kind" and the numbers that the kind
// has.
extern const struct field json_finding[];

// Reads that hold what was read of an object against the rest of it: a verdict has a
// reason; cells are pixels or more, where a picture was painted; a picture has a size;
// findings have a topic.
void json_check_end(struct reader *reader, json_t *object, void *report);
void json_check_outcome(struct reader *reader, json_t *object, void *verdict);
void json_check_grid(struct reader *reader, json_t *object, void *result);
void json_check_picture(struct reader *reader, json_t *object, void *result);
void json_check_topic(struct reader *reader, json_t *object, void *result);

// clang-format off
#define TEXT(KEY, TYPE, MEMBER) { KEY, FIELD_TEXT, FIELD_AT(TYPE, MEMBER) }
#define NAME(KEY, TYPE, MEMBER) { KEY, FIELD_NAME, FIELD_AT(TYPE, MEMBER) }
#define TRUTH(KEY, TYPE, MEMBER) { KEY, FIELD_BOOLEAN, FIELD_AT(TYPE, MEMBER) }
#define INT(KEY, TYPE, MEMBER, LOW, HIGH) \
    { KEY, FIELD_INT, FIELD_AT(TYPE, MEMBER), .low = LOW, .high = HIGH }
#define LONG(KEY, TYPE, MEMBER, LOW) \
    { KEY, FIELD_LONG, FIELD_AT(TYPE, MEMBER), .low = LOW, .high = INT32_MAX }
#define SHARE(KEY, TYPE, MEMBER, WHOLE) \
    { KEY, FIELD_SHARE, FIELD_AT(TYPE, MEMBER), .max = offsetof(TYPE, WHOLE) }
#define KNOWN(KEY, TYPE, MEMBER, HIGH) \
    { KEY, FIELD_KNOWN, FIELD_AT(TYPE, MEMBER), .high = HIGH }
#define WORD(KEY, TYPE, MEMBER, COUNT, WORDS) \
    { KEY, FIELD_WORD, FIELD_AT(TYPE, MEMBER), .high = COUNT, .name = WORDS }
#define ERROR(TYPE, ABSENCE) \
    { "error_ulp", FIELD_INTERVAL, ABSENCE, FIELD_AT(TYPE, error_min_ulp), \
      .max = offsetof(TYPE, error_max_ulp), .flag = offsetof(TYPE, error_known) }
#define OBJECT(KEY, TYPE, MEMBER, FIELDS) \
    { KEY, FIELD_OBJECT, FIELD_AT(TYPE, MEMBER), .fields = FIELDS }
#define PART(TYPE, MEMBER, FIELDS) \
    { "", FIELD_PART, FIELD_AT(TYPE, MEMBER), .fields = FIELDS }
#define OTHER(KEY, WRITE, READ) { KEY, FIELD_OTHER, .write = WRITE, .read = READ }
// clang-format on

#endif // REPORT_JSON_H
