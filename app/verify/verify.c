// SPDX-License-Identifier: MIT
//
// How it works: each view of a capture has the hash of its capture. report.json is
// compared with the report that is derived now, key by key. The pages are not drawn
// again, since other fonts give other pixels.

#include "verify/verify.h"

#include "base/file.h"
#include "capture/capture.h"
#include "capture/device.h"
#include "capture/store.h"
#include "config.h"
#include "device/fake.h"
#include "document/build.h"
#include "document/compare.h"
#include "document/load.h"
#include "measure/measure.h"
#include "report/json.h"
#include "survey/evidence.h"
#include "survey/known.h"
#include "survey/open.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPORT_NAME "report.json"
#define VIEW_MAX    (64u << 20) // bytes

struct work {
    const struct report_folder *folder;
    json_t *verify;
    struct device model; // of a simulated device; zeroed: there is none
    int result;          // of the report, to which the measurement belongs
    char place[112];     // "stripes fragment highp guarded"
};

// Adds an object to "faults": "result" (an index or -1), "place", "text".
static json_t *LOG_PRINTF(4, 5)
    verify_say(json_t *verify, int result, const char *place, const char *format, ...)
{
    char text[640];
    json_t *fault;
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fault =
        document_object("result", json_integer(result), "place", document_string(place),
                        "text", document_string(text), DOCUMENT_END);
    json_array_append_new(json_object_get(verify, "faults"), fault);
    return fault;
}

// Adds a fault if two values differ, with the first key. Names of references do not
// matter: all of them agree bit for bit.
static void verify_compare(json_t *verify, int result, const char *place, json_t *says,
                           json_t *wants)
{
    struct document_difference found = document_compare(says, wants, "reference");

    if (found.count == 0)
        return;
    char *has = document_value(found.a), *should = document_value(found.b);
    json_t *fault = verify_say(verify, result, place,
                               "%s: says %.180s; should be %.180s; %d differ%s",
                               found.key[0] ? found.key : "the whole", has, should,
                               found.count, found.count == 1 ? "s" : "");

    json_object_set_new(fault, "key", document_string(found.key));
    json_object_set_new(fault, "says", document_string(has));
    json_object_set_new(fault, "recomputed", document_string(should));
    free(has);
    free(should);
}

// ---- measurements ----

// Checks a picture, if the measurement has one. `params`: of the question, or NULL if
// this version asks otherwise.
static void check_picture(struct work *work, const struct capture_measurement *seen,
                          const struct capture_picture *picture,
                          const struct probe_params *params)
{
    const struct probe *probe = probe_find(seen->probe);
    int width = params ? probe_pixel_width(probe, params) : picture->width;
    int height = params ? probe_pixel_height(probe, params) : picture->height;
    struct pixels pixels = { 0 };

    if (!picture->sha256[0])
        return;
    if (picture->width != width || picture->height != height)
        verify_say(work->verify, work->result, work->place,
                   "its picture is %d x %d, and the question asks for %d x %d",
                   picture->width, picture->height, width, height);
    for (const struct capture_measurement *at = work->folder->capture.measurements;
         at < seen; at++)
        if (!memcmp(&at->picture, picture, sizeof *picture))
            return; // it is checked already
    log_hold(true);
    bool ok = store_read(work->folder->folder, picture->sha256, seen->readout, &pixels);

    log_hold(false);
    if (!ok)
        verify_say(work->verify, work->result, work->place, "%.500s", log_last_error());
    else if (pixels.width != picture->width || pixels.height != picture->height)
        verify_say(work->verify, work->result, work->place,
                   "its picture is %d x %d, and the capture says %d x %d", pixels.width,
                   pixels.height, picture->width, picture->height);
    pixels_finish(&pixels);
}

// Fills in what the survey knew when it found that a question cannot be put: the format,
// which the questions that were put at the same stage and precision tell.
static void fill_known(const struct capture *capture,
                       const struct capture_measurement *unasked,
                       struct probe_params *params)
{
    struct survey_known known = { 0 };

    for (int i = 0; i < capture->count; i++) {
        const struct capture_measurement *at = &capture->measurements[i];
        const struct capture_question *question =
            at->question < 0 ? NULL : &capture->questions[at->question];

        if (!question || at->stage != unasked->stage ||
            at->precision != unasked->precision || !evidence_is_built(question))
            continue;
        known.found = true;
        known.model.format = (struct fp_format){ question->precision, question->emax };
        known.model.flush_in = known.model.flush_out = question->flushed;
    }
    if (known.found)
        survey_known_params(&known, params);
}

