// SPDX-License-Identifier: MIT

#include "command/check.h"

#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "report/folder.h"
#include "survey/survey.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- which cases ----

static bool matches_pattern(const struct options *options, int pattern, const char *name)
{
    return fnmatch(options->arguments[pattern], name, 0) == 0;
}

bool check_survey_chosen(const struct options *options, const char *name)
{
    for (int i = 0; i < options->argument_count; i++)
        if (matches_pattern(options, i, name))
            return true;
    return false;
}

// Returns the first pattern that matches no task of the plan and no golden, or
// argument_count.
static int find_idle(const struct check_survey *survey)
{
    const struct options *options = survey->options;
    static struct plan plan;
    int pattern = 0;

    plan_make(&plan, &survey->device, &survey->asked);
    for (bool any = true; any && pattern < options->argument_count; pattern += any) {
        any = false;
        for (int i = 0; i < plan.count && !any; i++) {
            struct result asked = plan_result(&plan.tasks[i]);
            char name[GOLDEN_NAME];

            report_folder_case(&asked, name, sizeof name);
            any = matches_pattern(options, pattern, name);
        }
        for (int i = 0; i < survey->set.count && !any; i++)
            any = matches_pattern(options, pattern, survey->set.goldens[i].name);
    }
    return pattern;
}

// Asks for everything if a pattern needs it. Returns false, after logging why, if a
// pattern matches nothing then.
static bool find_patterns(struct check_survey *survey)
{
    const struct options *options = survey->options;
    int idle = find_idle(survey);

    if (idle < options->argument_count) {
        survey->asked.full = true;
        idle = find_idle(survey);
    }
    if (idle == options->argument_count)
        return true;
    log_error(
        "'%s': no such case; a name is like stripes-fragment-highp-guarded-bits: probe, "
        "shader stage, precision, form and readout",
        options->arguments[idle]);
    return false;
}

// Asks for everything if a golden in scope needs it.
static void widen_survey(struct check_survey *survey)
{
    const struct golden_set *set = &survey->set;
    static struct plan narrow, wide;
    struct survey_options all = survey->asked;

    all.full = true;
    plan_make(&narrow, &survey->device, &survey->asked);
    plan_make(&wide, &survey->device, &all);
    for (int i = 0; i < set->count && !survey->asked.full; i++) {
        struct result asked = golden_asked(set, &set->goldens[i]);

        survey->asked.full = check_survey_in_scope(survey, &set->goldens[i]) &&
                             plan_find(&narrow, &asked) < 0 &&
                             plan_find(&wide, &asked) >= 0;
    }
}

// Adds to the options of the user those with which the goldens were blessed. Returns
// false, after logging why, if the goldens have something else there.
static bool ask_as_blessed(struct check_survey *survey)
{
    static const char *const allowed[] = { "full", "probe",   "stage", "precision",
                                           "form", "readout", "width", NULL };
    struct survey_options *asked = &survey->asked;
    static struct options blessed;
    const char *words[CHECK_SURVEY_WORDS];
    int count = 0;

    memcpy(survey->set_asked, survey->set.asked, sizeof survey->set_asked);
    for (char *word = strtok(survey->set_asked, " "); word && count < CHECK_SURVEY_WORDS;
         word = strtok(NULL, " "))
        words[count++] = word;
    if (!options_parse(&blessed, allowed, 0, count, words))
        return false;
    const struct survey_options *then = &blessed.survey;

    if (asked->stage < 0 && !asked->every_stage) {
        asked->stage = then->stage;
        asked->every_stage = then->every_stage;
    }
    if (asked->readout < 0 && !asked->every_readout) {
        asked->readout = then->readout;
        asked->every_readout = then->every_readout;
    }
    asked->probe = asked->probe ? asked->probe : then->probe;
    asked->precision = asked->precision < 0 ? then->precision : asked->precision;
    asked->form = asked->form < 0 ? then->form : asked->form;
    asked->width = asked->width ? asked->width : then->width;
    asked->full = then->full;
    return true;
}

// Opens the goldens of the device. Returns false, after logging why, if the name of the
// folder is too long.
static bool open_set(struct check_survey *survey)
{
    struct golden_set *set = &survey->set;

    if (!golden_open(set, survey->goldens, &survey->device.facts, survey->blesses))
        return false;
    log_hold(true);
    if (!set->fault[0] && !survey->blesses && !survey->asked.full &&
        !ask_as_blessed(survey))
        snprintf(set->fault, sizeof set->fault,
                 GOLDEN_FILE ": asked: check has no such option; " GOLDEN_RESTORE);
    log_hold(false);
    return true;
}

