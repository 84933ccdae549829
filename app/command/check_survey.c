// SPDX-License-Identifier: MIT

#include "command/check.h"

#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
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

// The first pattern that matches no case of what is asked and no golden; argument_count
// if all do.
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

            golden_name(&asked, name);
            any = matches_pattern(options, pattern, name);
        }
        for (int i = 0; i < survey->set.count && !any; i++)
            any = matches_pattern(options, pattern, survey->set.goldens[i].name);
    }
    return pattern;
}

// Asks for everything if a pattern is of a case that is asked only then.
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
        "'%s': no such case; a name is like stripes-fragment-highp-guarded-bits, and "
        "`fpstripe check -v` lists them",
        options->arguments[idle]);
    return false;
}

// Asks for everything if a golden that is in scope is asked only then.
static void widen_survey(struct check_survey *survey)
{
    const struct golden_set *set = &survey->set;
    static struct plan narrow, wide;
    struct survey_options all = survey->asked;

    all.full = true;
    plan_make(&narrow, &survey->device, &survey->asked);
    plan_make(&wide, &survey->device, &all);
    for (int i = 0; i < set->count && !survey->asked.full; i++)
        survey->asked.full =
            check_survey_in_scope(survey->options, &set->goldens[i].result) &&
            plan_find(&narrow, &set->goldens[i].result) < 0 &&
            plan_find(&wide, &set->goldens[i].result) >= 0;
}

// Returns true if `bless` names a case of another stage than the fragment stage.
static bool blesses_elsewhere(const struct check_survey *survey)
{
    static struct plan plan;
    bool any = false;

    plan_make(&plan, &survey->device, &survey->asked);
    for (int i = 0; i < plan.count && survey->blesses && !any; i++) {
        struct result asked = plan_result(&plan.tasks[i]);
        char name[GOLDEN_NAME];

        golden_name(&asked, name);
        any = asked.stage != STAGE_FRAGMENT && check_survey_chosen(survey->options, name);
    }
    return any;
}

// Asks only for the fragment stage if no golden is of another and none is to be. `bless`
// made such goldens before the default survey had the vertex stage too.
static void narrow_survey(struct check_survey *survey)
{
    const struct golden_set *set = &survey->set;
    bool others = survey->asked.stage >= 0 || survey->asked.every_stage ||
                  survey->asked.full || !set->count || blesses_elsewhere(survey);

    for (int i = 0; i < set->count; i++)
        others |= set->goldens[i].result.stage != STAGE_FRAGMENT;
    if (!others)
        survey->asked.stage = STAGE_FRAGMENT;
}

// Opens the goldens, and finds what is to be asked. A check of goldens that cannot be
// read ends well here: they have the reason.
static bool open_goldens(struct check_survey *survey)
{
    const struct golden_set *set = &survey->set;

    survey->status = COMMAND_BAD_INPUT;
    if (!golden_open(&survey->set, survey->goldens, &survey->device.facts))
        return false;
    if (set->fault[0] && survey->blesses)
        log_error("%s/%s", set->held.folder, set->fault);
    else if (set->fault[0])
        survey->status = COMMAND_DONE;
    if (set->fault[0])
        return false;
    widen_survey(survey);
    survey->status = COMMAND_USAGE;
    if (survey->blesses && !find_patterns(survey))
        return false;
    narrow_survey(survey);
    return true;
}

// ---- the survey ----

static bool wants_picture(void *context, const struct result *result)
{
    const struct check_survey *survey = context;
    char name[GOLDEN_NAME];
    const struct golden *golden;

    golden_name(result, name);
    if (survey->blesses)
        return check_survey_chosen(survey->options, name);
    golden = golden_find(&survey->set, name);
    return golden && !golden_same_pixels(golden, result);
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
    survey->got.report.device = survey->device.facts;
    return true;
}

static bool ask_device(void *context)
{
    struct check_survey *it = context;
    struct survey_options *asked = &it->asked;

    if (!open_survey_device(it) || !open_goldens(it))
        return false;
    it->status = COMMAND_NO_DEVICE;
    asked->pictures = &it->got.pictures;
    asked->wanted = wants_picture;
    asked->progress = note_begin;
    asked->context = it;
    plan_make(&it->plan, &it->device, asked);
    it->seconds = memory_new((size_t) it->plan.count, sizeof *it->seconds);
    if (!survey(&it->device, asked, &it->got.capture, &it->got.report, NULL))
        return false;
    it->status = COMMAND_DONE;
    return true;
}

// Whether the options name one device at most, since each has goldens of its own, and a
// folder of goldens that is there or not. Logs why not.
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
    note_time(survey, survey->got.report.count);
    progress_finish(&survey->progress);
    if (outcome != GUARD_DONE)
        survey->status = COMMAND_NO_DEVICE;
    if (guard_interrupted()) {
        snprintf(survey->why, sizeof survey->why, "%d of %d results were measured",
                 survey->got.report.count, survey->plan.count);
        survey->status = command_interrupted("%s", survey->why);
    } else if (survey->status != COMMAND_DONE) {
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
    free(survey->seconds);
    report_folder_finish(&survey->got);
    golden_finish(&survey->set);
}

bool check_survey_in_scope(const struct options *options, const struct result *result)
{
    const struct survey_options *asked = &options->survey;

    return (!asked->probe || !strcmp(asked->probe, result->probe)) &&
           (asked->stage < 0 || asked->stage == (int) result->stage) &&
           (asked->precision < 0 || asked->precision == (int) result->precision) &&
           (asked->form < 0 || asked->form == (int) result->form) &&
           (asked->readout < 0 || asked->readout == (int) result->readout);
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
