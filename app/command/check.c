// SPDX-License-Identifier: MIT
//
// How it works: the device is opened, and its goldens are read; what they are of is
// measured, as run does; each result is held against its golden (golden.h). Only pictures
// that are others are kept, and only they are drawn.

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/check_rows.h"
#include "command/check_survey.h"
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_GOLDENS "goldens"
#define DEFAULT_FOLDER  "fpstripe-check"

struct check {
    const struct options *options;
    const char *goldens; // folder of all sets
    struct golden_set set;
    struct check_survey survey;
    struct check_rows rows;
};

static bool wants(const struct check_survey *survey, const struct result *result)
{
    const struct check *check = survey->context;
    char name[GOLDEN_NAME];
    const struct golden *golden;

    golden_name(result, name);
    golden = golden_find(&check->set, name);
    return golden && !golden_same_pixels(golden, result);
}

// A set that cannot be read has nothing to compare with.
static bool opened(struct check_survey *survey, const struct facts *device)
{
    struct check *check = survey->context;

    if (!golden_open(&check->set, check->goldens, device)) {
        survey->status = COMMAND_BAD_INPUT;
        return false;
    }
    if (check->set.fault[0])
        return false;
    check_survey_widen(survey, &check->set);
    return true;
}

// A word as a shell takes it.
static void add_word(char *line, size_t size, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_=.,:/+@%";
    bool quoted = !word[0] || word[strspn(word, plain)];
    size_t used = strlen(line);

    used += (size_t) snprintf(line + used, size - used, quoted ? " '" : " ");
    for (; *word && used + 8 < size; word++)
        used += (size_t) snprintf(line + used, size - used,
                                  *word == '\'' ? "'\\''" : "%c", *word);
    snprintf(line + used, size - used, quoted ? "'" : "");
}

// What makes goldens of what was just measured, once somebody has looked at it.
static void say_bless(const struct check *check, char *line, size_t size)
{
    char words[CHECK_SURVEY_WORDS][80];
    int count = check_survey_words(&check->survey.asked, words);

    snprintf(line, size, "fpstripe bless '*' -d");
    add_word(line, size, check->survey.got.report.device.id);
    for (int i = 0; i < count; i++)
        add_word(line, size, words[i]);
    if (strcmp(check->goldens, DEFAULT_GOLDENS) != 0) {
        add_word(line, size, "--goldens");
        add_word(line, size, check->goldens);
    }
    add_word(line, size, "--reason");
    add_word(line, size, "WHY IT IS RIGHT");
}

// Nothing to compare with, or nothing that was to be compared; "" if there was some.
// `whole`: all was measured, so that it could be blessed.
static void say_nothing_checked(const struct check *check, bool whole, char *cause,
                                size_t size)
{
    const struct golden_set *set = &check->set;
    char bless[600];

    cause[0] = '\0';
    if (!set->there || set->count == 0) {
        say_bless(check, bless, sizeof(bless));
        snprintf(cause, size,
                 "nothing was checked: there is no golden of %s in %.200s%s%s", set->key,
                 check->goldens, whole ? "; look at what run draws, then: " : "",
                 whole ? bless : "");
    } else if (check->rows.left_out == set->count) {
        snprintf(cause, size,
                 "nothing was checked: these options ask for none of the %d goldens",
                 set->count);
    }
}

// What is wrong with the whole: a device that could not be asked, or not to the end, a
// set that is not one, or none.
static bool add_whole(struct check *check, int status)
{
    const struct golden_set *set = &check->set;
    struct check_rows *rows = &check->rows;
    bool measured = check->survey.got.report.count > 0;
    char cause[sizeof(rows->rows->cause)];

    if (set->fault[0]) {
        bool named = !strncmp(set->fault, GOLDEN_FILE ": ", strlen(GOLDEN_FILE ": "));

        return check_rows_add_whole(rows, GOLDEN_FILE, GOLDEN_INVALID,
                                    set->fault + (named ? strlen(GOLDEN_FILE ": ") : 0));
    }
    say_nothing_checked(check, status == COMMAND_DONE, cause, sizeof(cause));
    if (cause[0] && set->key[0] &&
        !check_rows_add_whole(rows, GOLDEN_FILE, GOLDEN_MISSING, cause))
        return false;
    if (status == COMMAND_DONE)
        return true;
    snprintf(cause, sizeof(cause), "%s: %s",
             measured ? "the survey was broken off" : "nothing was measured",
             check->survey.why);
    return check_rows_add_whole(rows, "device", GOLDEN_MISSING, cause);
}

