// SPDX-License-Identifier: MIT

#include "report.h"

#include "config.h"
#include "log.h"
#include "report_lines.h"

#include <jansson.h>
#include <stdarg.h>
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

static json_t *string(const char *text)
{
    json_t *value = json_string(text);

    return value ? value : repaired(text);
}

static json_t *string_or_null(const char *text)
{
    return text[0] ? string(text) : json_null();
}

static json_t *known(int number)
{
    return number < 0 ? json_null() : json_integer(number);
}

static json_t *hex(uint64_t bits, int digits)
{
    return json_sprintf("0x%0*llx", digits, (unsigned long long) bits);
}

// Sets the keys of a NULL-terminated list of pairs, consuming the values. Returns NULL,
// and frees all, if any value is NULL.
static json_t *object(const char *key, ...)
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

#define END ((const char *) NULL)

static json_t *survivors(uint32_t set)
{
    json_t *array = json_array();

    for (int round = 0; round < FP_ROUND_COUNT; round++)
        if (set & VERDICT_RULE(round) &&
            json_array_append_new(array, json_string(fp_round_name(round)))) {
            json_decref(array);
            return NULL;
        }
    return array;
}

// A double with its bits: decimals alone are for reading only.
static json_t *number(double value)
{
    json_t *decimal = json_real(value); // NULL for what JSON cannot say

    return object("value", decimal ? decimal : json_null(), "bits",
                  hex(fp_bits64(value), 16), END);
}

static json_t *interval(double min, double max)
{
    return object("min", number(min), "max", number(max), END);
}

// `text` says it for people.
static json_t *verdict(const struct verdict *verdict, const char *text)
{
    static const char *const subnormals[] = { [SUBNORMALS_UNKNOWN] = "unknown",
                                              [SUBNORMALS_KEPT] = "kept",
                                              [SUBNORMALS_FLUSHED] = "flushed" };
    json_t *json =
        object("fraction_bits", known(verdict->fraction_bits), "rounding",
               json_string(verdict_rounding(verdict->survivors)), "pattern",
               json_string(pattern_name(verdict->pattern)), "survivors",
               survivors(verdict->survivors), "emax", known(verdict->emax),
               "emax_at_least", json_boolean(verdict->emax_at_least), "subnormals",
               json_string(subnormals[verdict->subnormals]), "text", string(text), END);
    if (!json || !verdict->error_known ||
        !json_object_set_new(json, "error_ulp",
                             interval(verdict->error_min_ulp, verdict->error_max_ulp)))
        return json;
    json_decref(json);
    return NULL;
}

static json_t *first_difference(const struct difference *difference)
{
    if (difference->mismatches == 0)
        return json_null();
    return object("x", json_integer(difference->x), "y", json_integer(difference->y),
                  "got", hex(difference->got, 8), "want", hex(difference->want, 8),
                  "where", string(difference->where), "again", string(difference->again),
                  END);
}

static json_t *comparison(const struct difference *difference)
{
    if (difference->pixels == 0)
        return json_null();
    return object("pixels", json_integer(difference->pixels), "mismatches",
                  json_integer(difference->mismatches), "first",
                  first_difference(difference), END);
}

static json_t *finding(const struct finding *finding)
{
    return object(
        "line", string(finding->line), "answer", string(finding->answer), "departs",
        json_boolean(finding->departs), "survivors", survivors(finding->survivors),
        "cases", json_integer(finding->cases), "agree", json_integer(finding->agree),
        "error_ulp",
        finding->error_known ? interval(finding->error_min_ulp, finding->error_max_ulp)
                             : json_null(),
        "reference", string_or_null(finding->reference), "compared",
        json_integer(finding->compared), "mismatches", json_integer(finding->mismatches),
        "detail", string(finding->detail), END);
}

// Only a result of lines has these keys.
static json_t *with_findings(json_t *json, const struct result *result)
{
    json_t *array = json_array();
    bool ok = json && array;

    for (int i = 0; ok && i < result->finding_count; i++)
        ok = !json_array_append_new(array, finding(&result->findings[i]));
    ok = ok && !json_object_set(json, "findings", array) &&
         !json_object_set_new(json, "topic", string(result->topic));
    json_decref(array);
    if (ok)
        return json;
    json_decref(json);
    return NULL;
}

