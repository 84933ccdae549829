// SPDX-License-Identifier: MIT
//
// How it works: check opens the device, reads its goldens, measures the results that the
// goldens need, and compares each with its golden (golden.h). It keeps and draws only the
// pictures that differ.

#include "command/check.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_FOLDER "fpstripe-check"
#define WHOLE          "goldens" // the name of the row about all goldens

// ---- the rows ----

static struct golden_row *LOG_PRINTF(4, 5)
    add_check_row(struct check_rows *rows, const char *name, enum golden_status status,
                  const char *format, ...)
{
    struct golden_row *row;
    va_list list;

    rows->rows = memory_resize(rows->rows, (size_t) rows->count + 1, sizeof *rows->rows);
    row = &rows->rows[rows->count++];
    *row = (struct golden_row){ .status = status };
    snprintf(row->name, sizeof row->name, "%s", name);
    va_start(list, format);
    vsnprintf(row->cause, sizeof row->cause, format, list);
    va_end(list);
    return row;
}

// Adds the row of a result: its comparison with its golden, or GOLDEN_NEW.
static void add_measured(struct check_rows *rows, int index)
{
    const struct check_survey *survey = rows->survey;
    const struct result *result = &survey->got.report.results[index];
    struct golden_question question;
    const struct golden *golden;
    struct golden_row *row;
    char name[GOLDEN_NAME];

    golden_name(result, name);
    row = add_check_row(rows, name, GOLDEN_NEW, "measured, and there is no golden");
    row->result = result;
    golden = golden_find(&survey->set, name);
    if (!golden)
        return;
    golden_question(&survey->plan.tasks[index], &question);
    golden_compare(&survey->set, golden, &survey->got, result, &question, row);
}

static void add_unmeasured(struct check_rows *rows, const struct golden *golden)
{
    const struct check_survey *survey = rows->survey;
    bool asked = plan_find(&survey->plan, &golden->result) >= 0;

    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].golden == golden)
            return;
    if (check_survey_in_scope(survey->options, &golden->result))
        add_check_row(rows, golden->name, GOLDEN_MISSING, "not measured: %s",
                      asked ? "the survey ended before it"
                            : "with these options it is not asked");
}

// Writes a blank and a word, quoted for a shell if necessary.
static void put_shell_word(const char *word, FILE *file)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_=.,:/+@%";
    const char *quote = !word[0] || word[strspn(word, plain)] ? "'" : "";

    fprintf(file, " %s", quote);
    for (; *word; word++)
        fprintf(file, *word == '\'' ? "'\\''" : "%c", *word);
    fputs(quote, file);
}

// Returns the command that blesses the measured results. The caller frees it.
static char *bless_line(const struct check_survey *survey)
{
    char words[CHECK_SURVEY_WORDS][80], *line;
    int count = check_survey_words(&survey->asked, words);
    size_t size;
    FILE *file = memory_stream(&line, &size);

    fputs("fpstripe bless '*' -d", file);
    put_shell_word(device_opened_by(&survey->device), file);
    for (int i = 0; i < count; i++)
        put_shell_word(words[i], file);
    if (strcmp(survey->goldens, CHECK_GOLDENS) != 0) {
        fputs(" --goldens", file);
        put_shell_word(survey->goldens, file);
    }
    fputs(" --reason 'WHY IT IS RIGHT'", file);
    fclose(file);
    return line;
}

// Adds a row if there is no golden, or if the options exclude all goldens. With `whole`
// the survey is complete: the row contains the command that blesses it.
static void add_nothing(struct check_rows *rows, bool whole)
{
    const struct check_survey *survey = rows->survey;
    const struct golden_set *set = &survey->set;
    char *bless;

    if (!set->key[0] || rows->left_out < set->count)
        return;
    if (set->count > 0) {
        add_check_row(rows, WHOLE, GOLDEN_MISSING,
                      "nothing was checked: these options ask for none of the %d goldens",
                      set->count);
        return;
    }
    bless = whole ? bless_line(survey) : memory_text("");
    add_check_row(rows, WHOLE, GOLDEN_MISSING,
                  "nothing was checked: there is no golden of %s in %.200s%s%s", set->key,
                  survey->goldens,
                  whole ? "; look at the results of `fpstripe run`, then: " : "", bless);
    free(bless);
}

