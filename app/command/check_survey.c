// SPDX-License-Identifier: MIT

#include "command/check_survey.h"

#include "base/guard.h"
#include "base/log.h"
#include "command/command.h"
#include "survey/survey.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static bool keep(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey)
{
    struct check_survey *survey = context;
    struct pixels *to = &survey->got.pictures[survey->got.report.count - 1];

    (void) grey;
    return !survey->wants(survey, result) || pixels_copy(to, got);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static void show_progress(void *context, int done, int total)
{
    struct check_survey *survey = context;

    survey->began[done] = now();

    guard_alive();
    progress_show(&survey->progress, done, total);
}

static bool open_device(struct check_survey *survey)
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
    snprintf(survey->what, sizeof(survey->what), "%s", survey->device.facts.id);
    log_info("device %s: %s, %s", survey->device.facts.id, survey->device.facts.renderer,
             survey->device.facts.version);
    // Stands if nothing is asked.
    survey->got.report.device = survey->device.facts;
    return true;
}

static bool ask(void *context)
{
    struct check_survey *it = context;
    struct survey_options *asked = &it->asked;

    if (!open_device(it))
        return false;
    it->status = COMMAND_DONE;
    if (!it->opened(it, &it->device.facts))
        return false;
    it->status = COMMAND_NO_DEVICE;
    asked->keep = keep;
    asked->progress = show_progress;
    asked->no_grey = true;
    asked->context = it;
    plan_make(&it->plan, &it->device, asked);
    it->got.pictures = calloc((size_t) it->plan.count + 1, sizeof(*it->got.pictures));
    it->began = calloc((size_t) it->plan.count + 1, sizeof(*it->began));
    if (!it->got.pictures || !it->began) {
        log_error("no memory for %d pictures", it->plan.count);
        return false;
    }
    if (!survey(&it->device, asked, &it->got.report, NULL))
        return false;
    it->status = COMMAND_DONE;
    return true;
}

bool check_survey_one(const char *command, const struct options *options)
{
    if (!options->device || strcmp(options->device, "all") != 0)
        return true;
    log_error("%s: -d all: one at a time", command);
    return false;
}

int check_survey_goldens(const char *path)
{
    struct stat status;

    if (!path[0]) {
        log_error("the folder of the goldens has no name");
        return COMMAND_USAGE;
    }
    if (stat(path, &status) != 0 || S_ISDIR(status.st_mode))
        return COMMAND_DONE;
    log_error("%s: no folder; goldens lie in one", path);
    return COMMAND_BAD_INPUT;
}

int check_survey_run(struct check_survey *survey)
{
    const struct options *options = survey->options;
    enum guard_outcome outcome;
    bool ok;

    survey->asked = options->survey;
    snprintf(survey->what, sizeof(survey->what), "%s",
             options->device ? options->device : "looking for a device");
    progress_start(&survey->progress);
    outcome = guard_call(ask, survey, &ok, options->timeout_s, survey->what);
    survey->ended = now();
    progress_finish(&survey->progress);
    if (guard_interrupted())
        survey->status = COMMAND_SIGNAL + guard_interrupted();
    else if (outcome != GUARD_DONE)
        survey->status = COMMAND_NO_DEVICE;
    if (survey->status != COMMAND_DONE)
        snprintf(survey->why, sizeof(survey->why), "%s",
                 guard_interrupted()        ? "it was interrupted"
                 : outcome == GUARD_CRASHED ? "the driver crashed"
                 : outcome == GUARD_HUNG    ? "the driver hangs"
                                            : log_last_error());
    return survey->status;
}

void check_survey_finish(struct check_survey *survey)
{
    // The report may end before the pictures do.
    for (int i = 0; survey->got.pictures && i < survey->plan.count; i++)
        pixels_finish(&survey->got.pictures[i]);
    free(survey->began);
    report_folder_finish(&survey->got);
}

double check_survey_seconds(const struct check_survey *survey, int i)
{
    bool last = i + 1 >= survey->plan.count || survey->began[i + 1] <= 0;

    return (last ? survey->ended : survey->began[i + 1]) - survey->began[i];
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

    for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
        if (list[i].value)
            snprintf(words[count++], sizeof(*words), "--%s=%s", list[i].name,
                     list[i].value);
    if (asked->width)
        snprintf(words[count++], sizeof(*words), "--width=%d", asked->width);
    if (asked->full)
        snprintf(words[count++], sizeof(*words), "--full");
    return count;
}

int check_survey_find(const struct plan *plan, const struct result *result)
{
    for (int i = 0; i < plan->count; i++) {
        const struct probe_params *params = &plan->tasks[i].params;

        if (params->stage == result->stage && params->precision == result->precision &&
            params->form == result->form && params->readout == result->readout &&
            !strcmp(plan->tasks[i].probe->name, result->probe))
            return i;
    }
    return -1;
}

void check_survey_widen(struct check_survey *survey, const struct golden_set *set)
{
    static struct plan narrow, wide;
    struct survey_options all = survey->asked;

    all.full = true;
    plan_make(&narrow, &survey->device, &survey->asked);
    plan_make(&wide, &survey->device, &all);
    for (int i = 0; i < set->count && !survey->asked.full; i++)
        survey->asked.full =
            check_survey_in_scope(survey->options, &set->goldens[i].result) &&
            check_survey_find(&narrow, &set->goldens[i].result) < 0 &&
            check_survey_find(&wide, &set->goldens[i].result) >= 0;
}
