// SPDX-License-Identifier: MIT
//
// One reader (report/reader.h) goes down the document. Unknown keys are left alone: later
// versions add some.

#include "report/report.h"

#include "base/log.h"
#include "report/read_device.h"
#include "report/reader.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA       "fpstripe-report/1"
#define SIDE_MAX     16384
#define FINDINGS_MAX 256

// clang-format off
static const char *any_stage(int i) { return stage_name((enum stage) i); }
static const char *any_precision(int i) { return precision_name((enum precision) i); }
static const char *any_form(int i) { return form_name((enum form) i); }
static const char *any_readout(int i) { return readout_name((enum readout) i); }
static const char *any_status(int i) { return status_name((enum status) i); }
static const char *any_round(int i) { return fp_round_name((enum fp_round) i); }
static const char *any_subnormals(int i) { return subnormals_name((enum subnormals) i); }
static const char *any_pattern(int i) { return pattern_name((enum pattern) i); }
// clang-format on

// The bits are the number; the decimal beside them is for people.
static double number(struct reader *reader, json_t *object, const char *key)
{
    json_t *pair = reader_get(reader, object, key, JSON_OBJECT);

    return pair ? fp_from_bits64(reader_hex(reader, pair, "bits", 16)) : 0;
}

static void interval(struct reader *reader, json_t *object, double *min, double *max)
{
    json_t *json = reader_get(reader, object, "error_ulp", JSON_OBJECT);

    *min = number(reader, json, "min");
    *max = number(reader, json, "max");
    if (isnan(*min) || isnan(*max) || *min > *max)
        reader_fault(reader, "error_ulp", "is no interval");
}

static struct verdict verdict(struct reader *reader, json_t *object)
{
    json_t *json = reader_get(reader, object, "verdict", JSON_OBJECT);
    struct verdict verdict = verdict_unknown(STATUS_OK);

    if (!json)
        return verdict;
    verdict.fraction_bits = reader_known(reader, json, "fraction_bits", 52);
    verdict.emax = reader_known(reader, json, "emax", 1023);
    verdict.emax_at_least = reader_boolean(reader, json, "emax_at_least");
    verdict.subnormals =
        (enum subnormals) reader_one_of(reader, json, "subnormals", any_subnormals, 3);
    verdict.survivors = reader_rules(reader, json, "survivors");
    verdict.pattern =
        (enum pattern) reader_one_of(reader, json, "pattern", any_pattern, 3);
    reader_word(reader, json, "rounding");
    reader_word(reader, json, "text");
    if (json_object_get(json, "error_ulp")) {
        verdict.error_known = true;
        interval(reader, json, &verdict.error_min_ulp, &verdict.error_max_ulp);
    }
    return verdict;
}

static void outcome(struct reader *reader, json_t *object, struct verdict *verdict)
{
    verdict->status =
        (enum status) reader_one_of(reader, object, "status", any_status, STATUS_COUNT);
    reader_string(reader, object, "reason", verdict->reason, sizeof verdict->reason);
    if (verdict->status != STATUS_OK && !verdict->reason[0])
        reader_fault(reader, "reason", "is empty, and the status is not ok");
}

static void comparison(struct reader *reader, json_t *object, struct result *result)
{
    struct difference *difference = &result->difference;
    json_t *json, *first;

    if (reader_is_null(object, "comparison"))
        return;
    json = reader_get(reader, object, "comparison", JSON_OBJECT);
    difference->pixels = reader_integer(reader, json, "pixels", 1, INT32_MAX);
    difference->mismatches =
        reader_integer(reader, json, "mismatches", 0, difference->pixels);
    if (difference->mismatches == 0)
        return;
    first = reader_get(reader, json, "first", JSON_OBJECT);
    difference->x = (int) reader_integer(reader, first, "x", 0, SIDE_MAX - 1);
    difference->y = (int) reader_integer(reader, first, "y", 0, SIDE_MAX - 1);
    difference->got = (uint32_t) reader_hex(reader, first, "got", 8);
    difference->want = (uint32_t) reader_hex(reader, first, "want", 8);
    reader_string(reader, first, "where", difference->where, sizeof difference->where);
    reader_string(reader, first, "again", difference->again, sizeof difference->again);
}

