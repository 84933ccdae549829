// SPDX-License-Identifier: MIT
//
// How it works: what is blessed was measured by this process and once more by another,
// the program itself, and the two must agree. All is looked at before anything is
// written.

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/check.h"
#include "command/child.h"
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

// The second run: `run`, the words that say what to ask, and the device by its id.
static bool run_again(const struct check_survey *survey, struct report *again)
{
    char asked[CHECK_SURVEY_WORDS][80], timeout[32];
    const int asked_count = check_survey_words(&survey->asked, asked);
    const char *words[20] = {
        "fpstripe",   "run",      "--json",
        "--no-sheet", "--device", device_opened_by(&survey->device)
    };
    int count = 6;
    struct child child = { 0 };
    bool ok;

    for (int i = 0; i < asked_count; i++)
        words[count++] = asked[i];
    snprintf(timeout, sizeof timeout, "--timeout=%d", survey->options->timeout_s);
    words[count] = timeout;
    ok = child_run(&child, words) && child.size > 0 &&
         report_read(again, child.text, child.size, "the second run");
    if (!ok && !guard_interrupted())
        log_error("the second run gave no report");
    child_finish(&child);
    return ok;
}

// Whether each case that was chosen may be blessed.
static bool may_bless(const struct check_survey *survey, const struct report *again)
{
    const struct report *report = &survey->got.report;
    bool ok = true;

    for (int i = 0; i < report->count; i++) {
        const struct result *other = i < again->count ? &again->results[i] : NULL;
        char name[GOLDEN_NAME];
        const char *why;

        golden_name(&report->results[i], name);
        if (!check_survey_chosen(survey->options, name))
            continue;
        if (other && plan_find(&survey->plan, other) != i)
            other = NULL;
        why = golden_refuse(&report->results[i], &survey->got.pictures[i], other);
        if (why)
            log_error("%s: refused: %s", name, why);
        ok = ok && !why;
    }
    return ok;
}

// A reason is a line that says something.
static bool reason_good(const char *reason)
{
    if (!reason || strspn(reason, " \t\r\n") == strlen(reason)) {
        log_error(
            "refused: --reason is missing; say with --reason TEXT why the results are right");
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
    // clang-format off
    static const char *const names[] = {
        "CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL",
        "BUILDKITE", "CIRCLECI", "TRAVIS", "APPVEYOR", "TEAMCITY_VERSION", "TF_BUILD",
        "DRONE", "BITBUCKET_BUILD_NUMBER", "CODEBUILD_BUILD_ID", "WOODPECKER_CI",
    };
    // clang-format on
    static const char *const off[] = { "", "0", "false", "False", "FALSE", "no", "off" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        bool is_off = !value;

        for (size_t k = 0; k < sizeof off / sizeof *off && !is_off; k++)
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
    log_error(
        "refused: %s is set; goldens are not blessed in CI, where nobody looks at them",
        ci);
    return false;
}

// Returns the exit status, after `status`, that of the survey.
static int conclude_bless(const struct check_survey *survey, int status)
{
    struct report again = { 0 };

    if (status == COMMAND_NO_DEVICE)
        log_error("refused: the device failed");
    if (status == COMMAND_DONE && !run_again(survey, &again))
        status = COMMAND_NO_DEVICE;
    if (guard_interrupted())
        status = command_interrupted("nothing was blessed");
    if (status != COMMAND_DONE)
        goto out;
    if (!may_bless(survey, &again))
        status = COMMAND_UNEXPECTED;
    else if (!bless_write(survey, out_file()))
        status = COMMAND_NO_OUTPUT;

out:
    report_finish(&again);
    return status;
}

static int bless_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct check_survey survey;
    int status;

    if (options->argument_count == 0) {
        log_error("bless: which case? Its name, or a pattern; '*' is all");
        return COMMAND_USAGE;
    }
    if (!may_ask(options))
        return COMMAND_UNEXPECTED;
    survey = (struct check_survey){ .options = options, .blesses = true };
    status = conclude_bless(&survey, check_survey_run(&survey));
    check_survey_finish(&survey);
    return status;
}

const struct command command_bless = {
    .name = "bless",
    .summary = "accept results as goldens, with a reason",
    .details =
        "CASE is the name of a result, such as stripes-fragment-highp-guarded-bits, or a shell "
        "pattern, such as 'stripes-*'; `fpstripe check -v` lists the names. bless "
        "considers only results that the options select, and measures the device twice, in two "
        "processes. It accepts all matching cases or none: it refuses if --reason is missing, if "
        "the environment variable CI (or a similar one) is set, if the device failed, or if a "
        "picture is blank, not fully painted, or different in the second run.\n"
        "Exit status: 0 done, 1 refused, 2 no such case, 3 the device failed.\n",
    .arguments = "CASE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "reason", "device", "api", "goldens", "full",
                                      "probe", "stage", "precision", "form", "readout",
                                      "width", "timeout", "verbose", "help", NULL },
    .run = bless_run,
};
