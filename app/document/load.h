// SPDX-License-Identifier: MIT
//
// JSON of strangers: bounded before anything is made of it, because a document of a few
// MiB may ask for gigabytes of memory.

#ifndef DOCUMENT_LOAD_H
#define DOCUMENT_LOAD_H

#include <jansson.h>
#include <stddef.h>

// The largest report in captures/ has 115,331 values, 8 deep; a value takes up to 250
// bytes of memory.
#define DOCUMENT_LOAD_VALUES 500000
#define DOCUMENT_LOAD_DEPTH  32

// The document, the caller's. Returns NULL, after logging "name: why", if it is no JSON,
// has a key twice, or has more values than that or deeper ones.
json_t *document_load(const char *text, size_t size, const char *name);

#endif // DOCUMENT_LOAD_H