static void finding(struct reader *reader, json_t *json, struct finding *finding)
{
    reader_string(reader, json, "line", finding->line, sizeof finding->line);
    reader_string(reader, json, "answer", finding->answer, sizeof finding->answer);
    finding->departs = reader_boolean(reader, json, "departs");
    finding->survivors = reader_rules(reader, json, "survivors");
    finding->cases = reader_integer(reader, json, "cases", 0, INT32_MAX);
    finding->agree = reader_integer(reader, json, "agree", 0, finding->cases);
    finding->error_known = !reader_is_null(json, "error_ulp");
    if (finding->error_known)
        interval(reader, json, &finding->error_min_ulp, &finding->error_max_ulp);
    reader_string_or_null(reader, json, "reference", finding->reference,
                          sizeof finding->reference);
    finding->compared = reader_integer(reader, json, "compared", 0, INT32_MAX);
    finding->mismatches =
        reader_integer(reader, json, "mismatches", 0, finding->compared);
    reader_string(reader, json, "detail", finding->detail, sizeof finding->detail);
    if (!finding->line[0] || !finding->answer[0])
        reader_fault(reader, finding->line[0] ? "answer" : "line", "is empty");
}

// Only results of lines have them. `where` is that of the result, again on return.
static void findings(struct reader *reader, json_t *object, struct result *result)
{
    json_t *array, *json;
    char where[sizeof reader->where];
    size_t i;

    if (!json_object_get(object, "topic") && !json_object_get(object, "findings"))
        return;
    array = reader_get(reader, object, "findings", JSON_ARRAY);
    reader_string(reader, object, "topic", result->topic, sizeof result->topic);
    if (!result->topic[0])
        reader_fault(reader, "topic", "is empty");
    if (json_array_size(array) > FINDINGS_MAX)
        reader_fault(reader, "findings", "are more than %d", FINDINGS_MAX);
    if (reader->failed || !json_array_size(array))
        return;
    result->findings = calloc(json_array_size(array), sizeof *result->findings);
    if (!result->findings)
        reader_fault(reader, "findings", "no memory for them");
    memcpy(where, reader->where, sizeof where);
    json_array_foreach(array, i, json)
    {
        if (reader->failed)
            return;
        snprintf(reader->where, sizeof reader->where, "%.24s.findings[%d]", where,
                 (int) i);
        finding(reader, json, &result->findings[result->finding_count++]);
    }
    memcpy(reader->where, where, sizeof where);
}

// `where` is that of the result, again on return.
static void operands(struct reader *reader, json_t *object, struct result *result)
{
    char where[sizeof reader->where];
    struct fp_model *model = &result->operands;
    json_t *json;

    if (!json_object_get(object, "operands"))
        return;
    json = reader_get(reader, object, "operands", JSON_OBJECT);
    memcpy(where, reader->where, sizeof where);
    snprintf(reader->where, sizeof reader->where, "%.40s.operands", where);
    model->format.precision = (int) reader_integer(reader, json, "precision", 2, 53);
    model->format.emax = (int) reader_integer(reader, json, "emax", 1, 1023);
    model->flush_in = model->flush_out = reader_boolean(reader, json, "flushed");
    model->round = (enum fp_round) reader_one_of(reader, json, "rounding", any_round,
                                                 FP_ROUND_COUNT);
    result->built = true;
    memcpy(reader->where, where, sizeof where);
}

static void result(struct reader *reader, json_t *json, struct result *result)
{
    reader_string(reader, json, "probe", result->probe, sizeof result->probe);
    result->stage =
        (enum stage) reader_one_of(reader, json, "stage", any_stage, STAGE_COUNT);
    result->precision = (enum precision) reader_one_of(reader, json, "precision",
                                                       any_precision, PRECISION_COUNT);
    result->form = (enum form) reader_one_of(reader, json, "form", any_form, FORM_COUNT);
    result->readout =
        (enum readout) reader_one_of(reader, json, "readout", any_readout, READOUT_COUNT);
    result->width = (int) reader_integer(reader, json, "width", 0, SIDE_MAX);
    result->height = (int) reader_integer(reader, json, "height", 0, SIDE_MAX);
    result->columns = (int) reader_integer(reader, json, "columns", 0, INT32_MAX);
    result->bands = (int) reader_integer(reader, json, "bands", 0, INT32_MAX);
    result->verdict = verdict(reader, json);
    outcome(reader, json, &result->verdict);
    reader_string_or_null(reader, json, "reference", result->reference,
                          sizeof result->reference);
    comparison(reader, json, result);
    reader_file_or_null(reader, json, "image", result->image, sizeof result->image);
    reader_file_or_null(reader, json, "look", result->look, sizeof result->look);
    reader_sha256_or_null(reader, json, "pixels_sha256", result->sha256);
    operands(reader, json, result);
    findings(reader, json, result);
}

