// SPDX-License-Identifier: MIT
//
// How it works: what is blessed was measured by this process and once more by another,
// the program itself, and the two must agree. All is looked at before anything is
// written; then pictures first, goldens.json last, so that what is broken off in between
// is invalid and not accepted.

#include "base/log.h"
#include "base/out.h"
#include "command/bless_write.h"
#include "command/check_survey.h"
#include "command/child.h"
#include "command/command.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_GOLDENS "goldens"

struct bless {
    const struct options *options;
    const char *goldens;
    struct golden_set set;
    struct check_survey survey;
    struct report again; // the second run
};

static bool matches(const struct options *options, int pattern, const char *name)
{
    return fnmatch(options->arguments[pattern], name, 0) == 0;
}

static bool is_chosen(const struct options *options, const char *name)
{
    for (int i = 0; i < options->argument_count; i++)
        if (matches(options, i, name))
            return true;
    return false;
}

static bool wants(const struct check_survey *survey, const struct result *result)
{
    char name[GOLDEN_NAME];

    golden_name(result, name);
    return is_chosen(survey->options, name);
}

// The first pattern that matches no case of the plan and no golden; argument_count if all
// do.
static int find_idle(const struct bless *bless, const struct plan *plan)
{
    const struct options *options = bless->options;
    int pattern = 0;

    for (; pattern < options->argument_count; pattern++) {
        bool any = false;

        for (int i = 0; i < plan->count && !any; i++) {
            char name[GOLDEN_NAME];

            golden_task_name(&plan->tasks[i], name);
            any = matches(options, pattern, name);
        }
        for (int i = 0; i < bless->set.count && !any; i++)
            any = matches(options, pattern, bless->set.goldens[i].name);
        if (!any)
            break;
    }
    return pattern;
}

// Asks for everything if a pattern is of a case that is asked only then.
static bool find_patterns(struct bless *bless)
{
    static struct plan plan;
    struct check_survey *survey = &bless->survey;
    const struct options *options = bless->options;
    int idle;

    plan_make(&plan, &survey->device, &survey->asked);
    if (find_idle(bless, &plan) == options->argument_count)
        return true;
    survey->asked.full = true;
    plan_make(&plan, &survey->device, &survey->asked);
    idle = find_idle(bless, &plan);
    if (idle == options->argument_count)
        return true;
    log_error("'%s': there is no such case; names are like those of captures, "
              "stripes-fragment-highp-guarded-bits",
              options->arguments[idle]);
    return false;
}

// "goldens.json: why", where the fault names the whole path too.
static const char *fault_of(const struct golden_set *set)
{
    size_t length = strlen(set->folder);

    return strncmp(set->fault, set->folder, length) || set->fault[length] != '/'
               ? set->fault
               : set->fault + length + 1;
}

static bool opened(struct check_survey *survey, const struct facts *device)
{
    struct bless *bless = survey->context;

    survey->status = COMMAND_BAD_INPUT;
    if (!golden_open(&bless->set, bless->goldens, device))
        return false;
    if (bless->set.fault[0]) {
        log_error("%s/%s; restore it first", bless->set.folder, fault_of(&bless->set));
        return false;
    }
    check_survey_widen(survey, &bless->set);
    survey->status = COMMAND_USAGE;
    if (!find_patterns(bless))
        return false;
    survey->status = COMMAND_DONE;
    return true;
}

// The second run: `run`, the words that say what to ask, and the device by its id.
static bool run_again(struct bless *bless)
{
    char asked[CHECK_SURVEY_WORDS][80], timeout[32];
    const int asked_count = check_survey_words(&bless->survey.asked, asked);
    const char *words[20] = { "fpstripe",   "run",      "--json",
                              "--no-sheet", "--device", bless->survey.device.facts.id };
    int count = 6;
    struct child child = { 0 };
    bool ok;

    for (int i = 0; i < asked_count; i++)
        words[count++] = asked[i];
    snprintf(timeout, sizeof(timeout), "--timeout=%d", bless->options->timeout_s);
    words[count] = timeout;
    ok = child_run(&child, words) && child.size > 0 &&
         report_read(&bless->again, child.text, child.size, "the second run");
    if (!ok)
        log_error("the second run gave no report");
    child_finish(&child);
    return ok;
}

static const struct result *find_case(const struct report *report, const char *name)
{
    for (int i = 0; i < report->count; i++) {
        char other[GOLDEN_NAME];

        golden_name(&report->results[i], other);
        if (!strcmp(name, other))
            return &report->results[i];
    }
    return NULL;
}

// A golden whose record is broken is written anew, or goes away (bless_write.c); else it
// would be sealed as it is.
static bool may_stay(const struct bless *bless, const struct golden *golden)
{
    return !golden->fault[0] ||
           (is_chosen(bless->options, golden->name) &&
            (find_case(&bless->survey.got.report, golden->name) ||
             check_survey_in_scope(bless->options, &golden->result)));
}

