// SPDX-License-Identifier: MIT
//
// How it works: what is blessed was measured by this process and once more by another,
// the program itself, and the two must agree. All is looked at before anything is
// written.

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "capture/store.h"
#include "command/check.h"
#include "command/child.h"
#include "command/command.h"
#include "command/save.h"

#include <stdlib.h>
#include <string.h>

// ---- writing ----
//
// The new set has the goldens that stay and the results that were blessed. The pictures
// of these results are written first, into the store of the set; the file that has the
// goldens is written last, and makes the set complete.

// The goldens that bless is about to write.
struct blessing {
    const struct check_survey *survey;
    struct golden_set next;
    struct save save;
    int blessed, kept, retired;
    FILE *file;
};

// Compares a result with its golden. Returns true if the golden stays as it is.
static bool golden_stays(const struct check_survey *survey, int index,
                         const struct golden *golden, struct golden_row *row)
{
    struct golden_question question;

    golden_question(&survey->plan.tasks[index], &question);
    golden_compare(&survey->set, golden, &survey->got, &survey->got.report.results[index],
                   &question, row);
    return row->status == GOLDEN_MATCH && !row->by_class;
}

static bool take_result(struct blessing *blessing, int index)
{
    const struct check_survey *survey = blessing->survey;
    const struct facts *device = &survey->got.report.device;
    struct golden golden =
        golden_take(device, &survey->got.report.results[index],
                    &survey->plan.tasks[index], survey->options->reason);
    struct capture_picture picture = { .sha256 = "" };
    bool ok = true;

    memcpy(picture.sha256, golden.result.sha256, sizeof picture.sha256);
    if (picture.sha256[0])
        ok = save_picture(&blessing->save, &picture, &survey->got.pictures[index]);

    golden_add(&blessing->next, golden);
    blessing->blessed++;
    return ok;
}

static bool bless_result(struct blessing *blessing, int index)
{
    const struct check_survey *survey = blessing->survey;
    struct golden_row row = { 0 };
    const struct golden *golden;
    char name[GOLDEN_NAME];

    golden_name(&survey->got.report.results[index], name);
    if (!check_survey_chosen(survey->options, name))
        return true;
    golden = golden_find(&survey->set, name);
    if (golden && golden_stays(survey, index, golden, &row)) {
        blessing->kept++;
        return true;
    }
    fprintf(blessing->file, "%s: %s\n", name,
            !golden        ? "new"
            : row.cause[0] ? row.cause
                           : "other pixels, of the same class");
    return take_result(blessing, index);
}

// Whether a golden was chosen, and there is nothing to be measured of it any more.
static bool is_retired(const struct blessing *blessing, const struct golden *golden)
{
    const struct check_survey *survey = blessing->survey;
    const struct options *options = survey->options;

    return check_survey_chosen(options, golden->name) &&
           plan_find(&survey->plan, &golden->result) < 0 &&
           check_survey_in_scope(options, &golden->result);
}

static void keep_others(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set;

    for (int i = 0; i < set->count; i++) {
        const struct golden *golden = &set->goldens[i];

        if (golden_find(&blessing->next, golden->name))
            continue;
        if (!is_retired(blessing, golden)) {
            golden_add(&blessing->next, *golden);
            continue;
        }
        fprintf(blessing->file, "%s: retired, it is no longer asked\n", golden->name);
        blessing->retired++;
    }
}

// Sorts goldens by the plan; those that the plan does not contain come last.
static int by_plan(const void *a, const void *b, void *plan)
{
    const struct golden *one = a, *other = b;
    unsigned first = (unsigned) plan_find(plan, &one->result);
    unsigned second = (unsigned) plan_find(plan, &other->result);

    return first != second ? (first > second) - (first < second)
                           : strcmp(one->name, other->name);
}

// In the order of a survey, so that the report can be verified like any other.
static void sort_goldens(struct blessing *blessing)
{
    static struct plan all;
    struct survey_options options = SURVEY_DEFAULTS;
    struct golden_set *next = &blessing->next;

    options.full = options.every_readout = true;
    plan_make(&all, &blessing->survey->device, &options);
    if (next->count > 0)
        qsort_r(next->goldens, (size_t) next->count, sizeof *next->goldens, by_plan,
                &all);
}

// Waits until the pictures of the goldens are on the disk.
static bool sync_pictures(const struct blessing *blessing)
{
    char path[PATH_MAX];

    for (int i = 0; i < blessing->next.count; i++)
        if (store_has(blessing->save.store, blessing->next.goldens[i].result.sha256,
                      path) &&
            !file_sync(path))
            return false;
    return true;
}

// Writes the goldens, which name the pictures, and waits until they are on the disk.
static bool write_golden_report(struct blessing *blessing)
{
    struct report head = blessing->survey->got.report;
    struct output *output = &blessing->save.output;
    char *text;

    sort_goldens(blessing);
    head.complete = head.complete && head.count == blessing->next.count;
    text = golden_text(&blessing->next, &head);
    blessing->save.complete =
        sync_pictures(blessing) && output_write(output, GOLDEN_FILE, text);
    free(text);
    return blessing->save.complete && file_sync(output->folder);
}

static bool write_goldens(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set;

    if (!golden_is_as_read(set)) {
        log_error(
            "%s: refused: another process changed it during the measurement; bless again",
            set->held.folder);
        return false;
    }
    for (int i = 0; i < blessing->survey->got.report.count; i++)
        if (!bless_result(blessing, i))
            return false;
    keep_others(blessing);
    return blessing->blessed + blessing->retired == 0 || write_golden_report(blessing);
}

// Makes goldens of the chosen results of a survey. A golden that still matches stays as
// it is, with its reason; a chosen golden whose case no longer exists is removed. No
// other function changes a golden. Prints on `file` the outcome of each case. Returns
// false, after logging why, if they could not be written, or another process wrote them
// since they were read: they are then as they were.
static bool bless_write(const struct check_survey *survey, FILE *file)
{
    struct blessing blessing = { .survey = survey, .file = file };
    const char *folder = survey->set.held.folder;
    bool ok = save_open(&blessing.save, folder, NULL) && save_lock(&blessing.save) &&
              write_goldens(&blessing);

    save_close(&blessing.save);
    if (ok)
        fprintf(file, "%d blessed, %d as before%s in %s%s\n", blessing.blessed,
                blessing.kept, blessing.retired ? ", some retired," : "", folder,
                survey->got.report.device.simulated ? " (simulated)" : "");
    golden_finish(&blessing.next);
    return ok;
}

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