static void results(struct reader *reader, json_t *root, struct report *report)
{
    json_t *array = reader_get(reader, root, "results", JSON_ARRAY), *json;
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

static void headline(struct reader *reader, json_t *root, struct report *report)
{
    json_t *json = reader_get(reader, root, "verdict", JSON_OBJECT);

    report->headline = verdict(reader, root);
    snprintf(reader->where, sizeof reader->where, "verdict");
    outcome(reader, json, &report->headline);
    report->headline_stage =
        (enum stage) reader_one_of(reader, json, "stage", any_stage, STAGE_COUNT);
    report->headline_precision = (enum precision) reader_one_of(
        reader, json, "precision", any_precision, PRECISION_COUNT);
    reader->where[0] = 0;
}

// Of a reference; "" where none was opened.
static void reference_kind(struct reader *reader, json_t *json, char *kind, size_t size)
{
    static const char *const kinds[] = { "cuda", "recorded", "host", "model" };
    bool known;

    reader_string(reader, json, "kind", kind, size);
    known = !kind[0];
    for (int i = 0; i < 4; i++)
        known = known || !strcmp(kind, kinds[i]);
    if (!known)
        reader_fault(reader, "kind", "there is no reference \"%.40s\"", kind);
}

// Reports of the first version have no such list.
static void tried(struct reader *reader, json_t *reference, struct report *report)
{
    json_t *list = json_object_get(reference, "tried"), *one;
    const char *equals = json_string_value(json_object_get(reference, "equals"));
    size_t i;

    report->same_gpu = json_is_true(json_object_get(reference, "same_gpu"));
    snprintf(report->equals, sizeof report->equals, "%s", equals ? equals : "");
    if (json_array_size(list) > sizeof report->tried / sizeof *report->tried)
        reader_fault(reader, "tried", "has more entries than there are references");
    json_array_foreach(list, i, one)
    {
        struct report_try *entry = &report->tried[report->tried_count];

        if (reader->failed)
            return;
        snprintf(reader->where, sizeof reader->where, "reference.tried[%zu]", i);
        reference_kind(reader, one, entry->kind, sizeof entry->kind);
        reader_string(reader, one, "reason", entry->reason, sizeof entry->reason);
        if (!entry->kind[0] || !entry->reason[0])
            reader_fault(reader, entry->kind[0] ? "reason" : "kind", "is empty");
        report->tried_count++;
    }
}

static void reference(struct reader *reader, json_t *root, struct report *report)
{
    json_t *json = reader_get(reader, root, "reference", JSON_OBJECT);

    snprintf(reader->where, sizeof reader->where, "reference");
    reference_kind(reader, json, report->reference_kind, sizeof report->reference_kind);
    reader_string(reader, json, "name", report->reference_name,
                  sizeof report->reference_name);
    tried(reader, json, report);
    reader->where[0] = 0;
}

static void tool(struct reader *reader, json_t *root)
{
    json_t *json = reader_get(reader, root, "tool", JSON_OBJECT);

    snprintf(reader->where, sizeof reader->where, "tool");
    if (!reader_word(reader, json, "version")[0])
        reader_fault(reader, "version", "is empty");
    reader->where[0] = 0;
}

static void document(struct reader *reader, json_t *root, struct report *report)
{
    const char *schema = reader_word(reader, root, "schema");
    char sha[65];

    if (strcmp(schema, SCHEMA))
        reader_fault(reader, "schema", "is \"%.60s\", not \"" SCHEMA "\"", schema);
    if (json_object_get(root, "sweep"))
        reader_fault(reader, "sweep", "is of a function: this is no report of a device");
    report->complete = reader_boolean(reader, root, "complete");
    tool(reader, root);
    report_read_device(reader, root, &report->device);
    reference(reader, root, report);
    headline(reader, root, report);
    results(reader, root, report);

    report_sha256(report, sha);
    if (strcmp(reader_word(reader, root, "measurement_sha256"), sha))
        reader_fault(reader, "measurement_sha256", "does not belong to these results");
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
