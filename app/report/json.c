// SPDX-License-Identifier: MIT
//
// The document, as tables (fields.h).

#include "report/report.h"

#include "base/log.h"
#include "base/memory.h"
#include "capture/device.h"
#include "config.h"
#include "document/build.h"
#include "document/load.h"
#include "probe/deviates.h"
#include "probe/expressions.h"
#include "report/expressions.h"
#include "report/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MAX     16384
#define RESULTS_MAX  4096 // ten times as many as any device has been asked
#define FINDINGS_MAX 256

static const char *any_round(int i)
{
    return fp_round_name((enum fp_round) i);
}

// ---- verdicts ----

static json_t *rounding_json(const void *from)
{
    const struct verdict *verdict = from;

    char adder[FOREIGN_NAME];

    verdict_adder(verdict, adder, sizeof adder);
    return json_string(adder);
}

static const struct field foreign_fields[] = {
    WORD("rounding", struct foreign, round, FP_RO + 1, any_round),
    WORD("first", struct foreign, first, FP_RO + 1, any_round),
    KNOWN("guard_bits", struct foreign, guard, FOREIGN_GUARD_MAX),
    INT("sticky", struct foreign, sticky, 0, FOREIGN_STICKY_MAX),
    INT("bits", struct foreign, bits, 0, FOREIGN_BITS_MAX),
    { 0 },
};

static const struct field against_fields[] = {
    WORD("model", struct against, round, FP_ROUND_COUNT, any_round),
    INT("sums", struct against, sums, 1, INT32_MAX),
    INT("of", struct against, of, 1, INT32_MAX),
    { "a", FIELD_NUMBER, FIELD_AT(struct against, a) },
    { "b", FIELD_NUMBER, FIELD_AT(struct against, b) },
    { "got", FIELD_NUMBER, FIELD_AT(struct against, got) },
    { "gives", FIELD_NUMBER, FIELD_AT(struct against, gives) },
    { 0 },
};

static const struct field verdict_fields[] = {
    KNOWN("fraction_bits", struct verdict, fraction_bits, 52),
    { "inside_bits", FIELD_INT, FIELD_OMITTED, FIELD_AT(struct verdict, inside_bits),
      .low = 1, .high = REPORT_INSIDE_MAX },
    KNOWN("emax", struct verdict, emax, 1023),
    TRUTH("emax_at_least", struct verdict, emax_at_least),
    WORD("subnormals", struct verdict, subnormals, 3, subnormals_name),
    { "overflow", FIELD_WORD, FIELD_OMITTED, FIELD_AT(struct verdict, overflow),
      .high = OVERFLOW_COUNT, .name = overflow_name },
    { "survivors", FIELD_RULES, FIELD_AT(struct verdict, survivors) },
    WORD("pattern", struct verdict, pattern, 3, pattern_name),
    OTHER("rounding", rounding_json, NULL),
    { "rewriting", FIELD_WORD, FIELD_OMITTED, FIELD_AT(struct verdict, rewriting),
      .high = REWRITING_COUNT, .name = rewriting_name },
    { "adder", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct verdict, foreign),
      .fields = foreign_fields, .flag = offsetof(struct verdict, foreign.known) },
    { "nearest", FIELD_LIST, FIELD_OMITTED, offsetof(struct verdict, nearest.list),
      sizeof(struct against), .fields = against_fields, .high = AGAINST_MAX,
      .count = offsetof(struct verdict, nearest.count) },
    ERROR(struct verdict, FIELD_OMITTED),
    { 0 },
};

static const struct field outcome_fields[] = {
    WORD("status", struct verdict, status, STATUS_COUNT, status_name),
    TEXT("reason", struct verdict, reason),
    { 0 },
};

// ---- results ----

static const struct field first_fields[] = {
    INT("x", struct difference, x, 0, SIDE_MAX - 1),
    INT("y", struct difference, y, 0, SIDE_MAX - 1),
    { "got", FIELD_HEX, FIELD_AT(struct difference, got) },
    { "want", FIELD_HEX, FIELD_AT(struct difference, want) },
    TEXT("where", struct difference, where),
    TEXT("again", struct difference, again),
    { 0 },
};

static bool has_mismatch(const void *from, const void *member)
{
    (void) member;
    return ((const struct difference *) from)->mismatches > 0;
}

