// SPDX-License-Identifier: MIT

#include "document/fields.h"

#include "base/fp_bits.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/verdict.h"
#include "document/build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBER(TYPE, BASE, AT) (*(TYPE *) ((char *) (BASE) + (AT)))

// ---- writing ----

static bool fields_is_there(const struct field *field, void *base)
{
    char *at = (char *) base + field->at;

    if (field->there)
        return field->there(base, at);
    if (field->flag)
        return MEMBER(bool, base, field->flag);
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_NAME:
    case FIELD_SHA256: return *at;
    case FIELD_BOOLEAN: return *(bool *) at;
    case FIELD_INT:
    case FIELD_WORD: return *(int *) at != 0 && *(int *) at >= field->low;
    case FIELD_LONG: return *(long *) at != 0;
    case FIELD_BITS: return *(uint64_t *) at != 0;
    case FIELD_NUMBER: return *(double *) at != 0;
    case FIELD_LIST: return MEMBER(int, base, field->count) > 0;
    case FIELD_OBJECT: return fields_is_there(field->fields, at);
    default: return true;
    }
}

static json_t *interval_json(double min, double max)
{
    return document_object("min", document_number(min), "max", document_number(max),
                           DOCUMENT_END);
}

static char *items_of(const struct field *field, void *base)
{
    return field->owned ? MEMBER(char *, base, field->at) : (char *) base + field->at;
}

static json_t *list_json(const struct field *field, void *base)
{
    json_t *array = json_array();

    for (int i = 0; i < MEMBER(int, base, field->count); i++)
        json_array_append_new(
            array,
            fields_json(field->fields, items_of(field, base) + (size_t) i * field->size));
    return array;
}

static json_t *value_json(const struct field *field, void *base)
{
    void *at = (char *) base + field->at;

    switch (field->kind) {
    case FIELD_BOOLEAN: return json_boolean(*(bool *) at);
    case FIELD_INT: return json_integer(*(int *) at);
    case FIELD_LONG:
    case FIELD_SHARE: return json_integer(*(long *) at);
    case FIELD_KNOWN: return *(int *) at < 0 ? json_null() : json_integer(*(int *) at);
    case FIELD_WORD: return json_string(field->name(*(int *) at));
    case FIELD_HEX: return document_hex(*(uint32_t *) at, 8);
    case FIELD_BITS:
        return document_hex(*(uint64_t *) at, *(uint64_t *) at >> 32 ? 16 : 8);
    case FIELD_RULES: return document_rules(*(uint32_t *) at);
    case FIELD_ROUNDING: return json_string(verdict_rounding(*(uint32_t *) at));
    case FIELD_NUMBER: return document_number(*(double *) at);
    case FIELD_INTERVAL:
        return interval_json(*(double *) at, MEMBER(double, base, field->max));
    case FIELD_OBJECT: return fields_json(field->fields, at);
    case FIELD_LIST: return list_json(field, base);
    case FIELD_OTHER: return field->write ? field->write(base) : NULL;
    default: return document_string(at);
    }
}

static void write_field(const struct field *field, void *base, json_t *object)
{
    json_t *value = NULL;

    if (field->kind == FIELD_PART) {
        value = fields_json(field->fields, (char *) base + field->at);
        json_object_update(object, value);
        json_decref(value);
        return;
    }
    if (field->absence == FIELD_REQUIRED || fields_is_there(field, base))
        value = value_json(field, base);
    else if (field->absence != FIELD_OMITTED)
        value = json_null();
    if (value)
        json_object_set_new(object, field->key, value);
}

json_t *fields_json(const struct field *fields, const void *from)
{
    json_t *object = json_object();

    for (const struct field *field = fields; field->kind; field++)
        write_field(field, (void *) from, object);
    return object;
}

// ---- reading ----

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

const char *reader_word(struct reader *reader, json_t *object, const char *key)
{
    const char *text = json_string_value(reader_get(reader, object, key, JSON_STRING));

    return text ? text : "";
}

// A value that is being read: the entry of the table, the key it has in this document.
struct value {
    struct reader *reader;
    const struct field *field;
    json_t *object;
    const char *key;
};

