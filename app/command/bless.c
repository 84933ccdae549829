// SPDX-License-Identifier: MIT
//
// How it works: what is blessed was measured by this process and once more by another,
// the program itself, and the two must agree. bless examines everything before it
// writes anything. Then it writes the pictures, capture.json, and last golden.json,
// which has the hash of capture.json: whenever the process is killed, check finds the
// old goldens, the new ones, or a golden.json that says that capture.json is another.

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "capture/store.h"
#include "command/check.h"
#include "command/child.h"
#include "command/command.h"
#include "command/save.h"

#include <stdlib.h>
#include <string.h>

// ---- the next goldens ----

// The goldens that bless is about to write.
struct blessing {
    const struct check_survey *survey;
    struct golden_set next;
    struct save save;
    int blessed, kept, retired;
    FILE *file;
};

// Returns true if a golden stays as it is: the result is not chosen, or still matches.
static bool golden_stays(const struct check_survey *survey, int index,
                         const struct golden *golden, struct golden_row *row)
{
    if (!check_survey_chosen(survey->options, golden->name))
        return true;
    check_survey_compare(survey, index, golden, row);
    pixels_finish(&row->want);
    return row->status == GOLDEN_MATCH && !row->by_class;
}

static void keep_golden(struct blessing *blessing, const struct golden *golden)
{
    golden_add(&blessing->next, &blessing->survey->set.capture, golden->at, golden);
}

static void add_result(struct blessing *blessing, int index, const char *name)
{
    const struct check_survey *survey = blessing->survey;
    const struct facts *device = &survey->capture.device;
    const struct result *result = &survey->report.results[index];
    struct golden golden = { .width = survey->plan.tasks[index].params.width };

    golden_reading_of(result, golden_by_class(device, result), &golden.read);
    golden.at = (int) (check_survey_seen(survey, index) - survey->capture.measurements);
    snprintf(golden.name, sizeof golden.name, "%s", name);
    snprintf(golden.reason, sizeof golden.reason, "%s", survey->options->reason);
    snprintf(golden.driver, sizeof golden.driver, "%s", device->version);
    golden_add(&blessing->next, &survey->capture, golden.at, &golden);
    golden_reading_finish(&golden.read);
    blessing->blessed++;
}

static void bless_result(struct blessing *blessing, int index)
{
    const struct check_survey *survey = blessing->survey;
    struct golden_row row = { 0 };
    const struct golden *golden;
    char name[GOLDEN_NAME];

    golden_name(check_survey_seen(survey, index), name);
    golden = golden_find(&survey->set, name);
    if (golden && golden_stays(survey, index, golden, &row)) {
        keep_golden(blessing, golden);
        blessing->kept += check_survey_chosen(survey->options, name);
    } else if (check_survey_chosen(survey->options, name)) {
        fprintf(blessing->file, "%s: %s\n", name,
                !golden        ? "new"
                : row.cause[0] ? row.cause
                               : "other pixels, of the same class");
        add_result(blessing, index, name);
    }
}

// Keeps a golden that was not measured, unless it was chosen and the options would
// measure it if the device had it still.
static void keep_unmeasured(struct blessing *blessing, const struct golden *golden)
{
    const struct check_survey *survey = blessing->survey;

    if (!check_survey_chosen(survey->options, golden->name) ||
        !check_survey_in_scope(survey, golden)) {
        keep_golden(blessing, golden);
        return;
    }
    fprintf(blessing->file, "%s: retired, it is no longer asked\n", golden->name);
    blessing->retired++;
}

// Makes the next goldens in the order of a survey that asks everything; those that it
// does not ask come last.
static void choose_goldens(struct blessing *blessing)
{
    const struct check_survey *survey = blessing->survey;
    const struct plan *plan = &survey->plan;
    static struct plan all;
    struct survey_options options = SURVEY_DEFAULTS;

    options.full = options.every_readout = true;
    plan_make(&all, &survey->device, &options);
    for (int i = 0; i < all.count; i++) {
        const struct result asked = plan_result(&all.tasks[i]);
        const struct golden *golden;
        char name[GOLDEN_NAME];
        int index = plan_find(plan, &asked);

        report_folder_case(&asked, name, sizeof name);
        golden = golden_find(&survey->set, name);
        if (index >= 0)
            bless_result(blessing, index);
        else if (golden)
            keep_unmeasured(blessing, golden);
    }
    for (int i = 0; i < plan->count; i++)
        if (plan_find(&all, &survey->report.results[i]) < 0)
            bless_result(blessing, i);
    for (int i = 0; i < survey->set.count; i++) {
        const struct result asked = golden_asked(&survey->set, &survey->set.goldens[i]);

        if (plan_find(&all, &asked) < 0 && plan_find(plan, &asked) < 0)
            keep_unmeasured(blessing, &survey->set.goldens[i]);
    }
}

static bool lists_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