static const struct field comparison_fields[] = {
    LONG("pixels", struct difference, pixels, 1),
    SHARE("mismatches", struct difference, mismatches, pixels),
    { "first", FIELD_OBJECT, FIELD_NULL, .fields = first_fields, .there = has_mismatch },
    { 0 },
};

static void read_flush(struct reader *reader, json_t *object, void *to)
{
    struct fp_model *model = to;

    (void) reader, (void) object;
    model->flush_out = model->flush_in;
}

static const struct field operands_fields[] = {
    INT("precision", struct fp_model, format.precision, 2, 53),
    INT("emax", struct fp_model, format.emax, 1, 1023),
    TRUTH("flushed", struct fp_model, flush_in),
    WORD("rounding", struct fp_model, round, FP_ROUND_COUNT, any_round),
    OTHER("flushed", NULL, read_flush),
    { 0 },
};

static json_t *result_text_json(const void *from)
{
    const struct result *result = from;
    char text[240];

    if (report_has_expressions(result) && result->verdict.status == STATUS_OK)
        report_expressions_text(result, text, sizeof text);
    else
        verdict_text(&result->verdict, text, sizeof text);
    return document_string(text);
}

static const struct field result_verdict_fields[] = {
    PART(struct result, verdict, verdict_fields),
    OTHER("text", result_text_json, NULL),
    { 0 },
};

static bool has_findings(const void *from, const void *member)
{
    (void) member;
    return report_has_expressions(from);
}

static void read_probe(struct reader *reader, json_t *object, void *to)
{
    (void) object;
    reader->probe = ((const struct result *) to)->probe;
}

// Sets the ids of findings, which a report does not have.
static void complete_findings(struct reader *reader, json_t *object, void *to)
{
    struct result *result = to;

    (void) reader, (void) object;
    for (int i = 0; i < result->finding_count; i++)
        expressions_name(result->probe, &result->findings[i]);
    deviates_note(result);
}

static const struct field cuda_fields[] = {
    LONG("words", struct result, cuda_words, 1),
    SHARE("differ", struct result, cuda_differ, cuda_words),
    { 0 },
};

static const struct field result_fields[] = {
    TEXT("probe", struct result, probe),
    OTHER("probe", NULL, read_probe),
    WORD("stage", struct result, stage, STAGE_COUNT, stage_name),
    WORD("precision", struct result, precision, PRECISION_COUNT, precision_name),
    WORD("form", struct result, form, FORM_COUNT, form_name),
    WORD("readout", struct result, readout, READOUT_COUNT, readout_name),
    INT("width", struct result, width, 0, SIDE_MAX),
    INT("height", struct result, height, 0, SIDE_MAX),
    INT("columns", struct result, columns, 0, SIDE_MAX),
    INT("bands", struct result, bands, 0, SIDE_MAX),
    { "verdict", FIELD_OBJECT, .fields = result_verdict_fields },
    PART(struct result, verdict, outcome_fields),
    { "reference", FIELD_TEXT, FIELD_NULL, FIELD_AT(struct result, reference) },
    { "comparison", FIELD_OBJECT, FIELD_NULL, FIELD_AT(struct result, difference),
      .fields = comparison_fields },
    { "cuda", FIELD_OBJECT, FIELD_OMITTED, .fields = cuda_fields },
    { "pixels_sha256", FIELD_SHA256, FIELD_NULL, FIELD_AT(struct result, sha256) },
    { "operands", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct result, operands),
      .fields = operands_fields, .flag = offsetof(struct result, built) },
    { "drawn", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct result, drawn),
      .fields = capture_drawn_fields },
    { "inside_bits", FIELD_INT, FIELD_OMITTED, FIELD_AT(struct result, inside_bits),
      .low = VERDICT_INSIDE_UNKNOWN, .high = REPORT_INSIDE_MAX },
    { "topic", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct result, topic) },
    { "findings", FIELD_LIST, FIELD_OMITTED, offsetof(struct result, findings),
      sizeof(struct finding), .fields = json_finding, .high = FINDINGS_MAX,
      .count = offsetof(struct result, finding_count), .owned = true,
      .there = has_findings },
    OTHER("findings", NULL, complete_findings),
    { 0 },
};