// Whether each case that was chosen may be blessed, and each golden that was not may
// stay.
static bool may_bless(const struct bless *bless)
{
    const struct report *report = &bless->survey.got.report;
    bool ok = true;

    for (int i = 0; i < report->count; i++) {
        char name[GOLDEN_NAME];
        const char *why;

        golden_name(&report->results[i], name);
        if (!is_chosen(bless->options, name))
            continue;
        why = golden_refuse(&report->results[i], &bless->survey.got.pictures[i],
                            find_case(&bless->again, name));
        if (why)
            log_error("%s: refused: %s", name, why);
        ok = ok && !why;
    }
    for (int i = 0; i < bless->set.count; i++) {
        const struct golden *golden = &bless->set.goldens[i];

        if (may_stay(bless, golden))
            continue;
        log_error("%s: refused: %s; restore it, or bless it too", golden->name,
                  golden->fault);
        ok = false;
    }
    return ok;
}

// A reason is a line that says something.
static bool reason_good(const char *reason)
{
    if (!reason || strspn(reason, " \t\r\n") == strlen(reason)) {
        log_error("refused: a golden needs a --reason");
        return false;
    }
    if (strlen(reason) >= GOLDEN_REASON || strpbrk(reason, "\r\n")) {
        log_error("refused: a --reason is one line of at most %d bytes",
                  GOLDEN_REASON - 1);
        return false;
    }
    return true;
}

// The variable by which a continuous integration tells of itself, or NULL.
static const char *find_ci(void)
{
    static const char *const names[] = {
        "CI",
        "CONTINUOUS_INTEGRATION",
        "GITHUB_ACTIONS",
        "GITLAB_CI",
        "JENKINS_URL",
        "BUILDKITE",
        "CIRCLECI",
        "TRAVIS",
        "APPVEYOR",
        "TEAMCITY_VERSION",
        "TF_BUILD",
        "DRONE",
        "BITBUCKET_BUILD_NUMBER",
        "CODEBUILD_BUILD_ID",
        "WOODPECKER_CI",
    };
    static const char *const off[] = { "", "0", "false", "False", "FALSE", "no", "off" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const char *value = getenv(names[i]);
        bool is_off = !value;

        for (size_t k = 0; k < sizeof(off) / sizeof(*off) && !is_off; k++)
            is_off = !strcmp(value, off[k]);
        if (!is_off)
            return names[i];
    }
    return NULL;
}

static bool may_ask(const struct options *options)
{
    const char *ci = find_ci();

    if (!reason_good(options->reason))
        return false;
    if (!ci)
        return true;
    log_error("refused: %s is set, and goldens are not blessed where nobody looks", ci);
    return false;
}

static int conclude(struct bless *bless, int status)
{
    const struct check_survey *survey = &bless->survey;
    struct bless_write write = {
        .set = &bless->set,
        .survey = survey,
        .chosen = is_chosen,
    };

    if (status == COMMAND_NO_DEVICE)
        log_error("refused: nothing is blessed of a device that failed");
    if (status != COMMAND_DONE)
        return status;
    if (!run_again(bless))
        return COMMAND_NO_DEVICE;
    if (!may_bless(bless))
        return COMMAND_UNEXPECTED;
    return bless_write(&write, out_file()) ? COMMAND_DONE : COMMAND_NO_OUTPUT;
}

static int bless_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct bless bless;
    int status;

    if (options->argument_count == 0) {
        log_error("bless: which case? Its name, or a pattern; '*' is all");
        return COMMAND_USAGE;
    }
    if (!check_survey_one("bless", options))
        return COMMAND_USAGE;
    if (!may_ask(options))
        return COMMAND_UNEXPECTED;
    bless = (struct bless){
        .options = options,
        .goldens = options->goldens ? options->goldens : DEFAULT_GOLDENS,
        .survey = { .options = options,
                    .opened = opened,
                    .wants = wants,
                    .context = &bless },
    };
    status = check_survey_goldens(bless.goldens);
    if (status != COMMAND_DONE)
        return status;
    status = conclude(&bless, check_survey_run(&bless.survey));
    report_finish(&bless.again);
    check_survey_finish(&bless.survey);
    golden_finish(&bless.set);
    return status;
}

const struct command command_bless = {
    .name = "bless",
    .summary = "accept results as goldens, with a reason",
    .details =
        "CASE is a name as captures have it, or a shell pattern; all are blessed or none.\n"
        "Measures twice, in two processes. Refused without --reason, where CI is set, and\n"
        "for a picture that is blank, not wholly painted, not the same twice, or of a\n"
        "device that failed. The second run's device is the one of the first.\n"
        "Exit status: 0 done, 1 refused, 2 no such case, 3 the device failed.\n",
    .arguments = "CASE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "reason", "device", "api", "goldens", "full",
                                      "probe", "stage", "precision", "form", "readout",
                                      "width", "timeout", "verbose", "help", NULL },
    .run = bless_run,
};
