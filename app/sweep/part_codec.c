// SPDX-License-Identifier: MIT

#include "sweep/part_codec.h"

#include "base/fp_bits.h"
#include "base/log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void part_fault(struct part_codec *codec, const char *key, const char *format, ...)
{
    const char *at = codec->at;
    char text[240];
    va_list arguments;

    if (codec->failed)
        return;
    codec->failed = true;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_error("%s: %s%s%s: %s", codec->path, at[0] || key ? at : "the file",
              at[0] && key ? "." : "", key ? key : "", text);
}

static void put_value(json_t *in, const char *key, json_t *value)
{
    if (key)
        json_object_set_new(in, key, value);
    else
        json_array_append_new(in, value);
}

static json_t *next_value(struct part_codec *codec, json_t *in, const char *key)
{
    json_t *value = key ? json_object_get(in, key) : json_array_get(in, 0);

    if (!value)
        part_fault(codec, NULL, "%s is missing", key ? key : "a value");
    return codec->failed ? NULL : value;
}

static void drop_value(json_t *in, const char *key)
{
    if (key)
        json_object_del(in, key);
    else
        json_array_remove(in, 0);
}

json_t *part_open(struct part_codec *codec, json_t *in, const char *key, json_type type)
{
    bool array = type == JSON_ARRAY;
    json_t *value;

    if (codec->writes) {
        value = array ? json_array() : json_object();
        put_value(in, key, value);
        return value;
    }
    value = next_value(codec, in, key);
    if (value && json_typeof(value) != type)
        part_fault(codec, key, "%s is wanted", array ? "an array" : "an object");
    return codec->failed ? NULL : value;
}

void part_close(struct part_codec *codec, json_t *in, const char *key, json_t *opened)
{
    void *left = json_object_iter(opened);

    if (codec->writes || codec->failed)
        return;
    if (left)
        part_fault(codec, key, "%.40s is not known", json_object_iter_key(left));
    else if (json_array_size(opened))
        part_fault(codec, key, "too many values");
    drop_value(in, key);
}

void part_integer(struct part_codec *codec, json_t *in, const char *key, int64_t *value,
                  int64_t low, int64_t high)
{
    const json_t *json;

    if (codec->writes) {
        put_value(in, key, json_integer(*value));
        return;
    }
    json = next_value(codec, in, key);
    *value = json_integer_value(json);
    if (!json_is_integer(json) || *value < low || *value > high)
        part_fault(codec, key, "an integer from %" PRId64 " to %" PRId64 " is wanted",
                   low, high);
    drop_value(in, key);
}

void part_hex(struct part_codec *codec, json_t *in, const char *key, uint64_t *value,
              uint64_t most)
{
    const char *text;
    size_t digits;

    if (codec->writes) {
        put_value(in, key, json_sprintf("%" PRIx64, *value));
        return;
    }
    text = json_string_value(next_value(codec, in, key));
    digits = text ? strspn(text, "0123456789abcdef") : 0;
    if (digits == 0 || digits > 16 || text[digits] || (digits > 1 && text[0] == '0') ||
        (*value = strtoull(text, NULL, 16)) > most)
        part_fault(codec, key, "hex digits are wanted, up to %" PRIx64, most);
    drop_value(in, key);
}

void part_double(struct part_codec *codec, json_t *in, const char *key, double *value)
{
    uint64_t bits = fp_bits64(*value);

    part_hex(codec, in, key, &bits, UINT64_MAX);
    *value = fp_from_bits64(bits);
}

void part_text(struct part_codec *codec, json_t *in, const char *key, char *text,
               size_t size)
{
    const char *from;

    if (codec->writes) {
        json_t *string = json_string(text);

        if (!string)
            part_fault(codec, key, "is no UTF-8");
        put_value(in, key, string);
        return;
    }
    from = json_string_value(next_value(codec, in, key));
    if (!from)
        part_fault(codec, key, "a string is wanted");
    else if (strlen(from) >= size)
        part_fault(codec, key, "a string of less than %zu bytes is wanted", size);
    else
        memcpy(text, from, strlen(from) + 1);
    drop_value(in, key);
}

void part_boolean(struct part_codec *codec, json_t *in, const char *key, bool *value)
{
    const json_t *json;

    if (codec->writes) {
        put_value(in, key, json_boolean(*value));
        return;
    }
    json = next_value(codec, in, key);
    if (!json_is_boolean(json))
        part_fault(codec, key, "true or false is wanted");
    *value = json_is_true(json);
    drop_value(in, key);
}

bool part_null(struct part_codec *codec, json_t *in, const char *key, bool is)
{
    if (codec->writes && is)
        put_value(in, key, json_null());
    if (codec->writes || codec->failed)
        return is;
    is = json_is_null(key ? json_object_get(in, key) : json_array_get(in, 0));
    if (is)
        drop_value(in, key);
    return is;
}