// Opens the goldens, and finds what is to be asked. A check of goldens that cannot be
// read ends well here: they have the reason.
static bool open_goldens(struct check_survey *survey)
{
    const struct golden_set *set = &survey->set;

    survey->status = COMMAND_BAD_INPUT;
    if (!open_set(survey))
        return false;
    if (set->fault[0] && survey->blesses)
        log_error("%s/%s", set->folder, set->fault);
    else if (set->fault[0])
        survey->status = COMMAND_DONE;
    if (set->fault[0])
        return false;
    survey->status = COMMAND_SKIPPED;
    if (!set->there && !survey->blesses)
        return false;
    widen_survey(survey);
    survey->status = COMMAND_USAGE;
    return !survey->blesses || find_patterns(survey);
}

// ---- the survey ----

static bool keep_picture(void *context, const struct capture_picture *picture,
                         const struct pixels *pixels)
{
    struct check_survey *survey = context;
    struct check_picture *kept;

    if (check_survey_pixels(survey, picture->sha256))
        return true;
    survey->pictures =
        memory_resize(survey->pictures, (size_t) survey->picture_count + 1, sizeof *kept);
    kept = &survey->pictures[survey->picture_count++];
    memcpy(kept->sha256, picture->sha256, sizeof kept->sha256);
    pixels_copy(&kept->pixels, pixels);
    return true;
}

// The time since the last call is that of the result before number `done`.
static void note_time(struct check_survey *survey, int done)
{
    const double now = 1e-9 * (double) clock_now_ns();

    if (done > 0)
        survey->seconds[done - 1] = now - survey->since;
    survey->since = now;
}

static void note_begin(void *context, int done, int total, const struct result *asked)
{
    struct check_survey *survey = context;

    note_time(survey, done);
    guard_alive();
    progress_show(&survey->progress, done, total, asked);
}

static bool open_survey_device(struct check_survey *survey)
{
    const struct options *options = survey->options;
    const struct device_options how = { 0 };
    bool malformed;

    survey->status = COMMAND_NO_DEVICE;
    if (!device_pick(&survey->device, options->device, (enum api) options->api, &how,
                     &malformed)) {
        survey->status = malformed ? COMMAND_USAGE : COMMAND_NO_DEVICE;
        return false;
    }
    guard_alive();
    snprintf(survey->what, sizeof survey->what, "%s", survey->device.facts.id);
    log_info("device %s: %s, %s", survey->device.facts.id, survey->device.facts.renderer,
             survey->device.facts.version);
    // The report names the device even if nothing is measured.
    survey->report.device = survey->device.facts;
    return true;
}

static bool ask_device(void *context)
{
    struct check_survey *it = context;
    struct survey_options *asked = &it->asked;

    if (!open_survey_device(it) || !open_goldens(it))
        return false;
    it->status = COMMAND_NO_DEVICE;
    asked->keep = keep_picture;
    asked->progress = note_begin;
    asked->context = it;
    plan_make(&it->plan, &it->device, asked);
    it->seconds = memory_new((size_t) it->plan.count, sizeof *it->seconds);
    if (!survey(&it->device, asked, &it->capture, &it->report, NULL))
        return false;
    it->status = COMMAND_DONE;
    return true;
}

// Returns COMMAND_DONE if the options name one device at most, because each has its own
// goldens, and the folder of goldens is a folder or is not there. Otherwise logs why.
static int check_survey_may(const struct check_survey *survey)
{
    const struct options *options = survey->options;
    struct stat status;

    if (options->device && !strcmp(options->device, "all")) {
        log_error("%s: -d all: use one device", survey->blesses ? "bless" : "check");
        return COMMAND_USAGE;
    }
    if (!survey->goldens[0]) {
        log_error("--goldens: the name of the directory is empty");
        return COMMAND_USAGE;
    }
    if (stat(survey->goldens, &status) != 0 || S_ISDIR(status.st_mode))
        return COMMAND_DONE;
    log_error("%s: not a directory; goldens are stored in one", survey->goldens);
    return COMMAND_BAD_INPUT;
}

