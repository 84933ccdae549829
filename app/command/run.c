// SPDX-License-Identifier: MIT
//
// How it works: everything that touches a driver runs inside one guarded call, and
// leaves what it has finished in the session. The code outside saves and prints that,
// after a crash as after a good end.

#include "base/closest.h"
#include "base/device_key.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "command/command.h"
#include "command/expect.h"
#include "command/list.h"
#include "command/option.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/save.h"
#include "compare/compare.h"
#include "device/device.h"
#include "device/shader.h"
#include "measure/measure.h"
#include "probe/probe.h"
#include "report/report.h"
#include "survey/ahead.h"
#include "survey/derive.h"
#include "survey/survey.h"
#include "view/view.h"
#include "window/window.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the options ----

#define SUFFIX ".glsl"

// Returns true if the run draws with the shader of this probe. The width is always
// measured, and a window shows every probe.
static bool draws_with(const struct options *options, const struct probe *probe)
{
    const char *name = options->survey.probe;

    return probe->finds_width || options->window ||
           (name ? !strcmp(name, probe->name)
                 : options->survey.full || (!probe->full_only && !probe->expressions));
}

// Finds the probe of a shader's file name, "ties.glsl". Returns NULL, after logging what
// would be right, if there is none.
static const struct probe *shader_probe(const char *folder, const char *file)
{
    int length = (int) (strlen(file) - strlen(SUFFIX));
    char *name = memory_format("%.*s", length, file);
    const struct probe *probe = probe_find(name);
    const char **names = memory_new((size_t) probe_count, sizeof *names), *closest;

    for (int i = 0; i < probe_count; i++)
        names[i] = probe_list[i]->name;
    closest = closest_find(name, names, probe_count);
    if (!probe && closest)
        log_error("%s/%s: no probe has this name; did you mean %s" SUFFIX "?", folder,
                  file, closest);
    else if (!probe)
        log_error("%s/%s: no probe has this name; `fpstripe explain probes` lists "
                  "the names",
                  folder, file);
    free(names);
    free(name);
    return probe;
}

static bool is_shader(const char *file)
{
    size_t length = strlen(file), suffix = strlen(SUFFIX);

    return file[0] != '.' && length > suffix && !strcmp(file + length - suffix, SUFFIX);
}

// Reads the folder. Returns false, after logging why, if a shader has no probe, or the
// run draws with none of them.
static bool shaders_used(const struct options *options, DIR *folder)
{
    const char *path = options->shader_dir;
    const struct probe *found = NULL;
    bool used = false;

    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!is_shader(entry->d_name))
            continue;
        found = shader_probe(path, entry->d_name);
        if (!found)
            return false;
        used |= draws_with(options, found);
    }
    if (!found)
        log_error("--shader-dir %s: no shader in it; name each after its probe, such as "
                  "stripes" SUFFIX,
                  path);
    else if (!used)
        log_error("--shader-dir %s: this run uses none of its shaders; add --probe %s",
                  path, found->name);
    return used;
}

// Returns COMMAND_DONE if the shaders of --shader-dir, if any, are used.
static int check_shader_dir(const struct options *options)
{
    DIR *folder;
    bool used;

    if (!options->shader_dir)
        return COMMAND_DONE;
    if (options->device && !strncmp(options->device, "fake:", 5)) {
        log_error("--shader-dir: %s is simulated and runs no shader; use -d llvmpipe",
                  options->device);
        return COMMAND_USAGE;
    }
    folder = opendir(options->shader_dir);
    if (!folder) {
        log_error("--shader-dir %s: %s", options->shader_dir, strerror(errno));
        return COMMAND_BAD_INPUT;
    }
    used = shaders_used(options, folder);
    closedir(folder);
    return used ? COMMAND_DONE : COMMAND_BAD_INPUT;
}

// Returns false, after logging why, if --show asks for something that is not measured, or
// that is not printed.
static bool show_good(const struct options *options)
{
    const unsigned measured = 1u << OPTION_SUMS | 1u << OPTION_REASONS;

    if (!options->show)
        return true;
    if (options->json || (options->device && !strcmp(options->device, "all"))) {
        log_error("--show does not apply with %s",
                  options->json ? "--json, which prints the whole report"
                                : "-d all, which prints a line per device");
        return false;
    }
    if (!(options->show & ~measured) || options->survey.full || options->survey.probe ||
        options->window)
        return true;
    log_error(
        "--show: nothing of it is measured; add --full, or --probe with a probe of it");
    return false;
}

