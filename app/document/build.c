// SPDX-License-Identifier: MIT

#include "document/build.h"

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/verdict.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void *take_bytes(size_t size)
{
    return memory_resize(NULL, 1, size);
}

// Before main(): Jansson's memory is there, or ends the program.
__attribute__((constructor)) static void use_memory(void)
{
    json_set_alloc_funcs(take_bytes, free);
}

// Jansson takes no invalid UTF-8. A driver's string is no reason to lose a report:
// each byte that is no part of a character becomes U+FFFD.
static json_t *repaired(const char *text)
{
    char *copy = memory_new(3 * strlen(text) + 1, 1), *to = copy;
    uint32_t number;

    while (*text) {
        int length = text_character(text, &number);

        to = mempcpy(to, length ? text : "\xef\xbf\xbd", length ? (size_t) length : 3);
        text += length ? length : 1;
    }
    json_t *value = json_string(copy);

    free(copy);
    return value;
}

json_t *document_string(const char *text)
{
    json_t *value = json_string(text);

    return value ? value : repaired(text);
}

json_t *document_string_or_null(const char *text)
{
    return text[0] ? document_string(text) : json_null();
}

json_t *document_hex(uint64_t bits, int digits)
{
    return json_sprintf("0x%0*llx", digits, (unsigned long long) bits);
}

json_t *document_rules(uint32_t rules)
{
    json_t *array = json_array();

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (rules & VERDICT_RULE(i))
            json_array_append_new(array, json_string(fp_round_name((enum fp_round) i)));
    return array;
}

json_t *document_object(const char *key, ...)
{
    json_t *json = json_object();
    va_list list;

    va_start(list, key);
    for (; key; key = va_arg(list, const char *))
        json_object_set_new(json, key, va_arg(list, json_t *));
    va_end(list);
    return json;
}

json_t *document_number(double value)
{
    json_t *decimal = json_real(value); // NULL for what JSON cannot say

    return document_object("value", decimal ? decimal : json_null(), "bits",
                           document_hex(fp_bits64(value), 16), DOCUMENT_END);
}

struct text {
    char *bytes;
    size_t length, room;
};

static int add_bytes(const char *bytes, size_t count, void *to)
{
    struct text *text = to;

    if (text->length + count + 1 > text->room) {
        text->room = 2 * (text->length + count + 1);
        text->bytes = memory_resize(text->bytes, text->room, 1);
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = 0;
    return 0;
}

static void add_string(struct text *text, const char *string)
{
    add_bytes(string, strlen(string), text);
}

static void add_line(struct text *text, int depth)
{
    add_string(text, "\n");
    for (int i = 0; i < depth; i++)
        add_string(text, "  ");
}

static bool is_container(const json_t *json)
{
    return json_is_object(json) || json_is_array(json);
}

static bool holds_containers(json_t *json)
{
    const char *key;
    json_t *value;

    for (size_t i = 0; i < json_array_size(json); i++)
        if (is_container(json_array_get(json, i)))
            return true;
    json_object_foreach(json, key, value)
    {
        if (is_container(value))
            return true;
    }
    return false;
}

static int build_by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *) a, *(const char *const *) b);
}

// Keys in order, json_object_size(json) of them.
static const char **sorted_keys(json_t *json)
{
    size_t count = 0;
    const char **keys = memory_new(json_object_size(json), sizeof *keys), *key;
    json_t *value;

    json_object_foreach(json, key, value) keys[count++] = key;
    qsort(keys, count, sizeof *keys, build_by_name);
    return keys;
}

static void add_flat(struct text *text, const json_t *json)
{
    json_dump_callback(json, add_bytes, text,
                       JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
}

static void add_value(struct text *text, json_t *json, int depth)
{
    const char **keys = json_is_object(json) ? sorted_keys(json) : NULL;
    size_t count = json_array_size(json) + json_object_size(json);

    if (!holds_containers(json)) {
        add_flat(text, json);
        free(keys);
        return;
    }
    add_string(text, keys ? "{" : "[");
    for (size_t i = 0; i < count; i++) {
        add_string(text, i ? "," : "");
        add_line(text, depth + 1);
        if (keys) {
            json_t *key = json_string(keys[i]);
            add_flat(text, key);
            json_decref(key);
            add_string(text, ": ");
        }
        add_value(text, keys ? json_object_get(json, keys[i]) : json_array_get(json, i),
                  depth + 1);
    }
    add_line(text, depth);
    add_string(text, keys ? "}" : "]");
    free(keys);
}

char *document_text(json_t *root)
{
    struct text text = { 0 };

    add_value(&text, root, 0);
    add_string(&text, "\n");
    return text.bytes;
}
