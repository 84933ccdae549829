// SPDX-License-Identifier: MIT
//
// How it works: one reader goes down the document. The first fault stops all further
// reading (`failed`); every getter then returns something harmless, so that no caller
// needs to look before the end. Unknown keys are left alone: later versions add some.

#include "report.h"

#include "log.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA   "fpstripe-report/1"
#define SIDE_MAX 16384

struct reader {
    const char *name;
    char where[64]; // "results[3]", "device", ...
    bool failed;
};

LOG_PRINTF(3, 4)
static void fault(struct reader *reader, const char *key, const char *format, ...)
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
static json_t *get(struct reader *reader, json_t *object, const char *key, json_type type)
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
    fault(reader, key, value ? "is not %s" : "is missing (%s)", names[type]);
    return NULL;
}

static bool is_null(json_t *object, const char *key)
{
    return json_is_null(json_object_get(object, key));
}

static bool boolean(struct reader *reader, json_t *object, const char *key)
{
    return json_is_true(get(reader, object, key, JSON_TRUE));
}

static long integer(struct reader *reader, json_t *object, const char *key, long low,
                    long high)
{
    json_t *value = get(reader, object, key, JSON_INTEGER);
    json_int_t number = json_integer_value(value);

    if (value && number >= low && number <= high)
        return (long) number;
    fault(reader, key, "%" JSON_INTEGER_FORMAT " is not in [%ld, %ld]", number, low,
          high);
    return low;
}

// null is -1: not known.
static int known(struct reader *reader, json_t *object, const char *key, int high)
{
    return is_null(object, key) ? -1 : (int) integer(reader, object, key, 0, high);
}

static const char *word(struct reader *reader, json_t *object, const char *key)
{
    const char *text = json_string_value(get(reader, object, key, JSON_STRING));

    return text ? text : "";
}

static void string(struct reader *reader, json_t *object, const char *key, char *to,
                   size_t size)
{
    const char *text = word(reader, object, key);

    if (strlen(text) >= size)
        fault(reader, key, "is longer than %zu bytes", size - 1);
    else
        memcpy(to, text, strlen(text) + 1);
}

static void string_or_null(struct reader *reader, json_t *object, const char *key,
                           char *to, size_t size)
{
    if (!is_null(object, key))
        string(reader, object, key, to, size);
}

// A file beside the report: a foreign report must not name any other.
static void file_or_null(struct reader *reader, json_t *object, const char *key, char *to,
                         size_t size)
{
    string_or_null(reader, object, key, to, size);
    if (strchr(to, '/') || !strcmp(to, "..") || !strcmp(to, "."))
        fault(reader, key, "is not the name of a file beside the report");
}

static uint64_t hex(struct reader *reader, json_t *object, const char *key, size_t digits)
{
    const char *text = word(reader, object, key);

    if (strlen(text) == digits + 2 && !memcmp(text, "0x", 2) &&
        strspn(text + 2, "0123456789abcdef") == digits)
        return strtoull(text, NULL, 16);
    fault(reader, key, "is not 0x and %zu hex digits", digits);
    return 0;
}

static void sha256_or_null(struct reader *reader, json_t *object, const char *key,
                           char to[65])
{
    if (is_null(object, key))
        return;
    string(reader, object, key, to, 65);
    if (strspn(to, "0123456789abcdef") != 64)
        fault(reader, key, "is not a SHA-256 in lower-case hex");
}

// The index of a word in an enum's names.
static int one_of(struct reader *reader, json_t *object, const char *key,
                  const char *(*name)(int), int count)
{
    const char *text = word(reader, object, key);

    for (int i = 0; i < count; i++)
        if (!strcmp(text, name(i)))
            return i;
    fault(reader, key, "there is no \"%.60s\"", text);
    return 0;
}

// clang-format off
static const char *any_api(int i) { return api_name((enum api) i); }
static const char *any_stage(int i) { return stage_name((enum stage) i); }
static const char *any_precision(int i) { return precision_name((enum precision) i); }
static const char *any_form(int i) { return form_name((enum form) i); }
static const char *any_readout(int i) { return readout_name((enum readout) i); }
static const char *any_status(int i) { return status_name((enum status) i); }
static const char *any_pattern(int i) { return pattern_name((enum pattern) i); }
// clang-format on

static const char *any_subnormals(int i)
{
    static const char *const names[] = { [SUBNORMALS_UNKNOWN] = "unknown",
                                         [SUBNORMALS_KEPT] = "kept",
                                         [SUBNORMALS_FLUSHED] = "flushed" };

    return names[i];
}