int check_survey_run(struct check_survey *survey)
{
    const struct options *options = survey->options;
    enum guard_outcome outcome;
    bool ok;

    if (!survey->goldens)
        survey->goldens = options->goldens ? options->goldens : CHECK_GOLDENS;
    survey->asked = options->survey;
    survey->status = check_survey_may(survey);
    if (survey->status != COMMAND_DONE)
        return survey->status;
    snprintf(survey->what, sizeof survey->what, "%s",
             options->device ? options->device : "looking for a device");
    progress_start(&survey->progress);
    outcome = guard_call(ask_device, survey, &ok, options->timeout_s, survey->what);
    note_time(survey, survey->report.count);
    progress_finish(&survey->progress);
    if (outcome != GUARD_DONE)
        survey->status = COMMAND_NO_DEVICE;
    if (guard_interrupted()) {
        snprintf(survey->why, sizeof survey->why, "%d of %d results were measured",
                 survey->report.count, survey->plan.count);
        survey->status = command_interrupted("%s", survey->why);
    } else if (survey->status != COMMAND_DONE && survey->status != COMMAND_SKIPPED) {
        snprintf(survey->why, sizeof survey->why, "%s",
                 outcome == GUARD_CRASHED  ? "the driver crashed"
                 : outcome == GUARD_HUNG   ? "the driver hangs"
                 : outcome == GUARD_EXITED ? "the driver ended the process"
                                           : log_last_error());
    }
    return survey->status;
}

void check_survey_finish(struct check_survey *survey)
{
    for (int i = 0; i < survey->picture_count; i++)
        pixels_finish(&survey->pictures[i].pixels);
    free(survey->pictures);
    free(survey->seconds);
    report_finish(&survey->report);
    capture_finish(&survey->capture);
    golden_finish(&survey->set);
}

const struct capture_measurement *check_survey_seen(const struct check_survey *survey,
                                                    int result)
{
    const struct capture_measurement *seen = survey->capture.measurements;

    while (seen->deciding || result-- > 0)
        seen++;
    return seen;
}

const struct pixels *check_survey_pixels(const struct check_survey *survey,
                                         const char *sha256)
{
    for (int i = 0; i < survey->picture_count; i++)
        if (!strcmp(survey->pictures[i].sha256, sha256))
            return &survey->pictures[i].pixels;
    return NULL;
}

void check_survey_compare(const struct check_survey *survey, int result,
                          const struct golden *golden, struct golden_row *row)
{
    const struct capture_measurement *seen = check_survey_seen(survey, result);
    const struct golden_now now = {
        .capture = &survey->capture,
        .seen = seen,
        .result = &survey->report.results[result],
        .task = &survey->plan.tasks[result],
        .pixels = check_survey_pixels(survey, seen->picture.sha256),
    };

    row->result = result;
    golden_compare(&survey->set, golden, &now, row);
}

bool check_survey_in_scope(const struct check_survey *survey, const struct golden *golden)
{
    const struct survey_options *asked = &survey->options->survey;
    const struct result result = golden_asked(&survey->set, golden);

    return (!asked->probe || !strcmp(asked->probe, result.probe)) &&
           (asked->stage < 0 || asked->stage == (int) result.stage) &&
           (asked->precision < 0 || asked->precision == (int) result.precision) &&
           (asked->form < 0 || asked->form == (int) result.form) &&
           (asked->readout < 0 || asked->readout == (int) result.readout);
}

int check_survey_words(const struct survey_options *asked,
                       char words[CHECK_SURVEY_WORDS][80])
{
    const struct {
        const char *name, *value; // NULL: it is not restricted
    } list[] = {
        { "probe", asked->probe },
        { "stage", asked->every_stage ? "all"
                   : asked->stage < 0 ? NULL
                                      : stage_name((enum stage) asked->stage) },
        { "precision", asked->precision < 0
                           ? NULL
                           : precision_name((enum precision) asked->precision) },
        { "form", asked->form < 0 ? NULL : form_name((enum form) asked->form) },
        { "readout", asked->every_readout ? "all"
                     : asked->readout < 0 ? NULL
                                          : readout_name((enum readout) asked->readout) },
    };
    int count = 0;

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].value)
            snprintf(words[count++], sizeof *words, "--%s=%s", list[i].name,
                     list[i].value);
    if (asked->width)
        snprintf(words[count++], sizeof *words, "--width=%d", asked->width);
    if (asked->full)
        snprintf(words[count++], sizeof *words, "--full");
    return count;
}
