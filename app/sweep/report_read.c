// SPDX-License-Identifier: MIT
//
// The reader goes down the document as report/read.c does, but for "sweep" every key is
// one that the writer has: a document is written by this program, and an unknown key in
// it is a fault.

#include "sweep/report.h"

#include "base/log.h"
#include "report/reader.h"

#include <math.h>
#include <string.h>

#define SCHEMA "fpstripe-report/1"

static const char *const keys[] = {
    "asked",        "beyond_means", "binades",      "correctly_rounded",
    "domain",       "faithful",     "first_wrong",  "function",
    "histogram",    "inputs",       "judge",        "kinds",
    "limits",       "listed",       "math",         "max_absolute",
    "max_relative", "max_ulp",      "mean_abs_ulp", "mean_ulp",
    "monotonicity", "precision",    "published",    "result",
    "rounding",     "specials",     "stage",        "summary",
    "symmetry",     "unsettled",
};

static const char *any_domain(int i)
{
    return domain_name((enum domain_kind) i);
}

static void only_known(struct reader *reader, json_t *sweep)
{
    const size_t count = sizeof keys / sizeof *keys;
    const char *key;
    json_t *value;

    for (size_t i = 0; i < count; i++)
        if (!json_object_get(sweep, keys[i]))
            reader_fault(reader, keys[i], "is not there");
    json_object_foreach(sweep, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(key, keys[i]))
            i++;
        if (i == count)
            reader_fault(reader, "sweep", "has a key \"%.40s\", which is unknown", key);
    }
}

static uint64_t count(struct reader *reader, json_t *object, const char *key)
{
    return (uint64_t) reader_integer(reader, object, key, 0, INT64_MAX);
}

// The bits are the number; the decimal beside them is for people, and must be near.
static double number(struct reader *reader, json_t *object, const char *key)
{
    json_t *pair = reader_get(reader, object, key, JSON_OBJECT);
    json_t *decimal = json_object_get(pair, "value");
    double value = pair ? fp_from_bits64(reader_hex(reader, pair, "bits", 16)) : 0;

    if (pair && isfinite(value) &&
        !(fabs(json_number_value(decimal) - value) <= 1e-13 * fabs(value)))
        reader_fault(reader, key, "has a value that is not that of its bits");
    return value;
}

// NAN for null. `*bits` may be NULL.
static double worst(struct reader *reader, json_t *sweep, const char *key, uint64_t *bits)
{
    json_t *json, *a;
    double error;

    if (reader_is_null(sweep, key))
        return NAN;
    json = reader_get(reader, sweep, key, JSON_OBJECT);
    error = number(reader, json, "error");
    reader_boolean(reader, json, "settled");
    reader_get(reader, json, "got", JSON_OBJECT);
    a = reader_get(reader, reader_get(reader, json, "input", JSON_OBJECT), "a",
                   JSON_OBJECT);
    const char *word = reader_word(reader, a, "bits");
    uint64_t value = reader_hex(reader, a, "bits", strlen(word) == 18 ? 16 : 8);
    if (bits)
        *bits = value;
    if (!(error >= 0))
        reader_fault(reader, key, "is no size of an error");
    return error;
}

static double share(struct reader *reader, json_t *sweep, const char *key,
                    uint64_t inputs)
{
    json_t *json = reader_get(reader, sweep, key, JSON_OBJECT);
    uint64_t part = count(reader, json, "count");

    if (part > inputs)
        reader_fault(reader, key, "counts more than there are inputs");
    return inputs ? (double) part / (double) inputs : NAN;
}

// What broke, if anything could; null otherwise.
static uint64_t breaks(struct reader *reader, json_t *sweep, const char *key,
                       const char *what)
{
    if (reader_is_null(sweep, key))
        return 0;
    return count(reader, reader_get(reader, sweep, key, JSON_OBJECT), what);
}

// The counts belong together: kinds make all inputs, bins all finite ones.
static void totals(struct reader *reader, json_t *sweep,
                   struct report_sweep_read *document)
{
    static const char *const names[] = { "finite",  "special",   "overflow",
                                         "flushed", "zero_sign", "wrong" };
    json_t *kinds = reader_get(reader, sweep, "kinds", JSON_OBJECT);
    json_t *bins = reader_get(reader, sweep, "histogram", JSON_ARRAY), *row;
    uint64_t sum = 0, finite = 0;
    size_t i;

