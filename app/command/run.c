// SPDX-License-Identifier: MIT
//
// How it works: everything that touches a driver runs inside one guarded call, and
// leaves what it has finished in the session. The code outside saves and prints that,
// after a crash as after a good end.

#include "base/device_key.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/expect.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/run_options.h"
#include "command/save.h"
#include "device/device.h"
#include "device/shader.h"
#include "measure/measure.h"
#include "probe/probe.h"
#include "report/page.h"
#include "report/report.h"
#include "survey/ahead.h"
#include "survey/survey.h"
#include "window/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_FOLDER "fpstripe-out"

struct session {
    const struct options *options;
    // Not closed after a survey: the process ends sooner than a driver is torn down.
    struct device device;
    char what[200]; // names the device in messages
    struct report report;
    struct survey_pictures pictures;
    struct save save;
    struct progress progress;
    int asked;      // results
    bool malformed; // the user's word for a device is no such word
    bool unsaved;   // a picture could not be stored, or the folder not be made
};

static bool run_keep(void *context, struct result *result, const struct pixels *got)
{
    struct session *session = context;

    if (save_picture(&session->save, &session->report.device, result, got))
        return true;
    session->unsaved = true;
    return false;
}

static void painted(void *context, const struct result *result, const struct pixels *got)
{
    struct session *session = context;

    save_start(&session->save, result, got);
}

static bool compiles(const struct facts *facts)
{
    return facts->software && !facts->simulated;
}

static void run_show_progress(void *context, int done, int total,
                              const struct result *asked)
{
    struct session *session = context;

    guard_alive();
    if (session->options->survey.full)
        progress_tell(&session->progress, done, total, compiles(&session->device.facts));
    progress_show(&session->progress, done, total, asked);
    session->asked = total;
}

static bool run_open_device(struct session *session, struct device *device)
{
    const struct options *options = session->options;
    const struct device_options how = { .shader_dir = options->shader_dir };
    bool malformed;
    const char *word = options->window && !options->device ? "glfw" : options->device;

    if (!device_pick(device, word, (enum api) options->api, &how, &malformed)) {
        session->malformed = malformed;
        return false;
    }
    guard_alive();
    // Kept if the driver crashes now, so that the report still names the device.
    session->report.device = device->facts;
    *report_add(&session->report) =
        measure_unanswered(probe_list[0], &(struct probe_params){ 0 }, STATUS_ERROR,
                           "the device broke here");
    if (!device_settle(device, &how))
        return false;
    report_finish(&session->report);
    guard_alive();
    snprintf(session->what, sizeof session->what, "%s", device->facts.id);
    log_info("device %s: %s, %s", device->facts.id, device->facts.renderer,
             device->facts.version);
    return true;
}

// Returns true if the run draws sheets. Captures keep only the evidence.
static bool wants_sheets(const struct options *options)
{
    return !options->no_sheet && !options->captures;
}

// The folder of --captures, which is named after the device.
static bool open_captures(struct session *session)
{
    char key[DEVICE_KEY_PATH], folder[PATH_MAX];

    device_key_capture(&session->device.facts, key);
    snprintf(folder, sizeof folder, "%s/%s", session->options->captures, key);
    session->unsaved = !save_open(&session->save, folder);
    session->save.evidence = true;
    return !session->unsaved;
}

static bool survey_device(void *context)
{
    struct session *session = context;
    struct survey_options asked = session->options->survey;

    asked.ahead = ahead_start(&session->options->survey, session->options->shader_dir);
    if (!run_open_device(session, &session->device) ||
        (session->options->captures && !open_captures(session)))
        return false;
    asked.painted = session->save.on ? painted : NULL;
    asked.keep = session->save.on ? run_keep : NULL;
    asked.progress = run_show_progress;
    asked.context = session;
    return survey(&session->device, &asked, &session->report,
                  session->save.on && wants_sheets(session->options) ? &session->pictures
                                                                     : NULL);
}

static bool show_window(void *context)
{
    struct session *session = context;
    const struct options *options = session->options;
    struct device device = { 0 };
    bool ok;

    if (!run_open_device(session, &device))
        return false;
    ok = window_run(&device, &options->survey, options->output ? options->output : ".");
    device_close(&device);
    return ok;
}

// A shader of --shader-dir that a device refuses is the user's mistake, not a finding.
static bool shaders_good(const struct session *session)
{
    for (int i = 0; i < session->report.count; i++) {
        const struct result *result = &session->report.results[i];

        if (result->verdict.status != STATUS_ERROR)
            continue;
        log_error("%s/%s.glsl: %s", session->options->shader_dir, result->probe,
                  result->verdict.reason);
        return false;
    }
    return true;
}

static bool note_shader(struct report *report, const char *folder, const char *probe)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s.glsl", folder, probe);
    if (access(path, F_OK) != 0)
        return true;
    return report_file_read(path, SHADER_FILE_MAX, probe,
                            &report->shaders[report->shader_count++]);
}

// Names the shaders of the user in the report. Without them it would be taken for one of
// the program's own shaders.
static bool note_shaders(struct report *report, const char *folder)
{
    for (int i = 0; i < probe_count && report->shader_count < REPORT_SHADERS; i++) {
        bool asked = probe_list[i]->finds_width;

        for (int k = 0; k < report->count; k++)
            asked |= !strcmp(report->results[k].probe, probe_list[i]->name);
        if (asked && !note_shader(report, folder, probe_list[i]->name))
            return false;
    }
    return true;
}

