// SPDX-License-Identifier: MIT
//
// Derives the report of a capture and prints it: the text of `run`, or the same sentences
// as JSON, with the document of report.json. Pages and scripts then need no inference of
// their own.

#include "base/closest.h"
#include "base/deviation.h"
#include "base/file.h"
#include "base/history.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/png/png.h"
#include "capture/store.h"
#include "command/command.h"
#include "command/list.h"
#include "command/save.h"
#include "compare/compare.h"
#include "document/build.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "report/deviating.h"
#include "report/expressions.h"
#include "report/folder.h"
#include "report/json.h"
#include "report/text.h"
#include "report/topics.h"
#include "report/view.h"
#include "survey/open.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

// ---- sums: bits beside claims ----

// Returns the first result of the stripes that is ok and has a picture, or NULL.
static const struct result *shown_stripes(const struct report *report, enum stage stage,
                                          enum precision precision)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (!strcmp(result->probe, "stripes") && result->stage == stage &&
            result->precision == precision && result->verdict.status == STATUS_OK &&
            result->sha256[0])
            return result;
    }
    return NULL;
}

static json_t *precision_json(const struct report *report, enum stage stage,
                              enum precision precision)
{
    const struct report_view_claim claim = report_view_claim(report, stage, precision);
    const struct result *stripes = shown_stripes(report, stage, precision);
    char bits[80], words[480], limits[160], claimed[32] = "nothing", picture[100] = "";

    if (stripes)
        report_folder_case(stripes, picture, sizeof picture);
    report_view_bits(report, stage, precision, bits, sizeof bits);
    report_view_plain(report, stage, precision, words, sizeof words);
    report_view_limits(report, stage, precision, limits, sizeof limits);
    if (claim.bits)
        snprintf(claimed, sizeof claimed, "%d bits", claim.bits);
    return document_object(
        "stage", json_string(stage_name(stage)), "precision",
        json_string(precision_name(precision)), "measured", document_string(bits),
        "claimed", json_string(claimed), "fewer", json_boolean(claim.more < 0), "words",
        document_string(words), "range", document_string_or_null(limits), "stripes",
        document_string_or_null(picture), "judge",
        document_string_or_null(stripes ? stripes->reference : ""), DOCUMENT_END);
}

static json_t *precisions_json(const struct report *report)
{
    json_t *list = json_array();

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            if (report_view_asked(report, stage, precision))
                json_array_append_new(list, precision_json(report, stage, precision));
    return list;
}

// ---- expressions, by symptom ----

static json_t *expression_json(const struct finding *finding, const struct result *result,
                               bool codes)
{
    struct report_deviating told;
    char answer[FINDING_ANSWER_TEXT];

    report_deviating(finding, result, codes, &told);
    finding_text_error(finding, answer, sizeof answer);
    return document_object(
        "expression", document_string(told.name), "answer", document_string(answer),
        "from", document_string_or_null(deviation_title(finding->from)), "got",
        document_string(told.got), "expected", document_string(told.want), DOCUMENT_END);
}

static json_t *expressions_json(const struct report *report, const struct topic *topic)
{
    const struct report_expressions_at at = { report, topic->name, { 0 } };
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(&at, names);
    json_t *list = json_array();

    for (int i = 0; i < count; i++) {
        const struct result *result;
        const struct finding *finding = report_expressions_worst(&at, names[i], &result);

        if (finding)
            json_array_append_new(list, expression_json(finding, result, topic->codes));
    }
    return list;
}

static json_t *symptom_json(const struct report *report, const char *name)
{
    const struct report_expressions_count count =
        report_expressions_count_all(report, name);
    const struct topic topic = topic_of(name);
    char sum[1000] = "", deviating[120] = "";
    bool any = false;

    if (topic.sum != TOPIC_MATRIX)
        report_topic_text(report, &topic, sum, sizeof sum);
    if (count.lines)
        report_expressions_deviating(&count, deviating, sizeof deviating);
    for (int from = DEVIATION_GLSL; from < DEVIATION_COUNT; from++)
        any |= count.from[from] > 0;
    return document_object(
        "topic", document_string(name), "symptom", document_string(topic.symptom), "sum",
        document_string(sum), "deviating", json_string(deviating), "deviates",
        json_boolean(any), "expressions", expressions_json(report, &topic), DOCUMENT_END);
}

