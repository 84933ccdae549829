// SPDX-License-Identifier: MIT

#include "document/compare.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct walk {
    char key[96]; // the present one
    const char *ignored;
    struct document_difference found;
};

static void walk_any(struct walk *walk, json_t *a, json_t *b);

// Compares the values below a step, which is cut if the key is full.
static void walk_below(struct walk *walk, const char *step, json_t *a, json_t *b)
{
    size_t length = strlen(walk->key);

    if (walk->ignored && !strcmp(step, walk->ignored))
        return;
    snprintf(walk->key + length, sizeof walk->key - length, "%s%s",
             length && step[0] != '[' ? "." : "", step);
    walk_any(walk, a, b);
    walk->key[length] = '\0';
}

static void walk_object(struct walk *walk, json_t *a, json_t *b)
{
    const char *key;
    json_t *value;

    json_object_foreach(b, key, value)
        walk_below(walk, key, json_object_get(a, key), value);
    json_object_foreach(a, key, value)
    {
        if (!json_object_get(b, key))
            walk_below(walk, key, value, NULL);
    }
}

static void walk_array(struct walk *walk, json_t *a, json_t *b)
{
    char step[24];

    for (size_t i = 0; i < json_array_size(b); i++) {
        snprintf(step, sizeof step, "[%zu]", i);
        walk_below(walk, step, json_array_get(a, i), json_array_get(b, i));
    }
}

static void walk_any(struct walk *walk, json_t *a, json_t *b)
{
    struct document_difference *found = &walk->found;

    if (json_is_object(a) && json_is_object(b)) {
        walk_object(walk, a, b);
    } else if (json_is_array(a) && json_is_array(b) &&
               json_array_size(a) == json_array_size(b)) {
        walk_array(walk, a, b);
    } else if (!json_equal(a, b) && found->count++ == 0) {
        memcpy(found->key, walk->key, sizeof found->key);
        found->a = a;
        found->b = b;
    }
}

struct document_difference document_compare(json_t *a, json_t *b, const char *ignored)
{
    struct walk walk = { .ignored = ignored };

    walk_any(&walk, a, b);
    return walk.found;
}

char *document_value(json_t *value)
{
    return value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS)
                 : memory_text("nothing");
}