static long fields_read_integer(const struct value *value, long low, long high)
{
    json_t *json = reader_get(value->reader, value->object, value->key, JSON_INTEGER);
    json_int_t number = json_integer_value(json);

    if (json && number >= low && number <= high)
        return (long) number;
    reader_fault(value->reader, value->key,
                 "%" JSON_INTEGER_FORMAT " is not in [%ld, %ld]", number, low, high);
    return low;
}

static const char *fields_read_word(const struct value *value)
{
    return reader_word(value->reader, value->object, value->key);
}

uint64_t reader_hex(struct reader *reader, const char *key, const char *text,
                    size_t digits)
{
    if (strlen(text) == digits + 2 && !memcmp(text, "0x", 2) &&
        strspn(text + 2, "0123456789abcdef") == digits)
        return strtoull(text, NULL, 16);
    reader_fault(reader, key, "is not 0x and %zu hex digits", digits);
    return 0;
}

// The bits are the number; the decimal beside them is for people.
static double fields_read_number(struct reader *reader, json_t *object, const char *key)
{
    json_t *pair = reader_get(reader, object, key, JSON_OBJECT);

    return pair ? fp_from_bits64(
                      reader_hex(reader, "bits", reader_word(reader, pair, "bits"), 16))
                : 0;
}

// The index of a word in an enum's names.
static int read_enum(const struct value *value)
{
    const char *text = fields_read_word(value);

    for (int i = 0; i < value->field->high; i++)
        if (!strcmp(text, value->field->name(i)))
            return i;
    reader_fault(value->reader, value->key, "there is no \"%.60s\"", text);
    return 0;
}

static uint32_t fields_read_rules(const struct value *value)
{
    json_t *array = reader_get(value->reader, value->object, value->key, JSON_ARRAY);
    uint32_t rules = 0;
    json_t *item;
    size_t i;

    json_array_foreach(array, i, item)
    {
        enum fp_round round = FP_RNE;
        const char *name = json_string_value(item);

        if (name && fp_round_find(name, &round))
            rules |= VERDICT_RULE(round);
        else
            reader_fault(value->reader, value->key, "there is no rule \"%.60s\"",
                         name ? name : "");
    }
    return rules;
}

static uint32_t read_rounding(const struct value *value)
{
    const char *name = fields_read_word(value);
    uint32_t rules = verdict_rules(name);

    if (!rules && strcmp(name, "unknown") != 0)
        reader_fault(value->reader, value->key, "there is no rounding \"%.40s\"", name);
    return rules;
}

static void read_interval(const struct value *value, double *min, double *max)
{
    json_t *json = reader_get(value->reader, value->object, value->key, JSON_OBJECT);

    *min = fields_read_number(value->reader, json, "min");
    *max = fields_read_number(value->reader, json, "max");
    if (isnan(*min) || isnan(*max) || *min > *max)
        reader_fault(value->reader, value->key, "is no interval");
}

// Goes into item `i` of this key, or, if that is negative, into its object; the caller
// puts back what `where` was.
static void fields_enter(struct reader *reader, const char *key, int i)
{
    text_add(reader->where, sizeof reader->where, "%s%.16s", reader->where[0] ? "." : "",
             key);
    if (i >= 0)
        text_add(reader->where, sizeof reader->where, "[%d]", i);
}

static void read_object(const struct value *value, const struct field *fields,
                        json_t *json, int i, void *to)
{
    size_t used = strlen(value->reader->where);

    fields_enter(value->reader, value->key, i);
    fields_read(value->reader, fields, json, to);
    value->reader->where[used] = 0;
}

static void fields_read_list(const struct value *value, void *base)
{
    const struct field *field = value->field;
    json_t *array = reader_get(value->reader, value->object, value->key, JSON_ARRAY);
    int *count = &MEMBER(int, base, field->count);
    json_t *json;
    size_t i;

    if (field->high && json_array_size(array) > (size_t) field->high)
        reader_fault(value->reader, value->key, "are more than %ld", field->high);
    if (value->reader->failed || !json_array_size(array))
        return;
    if (field->owned)
        MEMBER(void *, base, field->at) = memory_new(json_array_size(array), field->size);
    json_array_foreach(array, i, json)
    {
        char *to = items_of(field, base) + (size_t) (*count)++ * field->size;

        read_object(value, field->fields, json, (int) i, to);
    }
}

