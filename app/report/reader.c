// SPDX-License-Identifier: MIT

#include "report/reader.h"

#include "base/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reader_fault(struct reader *reader, const char *key, const char *format, ...)
{
    char what[200];
    va_list list;

    if (reader->failed)
        return;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    log_error("%s: %s%s%s: %s", reader->name, reader->where, reader->where[0] ? "." : "",
              key, what);
    reader->failed = true;
}

// The value of a key that must be there, of that type. NULL after a fault.
json_t *reader_get(struct reader *reader, json_t *object, const char *key, json_type type)
{
    static const char *const names[] = { [JSON_OBJECT] = "an object",
                                         [JSON_ARRAY] = "an array",
                                         [JSON_STRING] = "a string",
                                         [JSON_INTEGER] = "an integer",
                                         [JSON_TRUE] = "true or false" };
    json_t *value = json_object_get(object, key);
    bool fits =
        type == JSON_TRUE ? json_is_boolean(value) : value && json_typeof(value) == type;

    if (fits)
        return value;
    reader_fault(reader, key, value ? "is not %s" : "is missing (%s)", names[type]);
    return NULL;
}

bool reader_is_null(json_t *object, const char *key)
{
    return json_is_null(json_object_get(object, key));
}

bool reader_boolean(struct reader *reader, json_t *object, const char *key)
{
    return json_is_true(reader_get(reader, object, key, JSON_TRUE));
}

long reader_integer(struct reader *reader, json_t *object, const char *key, long low,
                    long high)
{
    json_t *value = reader_get(reader, object, key, JSON_INTEGER);
    json_int_t number = json_integer_value(value);

    if (value && number >= low && number <= high)
        return (long) number;
    reader_fault(reader, key, "%" JSON_INTEGER_FORMAT " is not in [%ld, %ld]", number,
                 low, high);
    return low;
}

// null is -1: not known.
int reader_known(struct reader *reader, json_t *object, const char *key, int high)
{
    return reader_is_null(object, key)
               ? -1
               : (int) reader_integer(reader, object, key, 0, high);
}

const char *reader_word(struct reader *reader, json_t *object, const char *key)
{
    const char *text = json_string_value(reader_get(reader, object, key, JSON_STRING));

    return text ? text : "";
}

void reader_string(struct reader *reader, json_t *object, const char *key, char *to,
                   size_t size)
{
    const char *text = reader_word(reader, object, key);

    if (strlen(text) >= size)
        reader_fault(reader, key, "is longer than %zu bytes", size - 1);
    else
        memcpy(to, text, strlen(text) + 1);
}

void reader_string_or_null(struct reader *reader, json_t *object, const char *key,
                           char *to, size_t size)
{
    if (!reader_is_null(object, key))
        reader_string(reader, object, key, to, size);
}

// A file beside the report: a foreign report must not name any other.
void reader_file_or_null(struct reader *reader, json_t *object, const char *key, char *to,
                         size_t size)
{
    reader_string_or_null(reader, object, key, to, size);
    if (strchr(to, '/') || !strcmp(to, "..") || !strcmp(to, "."))
        reader_fault(reader, key, "is not the name of a file beside the report");
}

uint64_t reader_hex(struct reader *reader, json_t *object, const char *key, size_t digits)
{
    const char *text = reader_word(reader, object, key);

    if (strlen(text) == digits + 2 && !memcmp(text, "0x", 2) &&
        strspn(text + 2, "0123456789abcdef") == digits)
        return strtoull(text, NULL, 16);
    reader_fault(reader, key, "is not 0x and %zu hex digits", digits);
    return 0;
}

void reader_sha256_or_null(struct reader *reader, json_t *object, const char *key,
                           char to[65])
{
    if (reader_is_null(object, key))
        return;
    reader_string(reader, object, key, to, 65);
    if (strspn(to, "0123456789abcdef") != 64)
        reader_fault(reader, key, "is not a SHA-256 in lower-case hex");
}

// The index of a word in an enum's names.
int reader_one_of(struct reader *reader, json_t *object, const char *key,
                  const char *(*name)(int), int count)
{
    const char *text = reader_word(reader, object, key);

    for (int i = 0; i < count; i++)
        if (!strcmp(text, name(i)))
            return i;
    reader_fault(reader, key, "there is no \"%.60s\"", text);
    return 0;
}

uint32_t reader_rules(struct reader *reader, json_t *object, const char *key)
{
    json_t *array = reader_get(reader, object, key, JSON_ARRAY), *item;
    uint32_t rules = 0;
    size_t i;

    json_array_foreach(array, i, item)
    {
        enum fp_round round = FP_RNE;
        const char *name = json_string_value(item);

        if (name && fp_round_find(name, &round))
            rules |= VERDICT_RULE(round);
        else
            reader_fault(reader, key, "there is no rule \"%.60s\"", name ? name : "");
    }
    return rules;
}