// The page stands in the folder of a run.
static bool page_good(const struct options *options)
{
    const char *why = options->window
                          ? "--window, which shows a picture and writes no report"
                      : options->captures ? "--captures, which writes only the evidence"
                      : options->json && !options->output
                          ? "--json, which writes no files; add --output DIR"
                          : NULL;

    if (options->page && why)
        log_error("--html does not apply with %s", why);
    return !options->page || !why;
}

// Returns COMMAND_DONE if the options go together and the shaders of --shader-dir are
// there; otherwise, after logging why, the exit status.
static int run_options_check(const struct options *options)
{
    if (!show_good(options) || !page_good(options))
        return COMMAND_USAGE;
    if (options->captures && options->shader_dir) {
        log_error("--captures %s and --shader-dir %s: a capture is of the program's own "
                  "shaders; use --output",
                  options->captures, options->shader_dir);
        return COMMAND_USAGE;
    }
    if (options->captures && options->output) {
        log_error("--captures %s and --output %s: use one of them", options->captures,
                  options->output);
        return COMMAND_USAGE;
    }
    return check_shader_dir(options);
}

#define DEFAULT_FOLDER "fpstripe-out"

struct session {
    const struct options *options;
    // Not closed after a survey: the process ends sooner than a driver is torn down.
    struct device device;
    char what[200]; // names the device in messages
    struct capture capture;
    struct report report;
    struct survey_pictures pictures;
    struct save save;
    struct progress progress;
    int asked;      // results
    bool malformed; // the user's word for a device is no such word
    bool unsaved;   // a picture could not be stored, or the folder not be made
};

static bool run_keep(void *context, const struct capture_picture *picture,
                     const struct pixels *pixels)
{
    struct session *session = context;

    if (save_picture(&session->save, picture, pixels))
        return true;
    session->unsaved = true;
    return false;
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
    session->unsaved = !save_open(&session->save, folder, session->options->captures);
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
    asked.keep = session->save.on ? run_keep : NULL;
    asked.progress = run_show_progress;
    asked.context = session;
    return survey(&session->device, &asked, &session->capture, &session->report,
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

// Names a shader of the user in the capture, if there is one for this probe.
static bool note_shader(struct capture *capture, const char *folder, const char *probe)
{
    struct capture_shader *shader = &capture->shaders.list[capture->shaders.count];
    char path[PATH_MAX], *text;
    size_t size;

    snprintf(path, sizeof path, "%s/%s.glsl", folder, probe);
    if (file_is_absent(path))
        return true;
    text = file_read(path, SHADER_FILE_MAX, &size);
    if (!text)
        return false;
    snprintf(shader->probe, sizeof shader->probe, "%s", probe);
    capture_sha256(text, size, shader->sha256);
    free(text);
    capture->shaders.count++;
    return true;
}

// Names the shaders of the user in the capture. Without them it would be taken for one of
// the program's own shaders.
static bool note_shaders(struct capture *capture, const char *folder)
{
    for (int i = 0; i < probe_count && capture->shaders.count < CAPTURE_SHADERS; i++) {
        bool asked = probe_list[i]->finds_width;

        for (int k = 0; k < capture->count; k++)
            asked |= !strcmp(capture->measurements[k].probe, probe_list[i]->name);
        if (asked && !note_shader(capture, folder, probe_list[i]->name))
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
    static struct report_folder folder;
    const struct compare_told told = options_told(options);
    struct view view = { 0 };

    folder.report = session->report; // for now: it stays the session's
    compare_report(&folder, &told, &view);
    list_print_view(&view, false);
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
    if (options->shader_dir && !note_shaders(&session->capture, options->shader_dir))
        return COMMAND_BAD_INPUT;
    session->report.shaders = session->capture.shaders;
    if (broken) {
        session->capture.complete = session->report.complete = false;
        session->capture.interrupted = session->report.interrupted = guard_interrupted();
        report_conclude(&session->report);
    }
    if (session->save.on && !save_all(&session->save, &session->capture, &session->report,
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
        !save_open(&session->save, options->output ? options->output : DEFAULT_FOLDER,
                   NULL))
        return COMMAND_NO_OUTPUT;
    session->save.html = options->page;
    progress_start(&session->progress);
    outcome = guard_call(survey_device, session, &ok, options->timeout_s, session->what);
    progress_finish(&session->progress);
    status = run_finish(session, survey_status(session, outcome, ok));

    save_close(&session->save);
    survey_pictures_finish(&session->pictures);
    report_finish(&session->report);
    capture_finish(&session->capture);
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
    if (options->output &&
        (!output_open(&output, options->output) || !output_make(&output)))
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