static json_t *symptoms_json(const struct report *report)
{
    const char *names[REPORT_EXPRESSIONS_TOPICS];
    int count = report_expressions_topics(report, names);
    json_t *list = json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(list, symptom_json(report, names[i]));
    return list;
}

// ---- the whole ----

static json_t *device_json(const struct facts *device)
{
    return document_object(
        "id", document_string(device->id), "api", json_string(api_name(device->api)),
        "name", document_string(device->renderer[0] ? device->renderer : device->id),
        "vendor", document_string(device->vendor), "version",
        document_string(device->version), "driver", document_string(device->driver),
        "kind",
        json_string(device->simulated  ? "simulated"
                    : device->masked   ? "masked; may be software"
                    : device->software ? "software"
                                       : "hardware"),
        DOCUMENT_END);
}

static json_t *show_report_json(const struct report *report)
{
    const struct report_view_totals totals = report_view_totals(report);
    char verdict[REPORT_HEADLINE_TEXT], like[320] = "", range[160], compared[400],
                                        reference[200];

    report_headline_text(report, verdict, sizeof verdict);
    if (report->headline.status == STATUS_OK)
        history_text(&report->headline, "as far as was measured", like, sizeof like);
    report_view_range(&report->headline, range, sizeof range);
    report_view_compared(&totals, compared, sizeof compared);
    snprintf(reference, sizeof reference, "%s%s%s", report->reference_kind,
             report->reference_name[0] ? ", " : "", report->reference_name);
    return document_object(
        "schema", json_string("fpstripe-show/1"), "complete",
        json_boolean(report->complete), "device", device_json(&report->device), "verdict",
        document_string(verdict), "like", document_string_or_null(like), "range",
        document_string_or_null(range), "reference", document_string(reference),
        "compared", document_string(compared), "precisions", precisions_json(report),
        "symptoms", symptoms_json(report), "report", report_document(report),
        DOCUMENT_END);
}

// ---- a picture ----

#define RAW ",raw"

// Returns true if `name` is the name of a result, or the beginning of one: "stripes",
// "stripes-vertex-highp".
static bool is_called(const struct result *result, const char *name, size_t length)
{
    char whole[100];

    report_folder_case(result, whole, sizeof whole);
    return !strncmp(whole, name, length) &&
           (whole[length] == '-' || whole[length] == '\0');
}

// Logs that the report has no such result, and which probe was probably meant.
static void say_no_result(const struct report *report, const char *name)
{
    const char **names = memory_new((size_t) report->count + 1, sizeof *names), *closest;

    for (int i = 0; i < report->count; i++)
        names[i] = report->results[i].probe;
    closest = closest_find(name, names, report->count);
    if (closest)
        log_error("--picture %.40s: no result has this name; did you mean %s?", name,
                  closest);
    else
        log_error("--picture %.40s: no result has this name; use PROBE, or PROBE-STAGE-"
                  "PRECISION-FORM",
                  name);
    free(names);
}

// Returns the first result of that name that has a picture, or NULL after logging why
// there is none.
static const struct result *find_picture(const struct report *report, const char *name,
                                         size_t length)
{
    const struct result *found = NULL;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (!is_called(result, name, length))
            continue;
        if (result->sha256[0])
            return result;
        found = found ? found : result;
    }
    if (found)
        log_error("--picture %.40s: the result is %s and has no picture", name,
                  status_name(found->verdict.status));
    else
        say_no_result(report, name);
    return NULL;
}

// Returns a picture in grey levels, [height][width]; malloc'd.
static uint8_t *picture_levels(const struct probe *probe, const struct pixels *got)
{
    size_t count = (size_t) got->width * (size_t) got->height;
    uint8_t *levels = memory_new(count, 1);

    for (size_t i = 0; i < count; i++)
        levels[i] = (uint8_t) probe_encode(probe, READOUT_RGBA8, got->words[i]);
    return levels;
}

