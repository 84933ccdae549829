// SPDX-License-Identifier: MIT
//
// Values of a JSON document, made; the counterpart of reader.h. Each is the caller's, and
// is there (memory.h), as is all that Jansson allocates.

#ifndef DOCUMENT_BUILD_H
#define DOCUMENT_BUILD_H

#include <jansson.h>
#include <stdint.h>

// Any string: what is not UTF-8 becomes U+FFFD.
json_t *document_string(const char *text);
json_t *document_string_or_null(const char *text); // null for ""

// "0x" and that many digits.
json_t *document_hex(uint64_t bits, int digits);

// A double with its bits: decimals alone are for reading only.
json_t *document_number(double value);

// The names of rounding rules, bits of VERDICT_RULE.
json_t *document_rules(uint32_t rules);

// An object of pairs of a key and a value, ending in DOCUMENT_END; the values are
// consumed.
json_t *document_object(const char *key, ...);

#define DOCUMENT_END ((const char *) NULL)

// The document as text, keys sorted, ending in a line feed; the caller frees it. Objects
// and arrays that hold no others stand on one line. Decimals have 15 digits.
char *document_text(json_t *root);

#endif // DOCUMENT_BUILD_H