static void run_tell(const struct session *session)
{
    const struct options *options = session->options;

    if (options->json) {
        save_json(&session->report, out_json());
        return;
    }
    const struct report_told told = options_told(options);

    report_text(&session->report,
                &(struct report_page){ out_file(), out_has_colour(), out_columns() },
                &told);
}

// Returns the status of a survey before anything is saved; COMMAND_DONE goes on.
static int survey_status(struct session *session, enum guard_outcome outcome, bool ok)
{
    if (session->malformed)
        return COMMAND_USAGE;
    if (session->unsaved)
        return COMMAND_NO_OUTPUT;
    if (guard_interrupted() && session->report.count == 0)
        return command_interrupted("no result was finished");
    if (guard_interrupted())
        return command_interrupted("%d of %d results are in the report",
                                   session->report.count, session->asked);
    if (outcome != GUARD_DONE || !ok)
        return COMMAND_NO_DEVICE;
    if (session->options->shader_dir && !shaders_good(session))
        return COMMAND_BAD_INPUT;
    return COMMAND_DONE;
}

static int run_finish(struct session *session, int status)
{
    const struct options *options = session->options;
    bool broken = status == COMMAND_NO_DEVICE || status > COMMAND_SIGNAL;

    if (status != COMMAND_DONE && (!broken || session->report.count == 0))
        return status;
    if (options->shader_dir && !note_shaders(&session->report, options->shader_dir))
        return COMMAND_BAD_INPUT;
    if (broken) {
        session->report.complete = false;
        session->report.interrupted = guard_interrupted();
        report_conclude(&session->report);
    }
    if (session->save.on && !save_all(&session->save, &session->report,
                                      wants_sheets(options) ? &session->pictures : NULL))
        return COMMAND_NO_OUTPUT;
    run_tell(session);
    if (session->save.on)
        save_say(&session->save);
    if (status == COMMAND_DONE && options->expect &&
        !expect_met(options->expect, &session->report, options->survey.stage,
                    options->survey.precision))
        return COMMAND_UNEXPECTED;
    return status;
}

static int survey_run(struct session *session)
{
    const struct options *options = session->options;
    enum guard_outcome outcome;
    bool ok;
    int status;

    if ((!options->json || options->output) && !options->captures &&
        !save_open(&session->save, options->output ? options->output : DEFAULT_FOLDER))
        return COMMAND_NO_OUTPUT;
    session->save.html = options->page;
    progress_start(&session->progress);
    outcome = guard_call(survey_device, session, &ok, options->timeout_s, session->what);
    progress_finish(&session->progress);
    status = run_finish(session, survey_status(session, outcome, ok));

    save_close(&session->save);
    survey_pictures_finish(&session->pictures);
    report_finish(&session->report);
    return status;
}

static int window_run_status(struct session *session)
{
    bool ok;
    enum guard_outcome outcome = guard_call(show_window, session, &ok, 0, session->what);

    if (session->malformed)
        return COMMAND_USAGE;
    if (guard_interrupted())
        return command_interrupted("the window was closed");
    return outcome == GUARD_DONE && ok ? COMMAND_DONE : COMMAND_NO_DEVICE;
}

// The folder of the screenshots is there before the first one, and goes if there was
// none.
static int window_status(struct session *session)
{
    static const char *const others[] = { "full",    "json",     "expect", "no-sheet",
                                          "timeout", "captures", "show" };
    const struct options *options = session->options;
    struct output output = { 0 };
    int status;

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (options_given(options, others[i])) {
            log_error(
                "--window does not take --%s: it shows a picture and writes no report",
                others[i]);
            return COMMAND_USAGE;
        }
    }
    if (options->output && !output_open(&output, options->output))
        return COMMAND_NO_OUTPUT;
    status = window_run_status(session);
    output_close(&output);
    return status;
}

static int run_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct session session;
    const int status = run_options_check(options);

    if (status != COMMAND_DONE)
        return status;
    if (options->device && !strcmp(options->device, "all")) {
        if (!options->window)
            return command_all(options);
        log_error("--window shows one device; -d all does not apply");
        return COMMAND_USAGE;
    }
    session = (struct session){ .options = options };
    snprintf(session.what, sizeof session.what, "%s",
             options->device ? options->device : "looking for a device");
    return options->window ? window_status(&session) : survey_run(&session);
}

const struct command command_run = {
    .name = "run",
    .summary = "measure how a device rounds, and compare it with a reference",
    .details =
        "Default: write the results to " DEFAULT_FOLDER
        ". With --json, write files only with -o. "
        "--captures adds the results to a collection with those of other devices. "
        "`fpstripe explain WORD` explains a word of the report.\n"
        "Exit status: 0 done, 1 the verdict does not match --expect, 2 usage, 3 the device "
        "or the reference cannot be used, 4 a shader of --shader-dir does not compile, "
        "5 output not written, 130 interrupted.\n",
    .arguments = "",
    .options = (const char *const[]){ "device",    "api",    "reference",  "full",
                                      "probe",     "stage",  "precision",  "form",
                                      "readout",   "width",  "output",     "captures",
                                      "html-page", "json",   "show",       "no-sheet",
                                      "window",    "expect", "shader-dir", "timeout",
                                      "verbose",   "help",   "version",    NULL },
    .run = run_run,
};
