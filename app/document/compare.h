// SPDX-License-Identifier: MIT
//
// Compares two JSON values key by key.

#ifndef DOCUMENT_COMPARE_H
#define DOCUMENT_COMPARE_H

#include <jansson.h>

// The keys in which two values differ.
struct document_difference {
    int count;
    char key
        [96]; // the first one, "findings[3].answer"; "" if the values themselves differ
    json_t *a, *b; // its two values; NULL: the key is missing
};

// Compares all keys but those called `ignored`, which may be NULL. An array of another
// length is one difference.
struct document_difference document_compare(json_t *a, json_t *b, const char *ignored);

// Returns a value as text on one line, "nothing" for NULL; the caller frees it.
char *document_value(json_t *value);

#endif // DOCUMENT_COMPARE_H