// Compares a measurement with the one of the model.
static void check_model(struct work *work, const struct capture_measurement *seen,
                        const struct probe *probe, const struct probe_params *params)
{
    const struct unit unit = unit_model();
    struct capture scratch = { 0 };
    struct measurement measurement;
    struct capture_measurement should;
    json_t *says = capture_measurement_json(seen), *wants;

    measure(&work->model, probe, params, &unit, false, &measurement);
    should = evidence_of(&scratch, probe, &measurement);
    should.question = seen->question;
    should.deciding = seen->deciding;
    wants = capture_measurement_json(&should);
    verify_compare(work->verify, work->result, work->place, says, wants);
    json_decref(says);
    json_decref(wants);
    capture_finish(&scratch);
    measure_finish(&measurement);
}

// Opens the model of a simulated device, and compares the facts.
static void open_simulated(struct work *work)
{
    const struct field *const tables[] = { capture_device_fields, capture_claims_fields };
    const struct facts *says = &work->folder->capture.device;

    log_hold(true);
    bool ok = fake_open(&work->model, says->id);

    log_hold(false);
    if (!ok)
        verify_say(work->verify, -1, "device",
                   "id: there is no such simulated device: %.400s", log_last_error());
    for (int i = 0; ok && i < 2; i++) {
        json_t *has = fields_json(tables[i], says),
               *wants = fields_json(tables[i], &work->model.facts);

        verify_compare(work->verify, -1, i ? "claimed" : "device", has, wants);
        json_decref(has);
        json_decref(wants);
    }
}

// Returns false if this version asks otherwise.
static bool check_measurement(struct work *work, const struct capture_measurement *seen)
{
    const struct probe *probe = probe_find(seen->probe);
    struct probe_params params, second;
    struct evidence_lines lines;
    bool same =
        probe && evidence_params(&work->folder->capture, seen, probe, &lines, &params);

    snprintf(work->place, sizeof work->place, "%s %s %s %s", seen->probe,
             stage_name(seen->stage), precision_name(seen->precision),
             form_name(seen->form));
    if (same && seen->question < 0)
        fill_known(&work->folder->capture, seen, &params);
    if (same)
        second = measure_second(probe, &params);
    check_picture(work, seen, &seen->picture, same ? &params : NULL);
    check_picture(work, seen, &seen->second.picture, same ? &second : NULL);
    if (same && work->model.paint && seen->answer != CAPTURE_SKIPPED)
        check_model(work, seen, probe, &params);
    return same;
}

// ---- views ----

static void add_name(json_t *verify, const char *list, const char *name)
{
    json_array_append_new(json_object_get(verify, list), json_string(name));
}

// Reads a view. Returns NULL if there is none, or, after noting that, if it cannot be
// read or is of another capture.
static char *read_view(const struct report_folder *folder, const char *name, size_t *size,
                       json_t *verify)
{
    char path[2 * PATH_MAX], *text;

    snprintf(path, sizeof path, "%s/%s", folder->folder, name);
    if (file_is_absent(path))
        return NULL;
    log_hold(true);
    text = file_read(path, VIEW_MAX, size);
    log_hold(false);
    if (!text) {
        verify_say(verify, -1, name, "%.500s", log_last_error());
    } else if (!memmem(text, *size, folder->sha256, strlen(folder->sha256))) {
        add_name(verify, "stale", name);
        free(text);
        text = NULL;
    }
    return text;
}

static void compare_results(json_t *verify, json_t *says, json_t *wants)
{
    const char *probe, *stage, *precision, *form;
    char place[112];
    json_t *want;
    size_t i;

    json_array_foreach(wants, i, want)
    {
        json_unpack(want, "{s:s, s:s, s:s, s:s}", "probe", &probe, "stage", &stage,
                    "precision", &precision, "form", &form);
        snprintf(place, sizeof place, "%s %s %s %s", probe, stage, precision, form);
        verify_compare(verify, (int) i, place, json_array_get(says, i), want);
    }
}

// Compares report.json with folder->report.
static void compare_report(const struct report_folder *folder, json_t *says,
                           json_t *verify)
{
    json_t *wants = report_document(&folder->report), *all = json_copy(wants), *value;
    const char *key;

    json_object_update_missing(all, says);
    json_object_foreach(all, key, value)
    {
        json_t *said = json_object_get(says, key), *want = json_object_get(wants, key);

        if (!strcmp(key, "results") && json_array_size(said) == json_array_size(want))
            compare_results(verify, said, want);
        else if (strcmp(key, "reference") != 0)
            verify_compare(verify, -1, key, said, want);
    }
    json_decref(all);
    json_decref(wants);
}

