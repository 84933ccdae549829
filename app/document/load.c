// SPDX-License-Identifier: MIT

#include "document/load.h"

#include "base/file.h"
#include "base/log.h"

#include <stdbool.h>
#include <string.h>

// The size of a JSON text: its values, and how deep they are nested.
struct extent {
    long values, depth, deepest;
    bool quoted;
};

// A value stands before each comma and colon, and in each bracket.
static void extent_add(struct extent *extent, char c)
{
    extent->values += c == ',' || c == ':' || c == '[' || c == '{';
    extent->depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (extent->depth > extent->deepest)
        extent->deepest = extent->depth;
}

static struct extent extent_of(const char *text, size_t size)
{
    struct extent extent = { 0 };

    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"')
            extent.quoted = !extent.quoted;
        else if (extent.quoted)
            i += text[i] == '\\';
        else
            extent_add(&extent, text[i]);
    }
    return extent;
}

// Returns why a text is not JSON as this program writes it, or NULL.
static const char *load_fault(const char *text, size_t size)
{
    if (file_is_lfs(text, size))
        return FILE_LFS;
    if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
        return "begins with a byte order mark; save it as UTF-8 without one";
    if (size >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)))
        return "begins with a byte order mark of UTF-16; save it as UTF-8 without one";
    return NULL;
}

json_t *document_load(const char *text, size_t size, const char *name)
{
    const struct extent extent = extent_of(text, size);
    const char *fault = load_fault(text, size);
    json_error_t error;
    json_t *root;

    if (fault) {
        log_error("%s: %s", name, fault);
        return NULL;
    }
    if (extent.values > DOCUMENT_LOAD_VALUES) {
        log_error("%s: has more than %d values", name, DOCUMENT_LOAD_VALUES);
        return NULL;
    }
    if (extent.deepest > DOCUMENT_LOAD_DEPTH) {
        log_error("%s: is nested more than %d deep", name, DOCUMENT_LOAD_DEPTH);
        return NULL;
    }
    root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        log_error("%s:%d:%d: %s", name, error.line, error.column, error.text);
    return root;
}