    for (i = 0; i < sizeof names / sizeof *names; i++)
        sum += count(reader, kinds, names[i]);
    if (sum != document->inputs)
        reader_fault(reader, "kinds", "are not as many as the inputs");
    json_array_foreach(bins, i, row)
    {
        json_t *inside = json_array_get(row, 2);
        if (json_array_size(row) != 3 || !json_is_integer(inside) ||
            json_integer_value(inside) < 0)
            reader_fault(reader, "histogram", "has a row that is none");
        finite += (uint64_t) json_integer_value(inside);
    }
    // None at all: errors were not counted.
    if (json_array_size(bins) && finite != count(reader, kinds, "finite"))
        reader_fault(reader, "histogram", "does not count the finite ones");
    document->wrong = count(reader, kinds, "wrong");
}

static void read_domain(struct reader *reader, json_t *sweep,
                        struct report_sweep_read *document)
{
    json_t *json = reader_get(reader, sweep, "domain", JSON_OBJECT);
    int kind = reader_one_of(reader, json, "kind", any_domain, DOMAIN_KIND_COUNT);

    snprintf(document->domain, sizeof document->domain, "%s", any_domain(kind));
    document->sample = reader_boolean(reader, json, "sample");
    if (count(reader, json, "last") < count(reader, json, "first"))
        reader_fault(reader, "domain", "ends before it begins");
}

static void read_sweep(struct reader *reader, json_t *sweep,
                       struct report_sweep_read *document)
{
    only_known(reader, sweep);
    reader_string(reader, sweep, "function", document->function,
                  sizeof document->function);
    reader_string(reader, sweep, "judge", document->judge, sizeof document->judge);
    reader_string_or_null(reader, sweep, "stage", document->stage,
                          sizeof document->stage);
    reader_string_or_null(reader, sweep, "precision", document->precision,
                          sizeof document->precision);
    read_domain(reader, sweep, document);
    document->inputs = count(reader, sweep, "inputs");
    if (document->complete != (document->inputs == count(reader, sweep, "asked")))
        reader_fault(reader, "inputs", "and \"complete\" do not agree");
    totals(reader, sweep, document);
    document->max_ulp = worst(reader, sweep, "max_ulp", &document->max_ulp_input);
    document->max_relative = worst(reader, sweep, "max_relative", NULL);
    document->max_absolute = worst(reader, sweep, "max_absolute", NULL);
    document->mean =
        reader_is_null(sweep, "mean_ulp") ? NAN : number(reader, sweep, "mean_ulp");
    document->correct_share = share(reader, sweep, "correctly_rounded", document->inputs);
    document->faithful_share = reader_is_null(sweep, "faithful")
                                   ? NAN
                                   : share(reader, sweep, "faithful", document->inputs);
    document->falls = breaks(reader, sweep, "monotonicity", "falls");
    document->breaks = breaks(reader, sweep, "symmetry", "breaks");
    reader_get(reader, sweep, "limits", JSON_ARRAY);
    reader_get(reader, sweep, "published", JSON_ARRAY);
    reader_get(reader, sweep, "specials", JSON_ARRAY);
    reader_get(reader, reader_get(reader, sweep, "binades", JSON_OBJECT), "rows",
               JSON_ARRAY);
}

static void read_all(struct reader *reader, json_t *root,
                     struct report_sweep_read *document)
{
    const char *schema = reader_word(reader, root, "schema");
    json_t *device;

    if (strcmp(schema, SCHEMA))
        reader_fault(reader, "schema", "is \"%.60s\", not \"" SCHEMA "\"", schema);
    if (!reader->failed && !json_object_get(root, "sweep"))
        reader_fault(reader, "sweep", "is not there: a report of another kind");
    document->complete = reader_boolean(reader, root, "complete");
    reader_word(reader, reader_get(reader, root, "tool", JSON_OBJECT), "version");
    device = reader_get(reader, root, "device", JSON_OBJECT);
    snprintf(reader->where, sizeof reader->where, "device");
    reader_string(reader, device, "where", document->where, sizeof document->where);
    reader_string(reader, device, "renderer", document->renderer,
                  sizeof document->renderer);
    reader_string(reader, device, "version", document->version, sizeof document->version);
    reader_boolean(reader, device, "software");
    snprintf(reader->where, sizeof reader->where, "sweep");
    read_sweep(reader, reader_get(reader, root, "sweep", JSON_OBJECT), document);
}

bool report_sweep_read(const char *path, const char *text,
                       struct report_sweep_read *document)
{
    struct reader reader = { .name = path };
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);

    memset(document, 0, sizeof *document);
    if (!root) {
        log_error("%s:%d:%d: %s", path, error.line, error.column, error.text);
        return false;
    }
    read_all(&reader, root, document);
    json_decref(root);
    return !reader.failed;
}