static uint32_t survivors(struct reader *reader, json_t *object)
{
    json_t *array = get(reader, object, "survivors", JSON_ARRAY), *item;
    uint32_t set = 0;
    size_t i;

    json_array_foreach(array, i, item)
    {
        enum fp_round round = FP_RNE;
        const char *name = json_string_value(item);
        if (name && fp_round_find(name, &round))
            set |= VERDICT_RULE(round);
        else
            fault(reader, "survivors", "there is no rule \"%.60s\"", name ? name : "");
    }
    return set;
}

// The bits are the number; the decimal beside them is for people.
static double number(struct reader *reader, json_t *object, const char *key)
{
    json_t *pair = get(reader, object, key, JSON_OBJECT);

    return pair ? fp_from_bits64(hex(reader, pair, "bits", 16)) : 0;
}

static struct verdict verdict(struct reader *reader, json_t *object)
{
    json_t *json = get(reader, object, "verdict", JSON_OBJECT);
    struct verdict verdict = verdict_unknown(STATUS_OK);

    if (!json)
        return verdict;
    verdict.fraction_bits = known(reader, json, "fraction_bits", 52);
    verdict.emax = known(reader, json, "emax", 1023);
    verdict.emax_at_least = boolean(reader, json, "emax_at_least");
    verdict.subnormals =
        (enum subnormals) one_of(reader, json, "subnormals", any_subnormals, 3);
    verdict.survivors = survivors(reader, json);
    verdict.pattern = (enum pattern) one_of(reader, json, "pattern", any_pattern, 3);
    word(reader, json, "rounding");
    word(reader, json, "text");
    if (json_object_get(json, "error_ulp")) {
        json_t *interval = get(reader, json, "error_ulp", JSON_OBJECT);
        verdict.error_known = true;
        verdict.error_min_ulp = number(reader, interval, "min");
        verdict.error_max_ulp = number(reader, interval, "max");
    }
    return verdict;
}

static void outcome(struct reader *reader, json_t *object, struct verdict *verdict)
{
    verdict->status =
        (enum status) one_of(reader, object, "status", any_status, STATUS_COUNT);
    string(reader, object, "reason", verdict->reason, sizeof verdict->reason);
    if (verdict->status != STATUS_OK && !verdict->reason[0])
        fault(reader, "reason", "is empty, and the status is not ok");
}

static void comparison(struct reader *reader, json_t *object, struct result *result)
{
    struct difference *difference = &result->difference;
    json_t *json, *first;

    if (is_null(object, "comparison"))
        return;
    json = get(reader, object, "comparison", JSON_OBJECT);
    difference->pixels = integer(reader, json, "pixels", 1, INT32_MAX);
    difference->mismatches = integer(reader, json, "mismatches", 0, difference->pixels);
    if (difference->mismatches == 0)
        return;
    first = get(reader, json, "first", JSON_OBJECT);
    difference->x = (int) integer(reader, first, "x", 0, SIDE_MAX - 1);
    difference->y = (int) integer(reader, first, "y", 0, SIDE_MAX - 1);
    difference->got = (uint32_t) hex(reader, first, "got", 8);
    difference->want = (uint32_t) hex(reader, first, "want", 8);
    string(reader, first, "where", difference->where, sizeof difference->where);
    string(reader, first, "again", difference->again, sizeof difference->again);
}

static void result(struct reader *reader, json_t *json, struct result *result)
{
    string(reader, json, "probe", result->probe, sizeof result->probe);
    result->stage = (enum stage) one_of(reader, json, "stage", any_stage, STAGE_COUNT);
    result->precision = (enum precision) one_of(reader, json, "precision", any_precision,
                                                PRECISION_COUNT);
    result->form = (enum form) one_of(reader, json, "form", any_form, FORM_COUNT);
    result->readout =
        (enum readout) one_of(reader, json, "readout", any_readout, READOUT_COUNT);
    result->width = (int) integer(reader, json, "width", 0, SIDE_MAX);
    result->height = (int) integer(reader, json, "height", 0, SIDE_MAX);
    result->columns = (int) integer(reader, json, "columns", 0, INT32_MAX);
    result->bands = (int) integer(reader, json, "bands", 0, INT32_MAX);
    result->verdict = verdict(reader, json);
    outcome(reader, json, &result->verdict);
    string_or_null(reader, json, "reference", result->reference,
                   sizeof result->reference);
    comparison(reader, json, result);
    file_or_null(reader, json, "image", result->image, sizeof result->image);
    file_or_null(reader, json, "look", result->look, sizeof result->look);
    sha256_or_null(reader, json, "pixels_sha256", result->sha256);
}