// Writes a picture: raw, or in grey levels. Returns the exit status.
static int write_picture(const struct result *result, const struct facts *device,
                         const struct pixels *got, bool raw, const char *path)
{
    const struct probe *probe = probe_find(result->probe);
    char text[320];
    const struct png_note notes[] = {
        { "probe", result->probe },
        { "device", device->renderer },
        { "verdict", text },
    };
    uint8_t *levels;
    bool ok;

    save_describe(result, text, sizeof text);
    if (raw || result->readout == READOUT_RGBA8)
        return png_write(path, got, notes, 3) ? COMMAND_DONE : COMMAND_NO_OUTPUT;
    if (!probe || probe->expressions) {
        log_error("--picture %s: its words are no grey levels; write %s%s", result->probe,
                  result->probe, RAW);
        return COMMAND_USAGE;
    }
    levels = picture_levels(probe, got);
    ok = png_write_grey(path, got->width, got->height, levels, notes, 3);
    free(levels);
    return ok ? COMMAND_DONE : COMMAND_NO_OUTPUT;
}

// --picture NAME[,raw]. Returns the exit status.
static int show_picture(const struct report_folder *folder, const struct options *options)
{
    const char *name = options->picture;
    const size_t length = strcspn(name, ",");
    const bool raw = !strcmp(name + length, RAW);
    const struct result *result;
    struct pixels got;
    char image[PATH_MAX];
    int status;

    if (name[length] && !raw) {
        log_error("--picture %.40s: use NAME, or NAME%s", name, RAW);
        return COMMAND_USAGE;
    }
    result = find_picture(&folder->report, name, length);
    if (!result)
        return COMMAND_USAGE;
    if (store_find(folder->folder, result->sha256, image) &&
        file_is_same(image, options->output)) {
        log_error("--output %s: the picture itself; name another", options->output);
        return COMMAND_USAGE;
    }
    if (!report_folder_pixels(folder, result, &got))
        return COMMAND_BAD_INPUT;
    status = write_picture(result, &folder->report.device, &got, raw, options->output);
    pixels_finish(&got);
    return status;
}

// ---- the command ----

static bool show_options_good(const struct options *options)
{
    if (options->argument_count != 1)
        log_error("show needs one capture: a capture.json, or its directory");
    else if (options->show && options->json)
        log_error("--show does not apply with --json, which prints every topic");
    else if (options->picture && (options->show || options->json))
        log_error("--picture writes a file; it does not apply with --%s",
                  options->json ? "json" : "show");
    else if (!options->picture != !options->output)
        log_error(options->picture ? "--picture: name the file that is written: -o FILE"
                                   : "--output: name the picture: --picture NAME");
    else
        return true;
    return false;
}

static int show_run(const struct options *options)
{
    static struct report_folder folder;
    const struct compare_told told = options_told(options);
    struct view view = { 0 };
    int status = COMMAND_DONE;

    if (!show_options_good(options))
        return COMMAND_USAGE;
    if (!open_capture(&folder, options->arguments[0], NULL))
        return COMMAND_BAD_INPUT;
    if (options->picture)
        status = show_picture(&folder, options);
    else if (options->json)
        list_print_json(show_report_json(&folder.report));
    else {
        compare_report(&folder, &told, &view);
        list_print_view(&view, false);
    }
    if (status == COMMAND_DONE && folder.lost > 0)
        status = COMMAND_BAD_INPUT;
    report_folder_finish(&folder);
    return status;
}

static const struct option_note show_notes[] = {
    { "output", "the file that --picture writes", NULL },
    { NULL, NULL, NULL },
};

const struct command command_show = {
    .name = "show",
    .summary = "print the report of a capture, or write one of its pictures",
    .details =
        "CAPTURE is a capture.json or its directory; the report is derived from it. --json "
        "prints the same sentences as JSON, and the symptoms that each topic causes in a "
        "shader.\n"
        "Exit status: 0 done, 2 usage, 4 bad input, 5 output not written.\n",
    .arguments = "CAPTURE",
    .argument_count = 1,
    .options = (const char *const[]){ "json", "show", "picture", "output", "help", NULL },
    .notes = show_notes,
    .run = show_run,
};