// ---- the document ----

static json_t *headline_text_json(const void *from)
{
    const struct report *report = from;
    char text[REPORT_HEADLINE_TEXT];

    report_headline_text(report, text, sizeof text);
    return document_string(text);
}

static const struct field headline_fields[] = {
    PART(struct report, headline, verdict_fields),
    PART(struct report, headline, outcome_fields),
    OTHER("text", headline_text_json, NULL),
    WORD("stage", struct report, headline_stage, STAGE_COUNT, stage_name),
    WORD("precision", struct report, headline_precision, PRECISION_COUNT, precision_name),
    { 0 },
};

static const struct field try_fields[] = {
    NAME("kind", struct report_try, kind),
    NAME("reason", struct report_try, reason),
    { "from_result", FIELD_INT, FIELD_OMITTED, FIELD_AT(struct report_try, from),
      .high = INT32_MAX, .flag = offsetof(struct report_try, later) },
    { 0 },
};

static const struct field reference_fields[] = {
    TEXT("kind", struct report, reference_kind),
    TEXT("name", struct report, reference_name),
    { "equals", FIELD_TEXT, FIELD_NULL, FIELD_AT(struct report, equals) },
    TRUTH("same_gpu", struct report, same_gpu),
    { "tried", FIELD_LIST, .at = offsetof(struct report, tried),
      .size = sizeof(struct report_try), .fields = try_fields, .high = REPORT_TRIES,
      .count = offsetof(struct report, tried_count) },
    { 0 },
};

static json_t *schema_json(const void *from)
{
    (void) from;
    return json_string(REPORT_SCHEMA);
}

static void read_schema(struct reader *reader, json_t *root, void *to)
{
    const char *schema = reader_word(reader, root, "schema");

    (void) to;
    if (strcmp(schema, REPORT_SCHEMA) != 0)
        reader_fault(reader, "schema", "is \"%.60s\", not \"" REPORT_SCHEMA "\"", schema);
}

static json_t *tool_json(const void *from)
{
    (void) from;
    return document_object("version", json_string(FPSTRIPE_VERSION), DOCUMENT_END);
}

static json_t *sha256_json(const void *from)
{
    char sha[65];

    report_sha256(from, sha);
    return json_string(sha);
}

static void read_sha256(struct reader *reader, json_t *root, void *to)
{
    char sha[65];

    report_sha256(to, sha);
    if (strcmp(reader_word(reader, root, "measurement_sha256"), sha) != 0)
        reader_fault(reader, "measurement_sha256", "does not belong to these results");
}

static const struct field document_fields[] = {
    OTHER("schema", schema_json, read_schema),
    { "capture", FIELD_SHA256, FIELD_OMITTED, FIELD_AT(struct report, capture) },
    TRUTH("complete", struct report, complete),
    { "interrupted", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct report, interrupted) },
    OTHER("tool", tool_json, NULL),
    OBJECT("device", struct report, device, capture_device_fields),
    OBJECT("claimed", struct report, device, capture_claims_fields),
    { "reference", FIELD_OBJECT, .fields = reference_fields },
    { "cuda", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct report, cuda) },
    { "verdict", FIELD_OBJECT, .fields = headline_fields },
    { "results", FIELD_LIST, FIELD_REQUIRED, offsetof(struct report, results),
      sizeof(struct result), .fields = result_fields, .high = RESULTS_MAX,
      .count = offsetof(struct report, count), .owned = true },
    PART(struct report, shaders, capture_shaders_fields),
    OTHER("measurement_sha256", sha256_json, read_sha256),
    { 0 },
};

json_t *report_document(const struct report *report)
{
    return fields_json(document_fields, report);
}

char *report_json(const struct report *report)
{
    json_t *root = report_document(report);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS);
    char *line = memory_format("%s\n", text);

    json_decref(root);
    free(text);
    return line;
}

bool report_read(struct report *report, const char *text, size_t size, const char *name)
{
    struct reader reader = { .name = name };
    json_t *root = document_load(text, size, name);

    *report = (struct report){ 0 };
    if (!root)
        return false;
    fields_read(&reader, document_fields, root, report);
    report->capacity = report->count;
    json_decref(root);
    if (reader.failed)
        report_finish(report);
    return !reader.failed;
}