static void read_text(const struct value *value, char *to)
{
    enum field_kind kind = value->field->kind;
    const char *text = fields_read_word(value);

    if (strlen(text) >= value->field->size) {
        reader_fault(value->reader, value->key, "is longer than %zu bytes",
                     value->field->size - 1);
        return;
    }
    memcpy(to, text, strlen(text) + 1);
    if (kind == FIELD_NAME && !to[0])
        reader_fault(value->reader, value->key, "is empty");
    if (kind == FIELD_SHA256 && strspn(to, "0123456789abcdef") != 64)
        reader_fault(value->reader, value->key, "is not a SHA-256 in lower-case hex");
}

static void fields_read_value(const struct value *value, void *base)
{
    const struct field *field = value->field;
    struct reader *reader = value->reader;
    void *at = (char *) base + field->at;

    switch (field->kind) {
    case FIELD_BOOLEAN:
        *(bool *) at =
            json_is_true(reader_get(reader, value->object, value->key, JSON_TRUE));
        break;
    case FIELD_INT:
        *(int *) at = (int) fields_read_integer(value, field->low, field->high);
        break;
    case FIELD_LONG:
        *(long *) at = fields_read_integer(value, field->low, field->high);
        break;
    case FIELD_SHARE:
        *(long *) at = fields_read_integer(value, 0, MEMBER(long, base, field->max));
        break;
    case FIELD_KNOWN:
        *(int *) at = json_is_null(json_object_get(value->object, value->key))
                          ? -1
                          : (int) fields_read_integer(value, 0, field->high);
        break;
    case FIELD_WORD: *(int *) at = read_enum(value); break;
    case FIELD_HEX:
        *(uint32_t *) at =
            (uint32_t) reader_hex(reader, value->key, fields_read_word(value), 8);
        break;
    case FIELD_BITS:
        *(uint64_t *) at = reader_hex(reader, value->key, fields_read_word(value),
                                      strlen(fields_read_word(value)) > 10 ? 16 : 8);
        break;
    case FIELD_RULES: *(uint32_t *) at = fields_read_rules(value); break;
    case FIELD_ROUNDING: *(uint32_t *) at = read_rounding(value); break;
    case FIELD_NUMBER:
        *(double *) at = fields_read_number(reader, value->object, value->key);
        break;
    case FIELD_INTERVAL:
        read_interval(value, at, &MEMBER(double, base, field->max));
        break;
    case FIELD_OBJECT:
        read_object(value, field->fields,
                    reader_get(reader, value->object, value->key, JSON_OBJECT), -1, at);
        break;
    case FIELD_PART: fields_read(reader, field->fields, value->object, at); break;
    case FIELD_LIST: fields_read_list(value, base); break;
    case FIELD_OTHER:
        if (field->read)
            field->read(reader, value->object, base);
        break;
    default: read_text(value, at);
    }
}

// Whether what may be absent is.
static bool fields_is_absent(const struct value *value, void *base)
{
    const struct field *field = value->field;
    const json_t *json = json_object_get(value->object, value->key);
    bool absent = json ? field->absence == FIELD_NULL && json_is_null(json)
                       : field->absence == FIELD_OMITTED;

    if (absent && field->there && field->there(base, (char *) base + field->at))
        reader_fault(value->reader, value->key, "is missing");
    if (!absent && field->flag)
        MEMBER(bool, base, field->flag) = true;
    return absent;
}

void fields_read(struct reader *reader, const struct field *fields, json_t *object,
                 void *to)
{
    for (const struct field *field = fields; field->kind && !reader->failed; field++) {
        struct value value = { reader, field, object, field->key };

        if (!fields_is_absent(&value, to))
            fields_read_value(&value, to);
    }
}