// Compares report.json, if its version is this one.
static void check_report(const struct report_folder *folder, const char *text,
                         size_t size, json_t *verify)
{
    json_t *root;
    const char *version;

    log_hold(true);
    root = document_load(text, size, REPORT_NAME);
    log_hold(false);
    version =
        json_string_value(json_object_get(json_object_get(root, "tool"), "version"));
    if (!root)
        verify_say(verify, -1, REPORT_NAME, "%.500s", log_last_error());
    else if (version && strcmp(version, FPSTRIPE_VERSION) != 0)
        add_name(verify, "stale", REPORT_NAME);
    else
        compare_report(folder, root, verify);
    json_decref(root);
}

// Derives folder->report, and compares it with the views beside the capture. Returns
// false, after logging why, if no reference works.
static bool check_views(struct report_folder *folder, json_t *verify)
{
    static const char *const names[] = { REPORT_NAME, "verdict.png", "personality.png",
                                         "report.html" };
    size_t size;

    log_hold(true);
    bool ok = open_derive(folder, NULL);

    log_hold(false);
    if (!ok)
        log_error("%s: %s", folder->name, log_last_error());
    for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++) {
        char *text = read_view(folder, names[i], &size, verify);

        if (text)
            add_name(verify, "views", names[i]);
        if (text && i == 0)
            check_report(folder, text, size, verify);
        free(text);
    }
    return ok;
}

// ---- the whole ----

static void count(json_t *verify, const char *key)
{
    json_t *counts = json_object_get(verify, "counts");
    json_int_t before = json_integer_value(json_object_get(counts, key));

    json_object_set_new(counts, key, json_integer(before + 1));
}

// Counts a result by what came of it. Returns true if the headline rests on it, and it
// follows from a picture.
static bool count_result(json_t *verify, const struct report *report,
                         const struct result *result)
{
    static const char *const keys[STATUS_COUNT] = {
        [STATUS_UNSUPPORTED] = "unsupported",
        [STATUS_SKIPPED] = "skipped",
        [STATUS_ERROR] = "refused",
        [STATUS_UNSTABLE] = "unstable",
    };
    const char *key = keys[result->verdict.status];

    count(verify, key ? key : "recomputed");
    return !key && (report->headline.status == STATUS_SKIPPED ||
                    (result->stage == report->headline_stage &&
                     result->precision == report->headline_precision &&
                     !report_has_expressions(result)));
}

// Checks all measurements. Returns the status.
static const char *check_all(struct work *work)
{
    static const char *const statuses[] = { VERIFY_STATUSES };
    const struct report *report = &work->folder->report;
    const struct capture *capture = &work->folder->capture;
    json_t *verify = work->verify, *otherwise = json_object_get(verify, "otherwise");
    const char *last = "";
    bool shown = false;

    for (int i = 0; i < capture->count; i++) {
        const struct capture_measurement *seen = &capture->measurements[i];
        bool same = check_measurement(work, seen);

        if (!same && strcmp(last, seen->probe) != 0)
            json_array_append_new(otherwise, json_string(last = seen->probe));
        if (seen->deciding)
            continue;
        count(verify, "results");
        if (same)
            shown |= count_result(verify, report, &report->results[work->result]);
        else
            count(verify, "otherwise");
        work->result++;
    }
    return statuses[json_array_size(json_object_get(verify, "faults")) > 0  ? 0
                    : !capture->complete                                    ? 1
                    : !shown || capture->shaders.count > 0                  ? 2
                    : json_array_size(json_object_get(verify, "stale")) > 0 ? 3
                                                                            : 4];
}

json_t *verify_capture(const char *path)
{
    static struct report_folder folder;
    struct work work = { .folder = &folder };

    if (!open_evidence(&folder, path))
        return NULL;
    work.verify =
        document_object("report", document_string(path), "faults", json_array(), "counts",
                        json_object(), "otherwise", json_array(), "shaders", json_array(),
                        "views", json_array(), "stale", json_array(), DOCUMENT_END);
    for (int i = 0; i < folder.capture.shaders.count; i++)
        json_array_append_new(json_object_get(work.verify, "shaders"),
                              document_string(folder.capture.shaders.list[i].probe));
    if (check_views(&folder, work.verify)) {
        if (folder.capture.device.api == API_FAKE)
            open_simulated(&work);
        json_object_set_new(work.verify, "status", json_string(check_all(&work)));
    } else {
        json_decref(work.verify);
        work.verify = NULL;
    }
    device_close(&work.model);
    report_folder_finish(&folder);
    return work.verify;
}
