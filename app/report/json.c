// SPDX-License-Identifier: MIT

#include "report/report.h"

#include "base/log.h"
#include "config.h"
#include "report/build.h"
#include "report/lines.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *known(int number)
{
    return number < 0 ? json_null() : json_integer(number);
}

static json_t *interval(double min, double max)
{
    return report_build_object("min", report_build_number(min), "max",
                               report_build_number(max), REPORT_BUILD_END);
}

// `text` says it for people.
static json_t *verdict(const struct verdict *verdict, const char *text)
{
    json_t *json = report_build_object(
        "fraction_bits", known(verdict->fraction_bits), "rounding",
        json_string(verdict_rounding(verdict->survivors)), "pattern",
        json_string(pattern_name(verdict->pattern)), "survivors",
        report_build_rules(verdict->survivors), "emax", known(verdict->emax),
        "emax_at_least", json_boolean(verdict->emax_at_least), "subnormals",
        json_string(subnormals_name(verdict->subnormals)), "text",
        report_build_string(text), REPORT_BUILD_END);
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
    return report_build_object("x", json_integer(difference->x), "y",
                               json_integer(difference->y), "got",
                               report_build_hex(difference->got, 8), "want",
                               report_build_hex(difference->want, 8), "where",
                               report_build_string(difference->where), "again",
                               report_build_string(difference->again), REPORT_BUILD_END);
}

static json_t *comparison(const struct difference *difference)
{
    if (difference->pixels == 0)
        return json_null();
    return report_build_object("pixels", json_integer(difference->pixels), "mismatches",
                               json_integer(difference->mismatches), "first",
                               first_difference(difference), REPORT_BUILD_END);
}

static json_t *finding(const struct finding *finding)
{
    return report_build_object(
        "line", report_build_string(finding->line), "answer",
        report_build_string(finding->answer), "departs", json_boolean(finding->departs),
        "survivors", report_build_rules(finding->survivors), "cases",
        json_integer(finding->cases), "agree", json_integer(finding->agree), "error_ulp",
        finding->error_known ? interval(finding->error_min_ulp, finding->error_max_ulp)
                             : json_null(),
        "reference", report_build_string_or_null(finding->reference), "compared",
        json_integer(finding->compared), "mismatches", json_integer(finding->mismatches),
        "detail", report_build_string(finding->detail), REPORT_BUILD_END);
}

// Only a result of lines has these keys.
static json_t *with_findings(json_t *json, const struct result *result)
{
    json_t *array = json_array();
    bool ok = json && array;

    for (int i = 0; ok && i < result->finding_count; i++)
        ok = !json_array_append_new(array, finding(&result->findings[i]));
    ok = ok && !json_object_set(json, "findings", array) &&
         !json_object_set_new(json, "topic", report_build_string(result->topic));
    json_decref(array);
    if (ok)
        return json;
    json_decref(json);
    return NULL;
}

// Reports of the first versions have no such key.
static json_t *with_operands(json_t *json, const struct result *result)
{
    const struct fp_model *model = &result->operands;
    json_t *operands = report_build_object(
        "precision", json_integer(model->format.precision), "emax",
        json_integer(model->format.emax), "flushed", json_boolean(model->flush_in),
        "rounding", json_string(fp_round_name(model->round)), REPORT_BUILD_END);

    if (json && !json_object_set_new(json, "operands", operands))
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
    json_t *json = report_build_object(
        "probe", report_build_string(result->probe), "stage",
        json_string(stage_name(result->stage)), "precision",
        json_string(precision_name(result->precision)), "form",
        json_string(form_name(result->form)), "readout",
        json_string(readout_name(result->readout)), "status",
        json_string(status_name(result->verdict.status)), "reason",
        report_build_string(result->verdict.reason), "width", json_integer(result->width),
        "height", json_integer(result->height), "columns", json_integer(result->columns),
        "bands", json_integer(result->bands), "verdict", verdict(&result->verdict, text),
        "reference", report_build_string_or_null(result->reference), "comparison",
        comparison(&result->difference), "image",
        report_build_string_or_null(result->image), "look",
        report_build_string_or_null(result->look), "pixels_sha256",
        report_build_string_or_null(result->sha256), REPORT_BUILD_END);
    if (result->built)
        json = with_operands(json, result);
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
    json_t *more = report_build_object(
        "stage", json_string(stage_name(report->headline_stage)), "precision",
        json_string(precision_name(report->headline_precision)), "status",
        json_string(status_name(all->status)), "reason", report_build_string(all->reason),
        REPORT_BUILD_END);

    if (!json || !more || json_object_update(json, more)) {
        json_decref(json);
        json = NULL;
    }
    json_decref(more);
    return json;
}

static json_t *device(const struct facts *facts)
{
    return report_build_object(
        "id", report_build_string(facts->id), "api", json_string(api_name(facts->api)),
        "vendor", report_build_string(facts->vendor), "renderer",
        report_build_string(facts->renderer), "version",
        report_build_string(facts->version), "glsl", report_build_string(facts->glsl),
        "driver", report_build_string(facts->driver), "software",
        json_boolean(facts->software), "simulated", json_boolean(facts->simulated),
        REPORT_BUILD_END);
}

static json_t *claim(const struct facts_claim *claim)
{
    json_t *range = json_array();

    if (json_array_append_new(range, json_integer(claim->range_min)) ||
        json_array_append_new(range, json_integer(claim->range_max))) {
        json_decref(range);
        range = NULL;
    }
    return report_build_object("range", range, "precision",
                               json_integer(claim->precision), REPORT_BUILD_END);
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
        json_array_append_new(
            tried, report_build_object(
                       "kind", report_build_string(report->tried[i].kind), "reason",
                       report_build_string(report->tried[i].reason), REPORT_BUILD_END));
    return report_build_object("kind", report_build_string(report->reference_kind),
                               "name", report_build_string(report->reference_name),
                               "equals", report_build_string_or_null(report->equals),
                               "same_gpu", json_boolean(report->same_gpu), "tried", tried,
                               REPORT_BUILD_END);
}

static json_t *document(const struct report *report)
{
    char sha[65];

    report_sha256(report, sha);
    return report_build_object(
        "schema", json_string("fpstripe-report/1"), "complete",
        json_boolean(report->complete), "tool",
        report_build_object("version", json_string(FPSTRIPE_VERSION), REPORT_BUILD_END),
        "device", device(&report->device), "claimed", claimed(&report->device),
        "reference", reference(report), "verdict", headline(report), "results",
        results(report), "measurement_sha256", json_string(sha), REPORT_BUILD_END);
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