static bool write_view(const struct check_rows *rows, const char *path,
                       void (*view)(const struct check_rows *rows, FILE *file))
{
    char *text = NULL;
    size_t size = 0;
    FILE *file;
    bool ok;

    if (!path)
        return true;
    if (!strcmp(path, "-")) {
        view(rows, out_file());
        return true;
    }
    file = open_memstream(&text, &size);
    if (file)
        view(rows, file);
    if (!file || fclose(file)) {
        log_error("%s: no memory for it", path);
        free(text);
        return false;
    }
    ok = file_write(path, text, size);
    free(text);
    return ok;
}

static bool tell(const struct check *check)
{
    const struct options *options = check->options;
    const struct check_rows *rows = &check->rows;
    const char *folder = options->output ? options->output : DEFAULT_FOLDER;
    bool quiet = (options->tap && !strcmp(options->tap, "-")) ||
                 (options->junit && !strcmp(options->junit, "-"));
    int drawn;
    bool ok = write_view(rows, options->junit, check_rows_junit) &&
              write_view(rows, options->tap, check_rows_tap);

    if (!quiet)
        check_rows_text(rows, out_file(), options->verbose);
    if (!ok || !check_rows_draw(rows, &check->survey, folder, &drawn))
        return false;
    if (drawn > 0)
        fprintf(stderr, "fpstripe: wrote %d sheet%s of what changed to %s\n", drawn,
                drawn > 1 ? "s" : "", folder);
    return true;
}

static int conclude(struct check *check, int status)
{
    bool partial = status == COMMAND_NO_DEVICE || status > COMMAND_SIGNAL;

    if (status != COMMAND_DONE && !partial)
        return status;
    if (!check_rows_init(&check->rows, &check->set, &check->survey) ||
        !add_whole(check, status))
        return COMMAND_NO_OUTPUT;
    if (!tell(check))
        return COMMAND_NO_OUTPUT;
    if (status != COMMAND_DONE)
        return status;
    return check_rows_good(&check->rows) ? COMMAND_DONE : COMMAND_UNEXPECTED;
}

static bool options_good(const struct options *options)
{
    if (options->argument_count && options->goldens) {
        log_error("%s and --goldens %s: the goldens are in one folder",
                  options->arguments[0], options->goldens);
        return false;
    }
    if (options->junit && options->tap && file_is_same(options->junit, options->tap)) {
        log_error("--junit %s and --tap %s: a file takes one of them", options->junit,
                  options->tap);
        return false;
    }
    return check_survey_one("check", options);
}

static int check_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct check check;
    const char *argument = options->argument_count ? options->arguments[0] : NULL;
    int status;

    if (!options_good(options))
        return COMMAND_USAGE;
    check = (struct check){ .options = options };
    check.goldens = argument           ? argument
                    : options->goldens ? options->goldens
                                       : DEFAULT_GOLDENS;
    status = check_survey_goldens(check.goldens);
    if (status != COMMAND_DONE)
        return status;
    check.survey = (struct check_survey){
        .options = options,
        .opened = opened,
        .wants = wants,
        .context = &check,
    };
    status = conclude(&check, check_survey_run(&check.survey));
    check_rows_finish(&check.rows);
    check_survey_finish(&check.survey);
    golden_finish(&check.set);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "run, and compare with the goldens of this device",
    .details =
        "DIR is the folder of the goldens; else " DEFAULT_GOLDENS
        ". What changed is drawn into -o, else " DEFAULT_FOLDER "/.\n"
        "Statuses: match; changed; new, measured but no golden; missing, a golden that\n"
        "was not measured or whose picture is gone; stale, of another question; invalid,\n"
        "not as it was blessed. Of those that are new a few are listed; -v: all.\n"
        "Exit status: 0 if all match, 1 if not or nothing was checked, 3 if the device "
        "broke.\n",
    .arguments = "[DIR]",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "goldens", "full", "probe",
                                      "stage", "precision", "form", "readout", "width",
                                      "reference", "junit", "tap", "output", "timeout",
                                      "verbose", "help", NULL },
    .run = check_run,
};
