// SPDX-License-Identifier: MIT

#include "report/build.h"

#include "base/fp.h"
#include "base/verdict.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Jansson takes no invalid UTF-8. A driver's string is no reason to lose a report:
// each byte that is no part of a character becomes U+FFFD.
static json_t *repaired(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(3 * length + 1), *to = copy;
    json_t *value = NULL;

    if (!copy)
        return NULL;
    for (size_t i = 0; i < length;) {
        size_t n = 1;
        json_t *character = NULL;
        for (; n <= 4 && i + n <= length && !character; n++)
            character = json_stringn(text + i, n);
        n = character ? n - 1 : 1;
        memcpy(to, character ? text + i : "\xef\xbf\xbd", character ? n : 3);
        to += character ? n : 3;
        i += n;
        json_decref(character);
    }
    *to = 0;
    value = json_string(copy);
    free(copy);
    return value;
}

json_t *report_build_string(const char *text)
{
    json_t *value = json_string(text);

    return value ? value : repaired(text);
}

json_t *report_build_string_or_null(const char *text)
{
    return text[0] ? report_build_string(text) : json_null();
}

json_t *report_build_hex(uint64_t bits, int digits)
{
    return json_sprintf("0x%0*llx", digits, (unsigned long long) bits);
}

json_t *report_build_rules(uint32_t rules)
{
    json_t *array = json_array();

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (rules & VERDICT_RULE(i) &&
            json_array_append_new(array, json_string(fp_round_name((enum fp_round) i)))) {
            json_decref(array);
            return NULL;
        }
    return array;
}

json_t *report_build_object(const char *key, ...)
{
    json_t *json = json_object();
    va_list list;
    bool ok = json;

    va_start(list, key);
    for (; key; key = va_arg(list, const char *))
        ok &= !json_object_set_new(json, key, va_arg(list, json_t *));
    va_end(list);
    if (ok)
        return json;
    json_decref(json);
    return NULL;
}

json_t *report_build_number(double value)
{
    json_t *decimal = json_real(value); // NULL for what JSON cannot say

    return report_build_object("value", decimal ? decimal : json_null(), "bits",
                               report_build_hex(fp_bits64(value), 16), REPORT_BUILD_END);
}

struct text {
    char *bytes;
    size_t length, room;
    bool failed;
};

static int add_bytes(const char *bytes, size_t count, void *to)
{
    struct text *text = to;

    if (text->length + count + 1 > text->room) {
        size_t room = 2 * (text->length + count + 1);
        char *larger = realloc(text->bytes, room);
        if (!larger) {
            text->failed = true;
            return -1;
        }
        text->bytes = larger;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = 0;
    return 0;
}

static void add(struct text *text, const char *string)
{
    add_bytes(string, strlen(string), text);
}

static void add_line(struct text *text, int depth)
{
    add(text, "\n");
    for (int i = 0; i < depth; i++)
        add(text, "  ");
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

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *) a, *(const char *const *) b);
}

// Keys in order, json_object_size(json) of them; NULL if there are none, or no memory.
static const char **sorted_keys(json_t *json)
{
    size_t count = json_object_size(json), i = 0;
    const char **keys = count ? malloc(count * sizeof *keys) : NULL;

    for (void *at = keys ? json_object_iter(json) : NULL; at;
         at = json_object_iter_next(json, at))
        keys[i++] = json_object_iter_key(at);
    if (keys)
        qsort(keys, count, sizeof *keys, by_name);
    return keys;
}

static void add_flat(struct text *text, const json_t *json)
{
    const size_t flags = JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_REAL_PRECISION(15);

    if (json_dump_callback(json, add_bytes, text, flags))
        text->failed = true;
}

static void add_value(struct text *text, json_t *json, int depth)
{
    const char **keys = NULL;
    size_t count = json_array_size(json) + json_object_size(json);

    if (!holds_containers(json)) {
        add_flat(text, json);
        return;
    }
    if (json_is_object(json) && !(keys = sorted_keys(json))) {
        text->failed = true;
        return;
    }
    add(text, keys ? "{" : "[");
    for (size_t i = 0; i < count; i++) {
        add(text, i ? "," : "");
        add_line(text, depth + 1);
        if (keys) {
            json_t *key = json_string(keys[i]);
            add_flat(text, key);
            json_decref(key);
            add(text, ": ");
        }
        add_value(text, keys ? json_object_get(json, keys[i]) : json_array_get(json, i),
                  depth + 1);
    }
    add_line(text, depth);
    add(text, keys ? "}" : "]");
    free(keys);
}

char *report_build_text(json_t *root)
{
    struct text text = { 0 };

    add_value(&text, root, 0);
    add(&text, "\n");
    if (!text.failed)
        return text.bytes;
    free(text.bytes);
    return NULL;
}
