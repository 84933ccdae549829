// SPDX-License-Identifier: MIT
//
// A struct as a JSON object: one table of its members says how it is written and how it
// is read back. Keys that a table does not have are left alone by the reader: later
// versions add some.

#ifndef DOCUMENT_FIELDS_H
#define DOCUMENT_FIELDS_H

#include "base/log.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Who reads a document, strictly: the first fault is logged with its place and stops all
// further reading; getters then return something harmless, so that no caller needs to
// look before the end.
struct reader {
    const char *name;  // of the document, for messages
    char where[64];    // "results[3].verdict", ...
    const char *probe; // of the result that is read: it knows the kinds of its findings
    bool failed;
};

// Logs "name: where.key: ...", the first time.
void reader_fault(struct reader *reader, const char *key, const char *format, ...)
    LOG_PRINTF(3, 4);

// The value of a key that must be there, of that type (JSON_TRUE: either boolean). NULL
// after a fault.
json_t *reader_get(struct reader *reader, json_t *object, const char *key,
                   json_type type);

// A string; "" after a fault. Lives as long as the document.
const char *reader_word(struct reader *reader, json_t *object, const char *key);

// The bits of a text of "0x" and so many hex digits; 0 after a fault.
uint64_t reader_hex(struct reader *reader, const char *key, const char *text,
                    size_t digits);

// The type of the member, and of its value.
enum field_kind {
    FIELD_END,
    FIELD_TEXT,     // char [size]: a string
    FIELD_NAME,     // the same, never empty
    FIELD_SHA256,   // char [65]
    FIELD_BOOLEAN,  // bool
    FIELD_INT,      // int in [low, high]
    FIELD_LONG,     // long in [low, high]
    FIELD_SHARE,    // long from 0 to the one at `max`
    FIELD_KNOWN,    // int in [0, high], or null for -1
    FIELD_WORD,     // an enum of `high` values, by their names
    FIELD_HEX,      // uint32_t: "0x" and eight digits
    FIELD_BITS,     // uint64_t: the same, or sixteen
    FIELD_RULES,    // uint32_t, bits of VERDICT_RULE: an array of names
    FIELD_ROUNDING, // the same by one name (verdict_rounding)
    FIELD_NUMBER,   // double: its value for people, and its bits, which count
    FIELD_INTERVAL, // two doubles, the larger at `max`
    FIELD_OBJECT,   // a struct with `fields` of its own
    FIELD_PART,     // the same, but its keys stand in this object
    FIELD_LIST,     // an array of such structs
    FIELD_OTHER,    // whatever `write` and `read` make of the struct
};

// What a document has in place of a member that is not there: nothing can be; null; no
// key. `there` decides whether a member is there, and the reader calls it when the value
// is missing. Without `there`, the bool at `flag` decides, which the reader sets. Without
// either, a text that is "", a number that is 0 and a list without items are not there,
// and an object is there if its first member is.
enum field_absence { FIELD_REQUIRED, FIELD_NULL, FIELD_OMITTED };

struct field {
    const char *key;
    enum field_kind kind;
    enum field_absence absence;
    size_t at;   // offset of the member
    size_t size; // of a text; of an item of a list
    long low, high;
    size_t max;  // offset of the upper end of an interval, or of the whole of a share
    size_t flag; // an offset; 0: none
    bool (*there)(const void *from, const void *member);
    const char *(*name)(int);
    const struct field *fields;

    // Of a list: the offset of the int that counts its items, `high` at most; the list is
    // an array of so many, or, if `owned`, a pointer to what memory_new gave.
    size_t count;
    bool owned;

    // The value, or NULL for none; and its way back, from the object that holds the key.
    // Either may be NULL: nothing is written, or read.
    json_t *(*write)(const void *from);
    void (*read)(struct reader *reader, json_t *object, void *to);
};

// A member of a type, with the room it has.
#define FIELD_AT(TYPE, MEMBER) \
    .at = offsetof(TYPE, MEMBER), .size = sizeof(((TYPE *) 0)->MEMBER)

// The object of a struct at `from`, by a table that ends in an entry of zeros. The
// caller's.
json_t *fields_json(const struct field *fields, const void *from);

// Fills the zeroed struct at `to`. After a fault the rest is left as it is.
void fields_read(struct reader *reader, const struct field *fields, json_t *object,
                 void *to);

// Short forms of the entries of a table.
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

#endif // DOCUMENT_FIELDS_H