static json_t *result(const struct result *result)
{
    bool lines = report_of_lines(result);
    char text[240];

    if (lines && result->verdict.status == STATUS_OK)
        report_lines_text(result, text, sizeof text);
    else
        verdict_text(&result->verdict, text, sizeof text);
    json_t *json = object(
        "probe", string(result->probe), "stage", json_string(stage_name(result->stage)),
        "precision", json_string(precision_name(result->precision)), "form",
        json_string(form_name(result->form)), "readout",
        json_string(readout_name(result->readout)), "status",
        json_string(status_name(result->verdict.status)), "reason",
        string(result->verdict.reason), "width", json_integer(result->width), "height",
        json_integer(result->height), "columns", json_integer(result->columns), "bands",
        json_integer(result->bands), "verdict", verdict(&result->verdict, text),
        "reference", string_or_null(result->reference), "comparison",
        comparison(&result->difference), "image", string_or_null(result->image), "look",
        string_or_null(result->look), "pixels_sha256", string_or_null(result->sha256),
        END);
    return lines ? with_findings(json, result) : json;
}

static json_t *results(const struct report *report)
{
    json_t *array = json_array();

    for (int i = 0; i < report->count; i++)
        if (json_array_append_new(array, result(&report->results[i]))) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *headline(const struct report *report)
{
    const struct verdict *all = &report->headline;
    char text[240];

    verdict_text(all, text, sizeof text);
    json_t *json = verdict(all, text);
    json_t *more =
        object("stage", json_string(stage_name(report->headline_stage)), "precision",
               json_string(precision_name(report->headline_precision)), "status",
               json_string(status_name(all->status)), "reason", string(all->reason), END);

    if (!json || !more || json_object_update(json, more)) {
        json_decref(json);
        json = NULL;
    }
    json_decref(more);
    return json;
}

static json_t *device(const struct facts *facts)
{
    return object("id", string(facts->id), "api", json_string(api_name(facts->api)),
                  "vendor", string(facts->vendor), "renderer", string(facts->renderer),
                  "version", string(facts->version), "glsl", string(facts->glsl),
                  "driver", string(facts->driver), "software",
                  json_boolean(facts->software), "simulated",
                  json_boolean(facts->simulated), END);
}

static json_t *claim(const struct facts_claim *claim)
{
    json_t *range = json_array();

    if (json_array_append_new(range, json_integer(claim->range_min)) ||
        json_array_append_new(range, json_integer(claim->range_max))) {
        json_decref(range);
        range = NULL;
    }
    return object("range", range, "precision", json_integer(claim->precision), END);
}

// Where a device claims nothing, there is no key.
static json_t *claimed(const struct facts *facts)
{
    json_t *stages = json_object();
    bool ok = stages;

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        json_t *precisions = json_object();
        ok &= precisions != NULL;
        for (int i = 0; i < PRECISION_COUNT; i++) {
            const struct facts_claim *it = &facts->claimed[stage][i];
            if (it->precision || it->range_min || it->range_max)
                ok &= !json_object_set_new(precisions, precision_name(i), claim(it));
        }
        if (json_object_size(precisions))
            ok &= !json_object_set(stages, stage_name(stage), precisions);
        json_decref(precisions);
    }
    if (ok)
        return stages;
    json_decref(stages);
    return NULL;
}

static json_t *reference(const struct report *report)
{
    json_t *tried = json_array();

    for (int i = 0; tried && i < report->tried_count; i++)
        json_array_append_new(tried,
                              object("kind", string(report->tried[i].kind), "reason",
                                     string(report->tried[i].reason), END));
    return object("kind", string(report->reference_kind), "name",
                  string(report->reference_name), "equals",
                  string_or_null(report->equals), "same_gpu",
                  json_boolean(report->same_gpu), "tried", tried, END);
}

static json_t *document(const struct report *report)
{
    char sha[65];

    report_sha256(report, sha);
    return object("schema", json_string("fpstripe-report/1"), "complete",
                  json_boolean(report->complete), "tool",
                  object("version", json_string(FPSTRIPE_VERSION), END), "device",
                  device(&report->device), "claimed", claimed(&report->device),
                  "reference", reference(report), "verdict", headline(report), "results",
                  results(report), "measurement_sha256", json_string(sha), END);
}

char *report_json(const struct report *report)
{
    json_t *root = document(report);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
    size_t length = text ? strlen(text) : 0;
    char *line = text ? realloc(text, length + 2) : NULL;

    json_decref(root);
    if (!line) {
        free(text);
        log_error("no memory for the report");
        return NULL;
    }
    memcpy(line + length, "\n", 2);
    return line;
}