// Adds the rows about the whole (a device that failed or was not measured to the end,
// goldens that are invalid or absent), then a row for each case.
static void add_rows(struct check_rows *rows, int status)
{
    const struct check_survey *survey = rows->survey;
    const struct golden_set *set = &survey->set;
    const int count = survey->got.report.count;

    for (int i = 0; i < set->count; i++)
        rows->left_out +=
            !check_survey_in_scope(survey->options, &set->goldens[i].result);
    if (status != COMMAND_DONE && !set->fault[0])
        add_check_row(rows, "device", GOLDEN_MISSING, "%s%s%s",
                      status > COMMAND_SIGNAL ? ""
                      : count > 0             ? "the survey ended early: "
                                              : "nothing was measured: ",
                      survey->why, status > COMMAND_SIGNAL ? " (interrupted)" : "");
    if (set->fault[0])
        add_check_row(rows, WHOLE, GOLDEN_INVALID, "%s", set->fault);
    else
        add_nothing(rows, status == COMMAND_DONE);
    for (int i = 0; i < count && i < survey->plan.count; i++)
        add_measured(rows, i);
    for (int i = 0; i < set->count; i++)
        add_unmeasured(rows, &set->goldens[i]);
    for (int i = 0; i < rows->count; i++) {
        const struct golden_row *row = &rows->rows[i];

        // The name of a directory or device may contain any character.
        text_clean(rows->rows[i].cause);
        rows->counts[row->status]++;
        rows->by_class += row->status == GOLDEN_MATCH && row->by_class;
    }
}

// Writes the JUnit XML, if it was asked for. Returns false, after logging why, if it
// cannot.
static bool write_junit(const struct check_rows *rows, const char *path)
{
    struct file_stage stage;

    if (!path)
        return true;
    if (!strcmp(path, "-")) {
        check_rows_junit(rows, out_file());
        return true;
    }
    if (file_stage_open(&stage, path)) {
        check_rows_junit(rows, stage.file);
        if (file_stage_close(&stage, true, true))
            return true;
    }
    log_error("%s: %s", path, strerror(errno));
    return false;
}

static bool tell_rows(const struct check_rows *rows)
{
    const struct options *options = rows->survey->options;
    const char *folder = options->output ? options->output : DEFAULT_FOLDER;
    int drawn;
    bool ok = write_junit(rows, options->junit);

    if (!options->junit || strcmp(options->junit, "-") != 0)
        check_rows_text(rows, out_file());
    if (!ok || !check_rows_draw(rows, folder, &drawn))
        return false;
    if (drawn > 0)
        log_end("wrote %d sheet%s of changed cases to %s", drawn, drawn > 1 ? "s" : "",
                folder);
    return true;
}

// Writes the rows. Returns the exit status; `status` is the status of the survey.
static int conclude_check(const struct check_survey *survey, int status)
{
    struct check_rows rows = { .survey = survey };
    bool told;

    if (status != COMMAND_DONE && status != COMMAND_NO_DEVICE && status <= COMMAND_SIGNAL)
        return status;
    add_rows(&rows, status);
    told = tell_rows(&rows);
    free(rows.rows);
    if (!told)
        return COMMAND_NO_OUTPUT;
    if (status == COMMAND_DONE &&
        (rows.count == 0 || rows.counts[GOLDEN_MATCH] < rows.count))
        status = COMMAND_UNEXPECTED;
    return status;
}

static int check_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct check_survey survey;
    const char *argument = options->argument_count ? options->arguments[0] : NULL;
    int status;

    if (argument && options->goldens) {
        log_error("%s and --goldens %s: use one of them", argument, options->goldens);
        return COMMAND_USAGE;
    }
    survey = (struct check_survey){ .options = options, .goldens = argument };
    status = conclude_check(&survey, check_survey_run(&survey));
    check_survey_finish(&survey);
    return status;
}

static const struct option_note check_notes[] = {
    { "output", "directory for the sheets of changed cases", NULL },
    { "verbose", "log progress, and list every new case", NULL },
    { "full", "check every probe in every shader stage", NULL },
    { "probe", "check only this probe", NULL },
    { "stage", "check only this shader stage (default: what the goldens need)", NULL },
    { "precision", "check only this precision (default: what the goldens need)", NULL },
    { "form", "check only this form (default: what the goldens need)", NULL },
    { "readout", "check only this readout (default: what the goldens need)", NULL },
    { NULL, NULL, NULL },
};

const struct command command_check = {
    .name = "check",
    .summary = "measure a device and compare the results with its goldens",
    .details =
        "DIR is the same as --goldens DIR. check writes a sheet for each changed case to "
        "the directory of -o (default: " DEFAULT_FOLDER
        "). A case is one result. Its status is one of:\n"
        "  match    the result equals the golden\n"
        "  changed  the result differs from the golden\n"
        "  new      the case has no golden (-v lists all such cases)\n"
        "  missing  the golden was not measured, or its picture is absent\n"
        "  stale    the probe has other operands, another expression or another size now; "
        "bless it again\n"
        "  invalid  the golden was modified after it was blessed\n"
        "Exit status: 0 all match, 1 some do not match or nothing was checked, 2 usage, 3 the "
        "device failed, 5 output not written.\n",
    .arguments = "[DIR]",
    .argument_count = 1,
    .options =
        (const char *const[]){ "device", "api", "goldens", "full", "probe", "stage",
                               "precision", "form", "readout", "width", "reference",
                               "junit", "output", "timeout", "verbose", "help", NULL },
    .notes = check_notes,
    .run = check_run,
};
