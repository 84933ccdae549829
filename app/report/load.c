// SPDX-License-Identifier: MIT

#include "report/load.h"

#include "base/log.h"

#include <stdbool.h>

// What a text holds, were it JSON.
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

json_t *report_load(const char *text, size_t size, const char *name)
{
    const struct extent extent = extent_of(text, size);
    json_error_t error;
    json_t *root;

    if (extent.values > REPORT_LOAD_VALUES) {
        log_error("%s: has more than %d values", name, REPORT_LOAD_VALUES);
        return NULL;
    }
    if (extent.deepest > REPORT_LOAD_DEPTH) {
        log_error("%s: is nested more than %d deep", name, REPORT_LOAD_DEPTH);
        return NULL;
    }
    root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        log_error("%s:%d:%d: %s", name, error.line, error.column, error.text);
    return root;
}