static void results(struct reader *reader, json_t *root, struct report *report)
{
    json_t *array = get(reader, root, "results", JSON_ARRAY), *json;
    size_t i;

    json_array_foreach(array, i, json)
    {
        struct result *one = reader->failed ? NULL : report_add(report);
        if (!one) {
            reader->failed = true;
            return;
        }
        snprintf(reader->where, sizeof reader->where, "results[%zu]", i);
        result(reader, json, one);
    }
    reader->where[0] = 0;
}

static void claim(struct reader *reader, json_t *json, struct facts_claim *claim)
{
    json_t *range = get(reader, json, "range", JSON_ARRAY);
    json_t *low = json_array_get(range, 0), *high = json_array_get(range, 1);

    claim->precision = (int) integer(reader, json, "precision", 0, 1023);
    claim->range_min = (int) json_integer_value(low);
    claim->range_max = (int) json_integer_value(high);
    if (json_array_size(range) != 2 || !json_is_integer(low) || !json_is_integer(high))
        fault(reader, "range", "is not two integers");
}

static void claimed(struct reader *reader, json_t *root, struct facts *facts)
{
    json_t *all = get(reader, root, "claimed", JSON_OBJECT);

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        json_t *precisions = json_object_get(all, stage_name((enum stage) stage));
        for (int i = 0; i < PRECISION_COUNT; i++) {
            json_t *json =
                json_object_get(precisions, precision_name((enum precision) i));
            snprintf(reader->where, sizeof reader->where, "claimed.%s.%s",
                     stage_name((enum stage) stage), precision_name((enum precision) i));
            if (json)
                claim(reader, json, &facts->claimed[stage][i]);
        }
    }
    reader->where[0] = 0;
}

static void device(struct reader *reader, json_t *root, struct facts *facts)
{
    json_t *json = get(reader, root, "device", JSON_OBJECT);

    snprintf(reader->where, sizeof reader->where, "device");
    string(reader, json, "id", facts->id, sizeof facts->id);
    facts->api = (enum api) one_of(reader, json, "api", any_api, API_COUNT);
    string(reader, json, "vendor", facts->vendor, sizeof facts->vendor);
    string(reader, json, "renderer", facts->renderer, sizeof facts->renderer);
    string(reader, json, "version", facts->version, sizeof facts->version);
    string(reader, json, "glsl", facts->glsl, sizeof facts->glsl);
    string(reader, json, "driver", facts->driver, sizeof facts->driver);
    facts->software = boolean(reader, json, "software");
    facts->simulated = boolean(reader, json, "simulated");
    reader->where[0] = 0;
}

static void headline(struct reader *reader, json_t *root, struct report *report)
{
    json_t *json = get(reader, root, "verdict", JSON_OBJECT);

    report->headline = verdict(reader, root);
    snprintf(reader->where, sizeof reader->where, "verdict");
    outcome(reader, json, &report->headline);
    report->headline_stage =
        (enum stage) one_of(reader, json, "stage", any_stage, STAGE_COUNT);
    report->headline_precision = (enum precision) one_of(reader, json, "precision",
                                                         any_precision, PRECISION_COUNT);
    reader->where[0] = 0;
}

static void document(struct reader *reader, json_t *root, struct report *report)
{
    const char *schema = word(reader, root, "schema");
    json_t *reference;
    char sha[65];

    if (strcmp(schema, SCHEMA))
        fault(reader, "schema", "is \"%.60s\", not \"" SCHEMA "\"", schema);
    report->complete = boolean(reader, root, "complete");
    word(reader, get(reader, root, "tool", JSON_OBJECT), "version");
    device(reader, root, &report->device);
    claimed(reader, root, &report->device);
    reference = get(reader, root, "reference", JSON_OBJECT);
    string(reader, reference, "kind", report->reference_kind,
           sizeof report->reference_kind);
    string(reader, reference, "name", report->reference_name,
           sizeof report->reference_name);
    headline(reader, root, report);
    results(reader, root, report);

    report_sha256(report, sha);
    if (strcmp(word(reader, root, "measurement_sha256"), sha))
        fault(reader, "measurement_sha256", "does not belong to these results");
}

bool report_read(struct report *report, const char *text, size_t size, const char *name)
{
    struct reader reader = { .name = name };
    json_error_t error;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);

    *report = (struct report){ 0 };
    if (!root) {
        log_error("%s:%d:%d: %s", name, error.line, error.column, error.text);
        return false;
    }
    document(&reader, root, report);
    json_decref(root);
    if (reader.failed)
        report_finish(report);
    return !reader.failed;
}
