// SPDX-License-Identifier: MIT

#include "sweep/part_cell.h"

#include "base/log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool part_bad(const struct part_reader *reader, const char *at, const char *format, ...)
{
    char text[240];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    log_error("%s: %s: %s", reader->path, at, text);
    return false;
}

static bool is_name(const char *const *names, const char *key)
{
    for (; *names; names++)
        if (!strcmp(*names, key))
            return true;
    return false;
}

bool part_members(const struct part_reader *reader, const char *at, json_t *object,
                  const char *const *names, json_t **members)
{
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return part_bad(reader, at, "an object is wanted");
    for (int i = 0; names[i]; i++) {
        members[i] = json_object_get(object, names[i]);
        if (!members[i])
            return part_bad(reader, at, "%s is missing", names[i]);
    }
    json_object_foreach(object, key, value) if (!is_name(names, key)) return part_bad(
        reader, at, "%.40s is not known", key);
    return true;
}

bool part_integer(const struct part_reader *reader, const char *at, const json_t *value,
                  int64_t low, int64_t high, int64_t *out)
{
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= low && *out <= high)
        return true;
    return part_bad(reader, at, "an integer from %" PRId64 " to %" PRId64 " is wanted",
                    low, high);
}

bool part_hex(const struct part_reader *reader, const char *at, const json_t *value,
              uint64_t most, uint64_t *out)
{
    const char *text = json_string_value(value);
    size_t digits = text ? strspn(text, "0123456789abcdef") : 0;

    *out = digits > 0 && digits <= 16 && !text[digits] ? strtoull(text, NULL, 16) : 0;
    if (digits > 0 && digits <= 16 && !text[digits] && *out <= most &&
        (digits == 1 || text[0] != '0'))
        return true;
    return part_bad(reader, at, "hex digits are wanted, up to %" PRIx64, most);
}

uint64_t part_got_most(const struct sweep *sweep)
{
    switch (sweep->function.result) {
    case FUNCTION_BINARY16: return UINT16_MAX;
    case FUNCTION_BINARY64: return UINT64_MAX;
    default: return UINT32_MAX;
    }
}

bool part_text_of(const struct part_reader *reader, const char *at, const json_t *value,
                  const char **text)
{
    *text = json_string_value(value);
    return *text || part_bad(reader, at, "a string is wanted");
}

bool part_copy(const struct part_reader *reader, const char *at, const json_t *value,
               char *to, size_t size)
{
    const char *text;

    if (!part_text_of(reader, at, value, &text))
        return false;
    if (strlen(text) >= size)
        return part_bad(reader, at, "a string of less than %zu bytes is wanted", size);
    memcpy(to, text, strlen(text) + 1);
    return true;
}
