// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "base/sha256.h"
#include "golden/golden.h"
#include "golden/record.h"
#include "report/build.h"

#include <stdlib.h>
#include <string.h>

static bool add_line(struct sha256 *sha, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;

    if (text) {
        sha256_add(sha, text, strlen(text));
        sha256_add(sha, "\n", 1);
    }
    free(text);
    return text != NULL;
}

bool golden_seal(json_t *device, json_t *record, char hex[65])
{
    json_t *unsealed = json_copy(record);
    struct sha256 sha;
    bool ok;

    sha256_init(&sha);
    json_object_del(unsealed, "record_sha256");
    ok = add_line(&sha, device) && add_line(&sha, unsealed);
    sha256_hex(&sha, hex);
    json_decref(unsealed);
    return ok;
}

static json_t *known(int number)
{
    return number < 0 ? json_null() : json_integer(number);
}

static json_t *verdict_json(const struct verdict *verdict)
{
    char text[320];

    verdict_text(verdict, text, sizeof(text));
    return report_build_object("fraction_bits", known(verdict->fraction_bits), "emax",
                               known(verdict->emax), "emax_at_least",
                               json_boolean(verdict->emax_at_least), "subnormals",
                               json_string(subnormals_name(verdict->subnormals)),
                               "survivors", report_build_rules(verdict->survivors),
                               "text", report_build_string(text), REPORT_BUILD_END);
}

static json_t *finding_json(const struct finding *finding, bool by_class)
{
    return report_build_object(
        "line", report_build_string(finding->line), "answer",
        report_build_string(finding->answer), "departs", json_boolean(finding->departs),
        "survivors", report_build_rules(finding->survivors), "cases",
        json_integer(finding->cases), "agree", json_integer(finding->agree), "compare",
        json_string(by_class ? "class" : "exact"), REPORT_BUILD_END);
}

static json_t *findings_json(const struct golden *golden)
{
    json_t *array = json_array();

    for (int i = 0; i < golden->result.finding_count; i++)
        json_array_append_new(array, finding_json(&golden->result.findings[i],
                                                  golden->by_class >> (i & 63) & 1));
    return array;
}

static json_t *question_json(const struct golden_question *question)
{
    return report_build_object("columns", json_integer(question->columns), "bands",
                               json_integer(question->bands), "sha256",
                               json_string(question->sha256), REPORT_BUILD_END);
}

static json_t *case_json(const struct golden *golden)
{
    const struct result *result = &golden->result;

    return report_build_object(
        "name", report_build_string(golden->name), "probe",
        report_build_string(result->probe), "stage",
        json_string(stage_name(result->stage)), "precision",
        json_string(precision_name(result->precision)), "form",
        json_string(form_name(result->form)), "readout",
        json_string(readout_name(result->readout)), "asked",
        question_json(&golden->question), "status",
        json_string(status_name(result->verdict.status)), "reason",
        report_build_string(result->verdict.reason), "width", json_integer(result->width),
        "height", json_integer(result->height), "columns", json_integer(result->columns),
        "bands", json_integer(result->bands), "verdict", verdict_json(&result->verdict),
        "topic", report_build_string_or_null(result->topic), "findings",
        findings_json(golden), "image", report_build_string_or_null(result->image),
        "pixels_sha256", report_build_string_or_null(result->sha256), "file_sha256",
        report_build_string_or_null(golden->file_sha256), "blessed",
        report_build_object("reason", report_build_string(golden->reason), "driver",
                            report_build_string(golden->driver), REPORT_BUILD_END),
        REPORT_BUILD_END);
}

static json_t *cases_json(const struct golden_set *set, json_t *device)
{
    json_t *array = json_array();

    for (int i = 0; device && i < set->count; i++) {
        json_t *record = case_json(&set->goldens[i]);
        char seal[65];

        if (!record || !golden_seal(device, record, seal) ||
            json_object_set_new(record, "record_sha256", json_string(seal)) ||
            json_array_append_new(array, record)) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

char *golden_json(const struct golden_set *set)
{
    json_t *device = report_build_object("key", report_build_string(set->key), "renderer",
                                         report_build_string(set->renderer), "simulated",
                                         json_boolean(set->simulated), REPORT_BUILD_END);
    json_t *root = report_build_object("schema", json_string(GOLDEN_SCHEMA), "device",
                                       json_incref(device), "cases",
                                       cases_json(set, device), REPORT_BUILD_END);
    char *text = root ? report_build_text(root) : NULL;

    json_decref(root);
    json_decref(device);
    if (!text)
        log_error("no memory for " GOLDEN_FILE);
    return text;
}