// Notes what check asks of the next goldens: of the options with which the old and the
// new ones were measured, those that both have, and those that ask for more.
static void note_asked(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set;
    char words[CHECK_SURVEY_WORDS][80], now[320] = "", copy[320];
    int count = check_survey_words(&blessing->survey->asked, words);
    const char *lists[2] = { now, set->there ? set->asked : now };
    char *asked = blessing->next.asked;

    for (int i = 0; i < count; i++)
        text_add(now, sizeof now, "%s%s", i ? " " : "", words[i]);
    for (int k = 0; k < 2; k++) {
        snprintf(copy, sizeof copy, "%s", lists[k]);
        for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
            bool more = !strcmp(word, "--full") || strstr(word, "=all");

            if ((more || lists_word(lists[!k], word)) && !lists_word(asked, word))
                text_add(asked, sizeof set->asked, "%s%s", asked[0] ? " " : "", word);
        }
    }
}

// Completes the next goldens and their capture.
static void finish_next(struct blessing *blessing)
{
    const struct capture *seen = &blessing->survey->capture;
    struct golden_set *next = &blessing->next;
    struct capture *capture = &next->capture;

    note_asked(blessing);
    snprintf(next->schema, sizeof next->schema, GOLDEN_SCHEMA);
    capture->device = seen->device;
    capture->tasks = next->count > seen->tasks ? next->count : seen->tasks;
    capture->complete = next->count == capture->tasks;
}

// ---- writing ----

// Writes a picture that was drawn, and waits until it is on the disk. The pictures of
// goldens that stay are in the store already.
static bool bless_picture(struct blessing *blessing,
                          const struct capture_picture *picture)
{
    const struct pixels *pixels = check_survey_pixels(blessing->survey, picture->sha256);
    char path[PATH_MAX];

    return !pixels ||
           (save_picture(&blessing->save, picture, pixels) &&
            (!store_has(blessing->save.store, picture->sha256, path) || file_sync(path)));
}

static bool bless_pictures(struct blessing *blessing)
{
    const struct capture *capture = &blessing->next.capture;

    for (int i = 0; i < capture->count; i++)
        if (!bless_picture(blessing, &capture->measurements[i].picture) ||
            !bless_picture(blessing, &capture->measurements[i].second.picture))
            return false;
    return true;
}

static bool write_next(struct blessing *blessing)
{
    struct output *output = &blessing->save.output;
    struct golden_set *next = &blessing->next;
    char *capture = capture_text(&next->capture), *golden;

    capture_sha256(capture, strlen(capture), next->capture_sha256);
    golden = golden_text(next);
    blessing->save.complete =
        bless_pictures(blessing) && output_write(output, CAPTURE_FILE, capture) &&
        output_write(output, GOLDEN_FILE, golden) && file_sync(output->folder);
    free(golden);
    free(capture);
    return blessing->save.complete;
}

// Writes the next goldens while no other process does, unless another one wrote some
// since these were read. Returns false, after logging why.
static bool write_alone(struct blessing *blessing)
{
    const struct check_survey *survey = blessing->survey;
    bool ok = save_open(&blessing->save, survey->set.folder, survey->goldens) &&
              save_lock(&blessing->save);

    if (ok && !golden_is_as_read(&survey->set)) {
        log_error(
            "%s: refused: another process changed it during the measurement; bless again",
            survey->set.folder);
        ok = false;
    }
    ok = ok && write_next(blessing);
    save_close(&blessing->save);
    return ok;
}

// Makes goldens of the chosen results of a survey. A golden that still matches stays as
// it is, with its reason; a chosen golden whose case no longer exists is removed. No
// other function changes a golden. Prints on `file` the outcome of each case. Returns
// false, after logging why, if they could not be written, or another process wrote them
// since they were read.
static bool bless_write(const struct check_survey *survey, FILE *file)
{
    struct blessing blessing = { .survey = survey, .file = file };
    bool ok = true;

    choose_goldens(&blessing);
    finish_next(&blessing);
    if (blessing.blessed + blessing.retired > 0 || survey->set.torn)
        ok = write_alone(&blessing);
    if (ok)
        fprintf(file, "%d blessed, %d as before%s in %s%s\n", blessing.blessed,
                blessing.kept, blessing.retired ? ", some retired," : "",
                survey->set.folder,
                survey->report.device.simulated ? " (simulated)" : "");
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
    const struct report *report = &survey->report;
    bool ok = true;

    for (int i = 0; i < report->count; i++) {
        const struct result *other = i < again->count ? &again->results[i] : NULL;
        const struct capture_measurement *seen = check_survey_seen(survey, i);
        char name[GOLDEN_NAME];
        const char *why;

        golden_name(seen, name);
        if (!check_survey_chosen(survey->options, name))
            continue;
        if (other && plan_find(&survey->plan, other) != i)
            other = NULL;
        why = golden_refuse(&report->results[i],
                            check_survey_pixels(survey, seen->picture.sha256), other);
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
        "CASE is the name of a result (probe, shader stage, precision, form and readout), such "
        "as stripes-fragment-highp-guarded-bits, or a shell pattern, such as 'stripes-*'. bless "
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
