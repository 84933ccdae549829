// SPDX-License-Identifier: MIT
//
// Values out of a JSON document, strictly: the first fault is logged with its place and
// stops all further reading; every getter then returns something harmless, so that no
// caller needs to look before the end.

#ifndef REPORT_READER_H
#define REPORT_READER_H

#include "base/log.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader {
    const char *name; // of the document, for messages
    char where[64];   // "results[3]", "device", ...
    bool failed;
};

// Logs "name: where.key: ...", the first time.
void reader_fault(struct reader *reader, const char *key, const char *format, ...)
    LOG_PRINTF(3, 4);

// The value of a key that must be there, of that type (JSON_TRUE: either boolean). NULL
// after a fault.
json_t *reader_get(struct reader *reader, json_t *object, const char *key,
                   json_type type);

bool reader_is_null(json_t *object, const char *key);
bool reader_boolean(struct reader *reader, json_t *object, const char *key);

// In [low, high]; `low` after a fault.
long reader_integer(struct reader *reader, json_t *object, const char *key, long low,
                    long high);

// In [0, high], or -1 for null: not known.
int reader_known(struct reader *reader, json_t *object, const char *key, int high);

// A string; "" after a fault. Lives as long as the document.
const char *reader_word(struct reader *reader, json_t *object, const char *key);

// A string of fewer than `size` bytes into `to`.
void reader_string(struct reader *reader, json_t *object, const char *key, char *to,
                   size_t size);

// The same; `to` is left alone for null.
void reader_string_or_null(struct reader *reader, json_t *object, const char *key,
                           char *to, size_t size);

// A file beside the report, or null.
void reader_file_or_null(struct reader *reader, json_t *object, const char *key, char *to,
                         size_t size);

// "0x" and that many hex digits.
uint64_t reader_hex(struct reader *reader, json_t *object, const char *key,
                    size_t digits);

void reader_sha256_or_null(struct reader *reader, json_t *object, const char *key,
                           char to[65]);

// The index of a word among `count` names; 0 after a fault.
int reader_one_of(struct reader *reader, json_t *object, const char *key,
                  const char *(*name)(int), int count);

// Names of rounding rules, as bits: VERDICT_RULE.
uint32_t reader_rules(struct reader *reader, json_t *object, const char *key);

#endif // REPORT_READER_H
