// SPDX-License-Identifier: MIT

#include "compare/compare.h"
#include "base/device_key.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "base/tree.h"
#include "capture/store.h"
#include "command/beside.h"
#include "command/command.h"
#include "command/greys.h"
#include "command/list.h"
#include "command/progress.h"
#include "device/device.h"
#include "sheet/sheet.h"
#include "survey/kept.h"
#include "survey/open.h"
#include "survey/survey.h"
#include "view/write.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- sides: captures in folders, and fakes, which are surveyed here and now ----

static bool is_fake(const char *word)
{
    return !strncmp(word, "fake:", 5);
}

// Pictures of lines are not looked at.
static bool wants_stripes(void *context, const struct result *result)
{
    (void) context;
    return !report_has_expressions(result);
}

static void show_progress(void *context, int done, int total, const struct result *asked)
{
    progress_show(context, done, total, asked);
}

static int make_fake(struct report_folder *folder, const char *word, bool full)
{
    struct progress progress;
    struct survey_options asked = SURVEY_DEFAULTS;
    struct device device;
    bool ok;

    snprintf(folder->name, sizeof folder->name, "%s", word);
    if (!device_open(&device, word, NULL))
        return COMMAND_USAGE;
    asked.full = full;
    asked.pictures = &folder->pictures;
    asked.wanted = wants_stripes;
    asked.progress = show_progress;
    asked.context = &progress;
    asked.reference = "host";
    progress_start(&progress);
    ok = survey(&device, &asked, &folder->capture, &folder->report, NULL);
    progress_finish(&progress);
    device_close(&device);
    if (guard_interrupted())
        return command_interrupted("%s is not measured", word);
    return ok ? COMMAND_DONE : COMMAND_NO_DEVICE;
}

static bool has_lines(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (report_has_expressions(&report->results[i]))
            return true;
    return false;
}

static bool compare_is_there(const char *word)
{
    if (access(word, F_OK) == 0)
        return true;
    log_error("%s: %s; compare takes a capture, its directory, or a simulated device, "
              "fake:rtz,p=17",
              word[0] ? word : "''", strerror(errno));
    return false;
}

#define PROCESSES 2   // that derive reports at the same time
#define DERIVE_S  600 // no capture takes a tenth of it

// Derives the report of a capture that was read, and keeps it. The parent does the same
// if this fails, and reports what is wrong.
static void keep_report(const void *context, void *done)
{
    struct report_folder *const *folder = context;

    log_hold(true);
    *(bool *) done = open_finish(*folder, NULL);
}

static void keep_reports(struct report_folder *const *folders, int count,
                         struct progress *progress)
{
    struct isolated children[PROCESSES] = { { 0, 0 } };
    char reason[160];
    bool done;

    for (int i = 0; i < count + PROCESSES; i++) {
        struct isolated *child = &children[i % PROCESSES];

        if (child->child)
            isolate_answer(child, &done, sizeof done, DERIVE_S, reason, sizeof reason);
        isolate_leave(child);
        progress_rate(progress, i < PROCESSES ? 0 : i - PROCESSES + 1, count, "captures",
                      false);
        if (i < count && !guard_interrupted())
            isolate_begin(child, keep_report, &folders[i], &done, sizeof done, reason,
                          sizeof reason);
    }
}

// Opens the captures. If several of their reports are not kept but can be, these are
// derived at the same time first.
static bool open_given(struct report_folder *folders, const char *const *words, int count,
                       struct progress *progress)
{
    struct report_folder *missing[COMPARE_SIDES];
    int lacks = 0;
    bool can = true, kept;

    for (int i = 0; i < count; i++) {
        if (is_fake(words[i]))
            continue;
        if (!compare_is_there(words[i]) ||
            !open_begin(&folders[i], words[i], NULL, &kept))
            return false;
        if (kept)
            continue;
        can = can && kept_can(&folders[i], NULL);
        missing[lacks++] = &folders[i];
    }
    if (lacks > 1 && can)
        keep_reports(missing, lacks, progress);
    for (int i = 0; i < lacks; i++) {
        if (!can)
            progress_rate(progress, i, lacks, "captures", false);
        if (!open_finish(missing[i], NULL))
            return false;
    }
    return true;
}

// Opens the captures and measures the simulated devices. These run every probe of
// expressions if a report has expressions, or if there is only one side. The caller
// finishes all `folders` in any case.
static int open_sides(struct report_folder *folders, const char *const *words, int count)
{
    struct progress progress;
    bool full = count == 1, ok;
    int status = COMMAND_DONE;

    progress_start(&progress);
    ok = open_given(folders, words, count, &progress);
    progress_finish(&progress);
    if (!ok)
        return COMMAND_BAD_INPUT;
    for (int i = 0; i < count; i++)
        full |= has_lines(&folders[i].report);
    for (int i = 0; status == COMMAND_DONE && i < count; i++)
        if (is_fake(words[i]))
            status = make_fake(&folders[i], words[i], full);
    return status;
}

// ---- documents ----

// One that may be asked for, and where it goes.
struct document {
    const char *option, *path;                                // path NULL: not asked for
    void (*write)(const struct compare *compare, FILE *file); // NULL: the sheet
};

#define DOCUMENTS 4

static bool is_out(const struct document *document)
{
    return document->path && !strcmp(document->path, "-");
}

// A file takes one document, and so does standard output.
static bool are_apart(const struct document documents[DOCUMENTS])
{
    for (int i = 0; i < DOCUMENTS; i++)
        for (int j = 0; j < i && documents[i].path; j++) {
            const struct document *by = &documents[j], *document = &documents[i];

            if (!by->path || !file_is_same(by->path, document->path))
                continue;
            log_error("--%s %s and --%s %s: %s takes one of them", by->option, by->path,
                      document->option, document->path,
                      is_out(document) ? "standard output" : "a file");
            return false;
        }
    for (int i = 0; i < DOCUMENTS; i++)
        if (is_out(&documents[i]) && !documents[i].write) {
            log_error("--%s -: a picture cannot go to standard output; name a file",
                      documents[i].option);
            return false;
        }
    return true;
}

static bool is_file_of(const char *folder, const char *name, const char *path)
{
    char file[PATH_MAX + 128];

    snprintf(file, sizeof file, "%s/%s", folder, name);
    return name[0] && file_is_same(path, file);
}

// Returns true if a document does not overwrite a file of a compared capture.
static bool spares(const char *path, const struct report_folder *folder, char what[80])
{
    const struct report *report = &folder->report;
    char picture[PATH_MAX];

    if (folder->pictures) // made here
        return true;
    snprintf(what, 80, "a capture itself");
    if (file_is_same(path, folder->name) || is_file_of(folder->name, CAPTURE_FILE, path))
        return false;
    snprintf(what, 80, "a picture of %.60s", folder->name);
    for (int i = 0; i < report->count; i++)
        if (store_find(folder->folder, report->results[i].sha256, picture) &&
            file_is_same(picture, path))
            return false;
    return true;
}

static bool are_spared(const struct document documents[DOCUMENTS],
                       const struct report_folder *folders, int count)
{
    char what[80];

    for (int i = 0; i < count; i++)
        for (int j = 0; j < DOCUMENTS; j++) {
            const char *path = documents[j].path;

            if (!path || is_out(&documents[j]) || file_is_absent(path) ||
                spares(path, &folders[i], what))
                continue;
            log_error("--%s %s: that is %s; give another name", documents[j].option, path,
                      what);
            return false;
        }
    return true;
}

static void write_markdown(const struct compare *compare, FILE *file)
{
    struct view view = { 0 };

    compare_view(compare, &view);
    view_markdown(&view, file);
    view_finish(&view);
}

static void write_csv(const struct compare *compare, FILE *file)
{
    struct view view = { 0 };

    compare_rows_view(compare, &view);
    view_csv(view_last(&view), file);
    view_finish(&view);
}

// Draws the sheet, with the pictures of box 2.
static bool draw_sheet(const char *path, const struct compare *compare)
{
    struct greys greys[COMPARE_SIDES];
    struct sheet_pictures box_2[COMPARE_SIDES];
    bool ok;

    for (int i = 0; i < compare->count; i++) {
        greys_box_2(&greys[i], compare->sides[i]);
        box_2[i] = greys[i].sheet;
    }
    ok = sheet_draw_compare(path, compare, box_2);
    for (int i = 0; i < compare->count; i++)
        greys_finish(&greys[i]);
    return ok;
}

static bool write_document(const struct document *document, const struct compare *compare)
{
    char *text;
    size_t size;
    FILE *file;
    bool ok;

    if (!document->write)
        return draw_sheet(document->path, compare);
    if (is_out(document)) { // main sees whether that could be written
        document->write(compare, out_file());
        return true;
    }
    file = memory_stream(&text, &size);
    document->write(compare, file);
    fclose(file);
    ok = file_write(document->path, text, size);
    free(text);
    return ok;
}

static int tell_all(const struct compare *compare,
                    const struct document documents[DOCUMENTS],
                    const struct options *options)
{
    bool taken = compare->count == 1;
    struct view view = { 0 };

    for (int i = 0; i < DOCUMENTS; i++) {
        taken |= is_out(&documents[i]);
        if (documents[i].path && !write_document(&documents[i], compare))
            return COMMAND_NO_OUTPUT;
    }
    if (!taken) {
        compare_view(compare, &view);
        list_print_view(&view, options->verbose);
    }
    if (compare->unreadable)
        return COMMAND_BAD_INPUT;
    return options->exit_code && compare->differing ? COMMAND_UNEXPECTED : COMMAND_DONE;
}

// ---- compare --history ----

// A capture of a tree.
struct release {
    char *path; // of the tree
    char key[DEVICE_KEY_PATH], driver[DEVICE_KEY_WORD];
};

static int older_first(const void *a, const void *b)
{
    const struct release *x = a, *y = b;
    const int other = strcmp(x->key, y->key), newer = strverscmp(x->driver, y->driver);

    return other ? other : newer ? newer : strcmp(x->path, y->path);
}

// Fills in the releases, those of one renderer and API together, the oldest first.
// Returns false, after logging why, if a capture cannot be read.
static bool find_releases(const struct tree *paths, struct release *releases)
{
    static struct report_folder folder;

    for (int i = 0; i < paths->count; i++) {
        struct release *release = &releases[i];

        if (!open_evidence(&folder, paths->folders[i]))
            return false;
        release->path = paths->folders[i];
        device_key_golden(&folder.capture.device, release->key);
        snprintf(release->driver, sizeof release->driver, "%s",
                 device_key(&folder.capture.device).driver);
        report_folder_finish(&folder);
    }
    qsort(releases, (size_t) paths->count, sizeof *releases, older_first);
    return true;
}

// Adds the history of `count` releases of one renderer and API.
static int add_history(const struct release *releases, int count, struct view *view)
{
    static struct report_folder folders[COMPARE_SIDES];
    const char *words[COMPARE_SIDES];
    struct compare compare;
    int status;

    if (count > COMPARE_SIDES) {
        log_error("%s: %d captures; --history takes at most %d of a renderer and API",
                  releases->key, count, COMPARE_SIDES);
        return COMMAND_USAGE;
    }
    for (int i = 0; i < count; i++)
        words[i] = releases[i].path;
    status = open_sides(folders, words, count);
    if (status == COMMAND_DONE && guard_interrupted())
        status = command_interrupted("nothing was compared");
    if (status == COMMAND_DONE) {
        compare_init(&compare, folders, count);
        view_paragraph(view, VIEW_STRONG, releases->key)->gap = view->count > 1;
        compare_history_view(&compare, view);
        compare_finish(&compare);
    }
    for (int i = 0; i < count; i++)
        report_folder_finish(&folders[i]);
    return status;
}

static int tell_history(const struct tree *paths, const struct options *options)
{
    struct release *releases = memory_new((size_t) paths->count + 1, sizeof *releases);
    struct view view = { .title = "What changed from one driver to the next" };
    int status = find_releases(paths, releases) ? COMMAND_DONE : COMMAND_BAD_INPUT;

    for (int i = 0, end; i < paths->count && status == COMMAND_DONE; i = end) {
        for (end = i + 1;
             end < paths->count && !strcmp(releases[i].key, releases[end].key);)
            end++;
        if (end > i + 1)
            status = add_history(&releases[i], end - i, &view);
    }
    if (status == COMMAND_DONE && !view.count) {
        log_error("--history needs two captures of one renderer and API");
        status = COMMAND_BAD_INPUT;
    }
    if (status == COMMAND_DONE)
        list_print_view(&view, options->verbose);
    else
        view_finish(&view);
    free(releases);
    return status;
}

static int history_run(const struct options *options)
{
    struct tree paths = { 0 };
    int status = COMMAND_DONE;

    if (options->html || options->markdown || options->csv || options->png ||
        options->exit_code) {
        log_error("--history prints text; --html, --md, --csv, --png and --exit-code do "
                  "not apply");
        return COMMAND_USAGE;
    }
    for (int i = 0; i < options->argument_count && status == COMMAND_DONE; i++)
        if (!tree_take(&paths, options->arguments[i], CAPTURE_FILE))
            status = COMMAND_BAD_INPUT;
    if (status == COMMAND_DONE)
        status = tell_history(&paths, options);
    tree_finish(&paths);
    return status;
}

// ---- the command ----

// One capture is no comparison: it has a page, and no other view.
static bool is_enough(const struct options *options)
{
    const int count = options->argument_count;

    if (count == 1 && options->html && !options->markdown && !options->csv &&
        !options->png && !options->exit_code)
        return true;
    if (count < 2 || count > COMPARE_SIDES)
        log_error("compare needs 2 to %d captures, or one and --html FILE; %d given",
                  COMPARE_SIDES, count);
    return count >= 2 && count <= COMPARE_SIDES;
}

static int compare_run(const struct options *options)
{
    static struct report_folder folders[COMPARE_SIDES];
    const int count = options->argument_count;
    const struct document documents[DOCUMENTS] = {
        { "png", options->png, NULL },
        { "html", options->html, compare_html },
        { "md", options->markdown, write_markdown },
        { "csv", options->csv, write_csv },
    };
    struct compare compare = { 0 };
    int status;

    if (options->history)
        return history_run(options);
    if (!is_enough(options) || !are_apart(documents))
        return COMMAND_USAGE;
    status = open_sides(folders, options->arguments, count);
    if (status == COMMAND_DONE && !are_spared(documents, folders, count))
        status = COMMAND_USAGE;
    if (status == COMMAND_DONE) {
        compare_init(&compare, folders, count);
        if (count == 1)
            beside_want(&compare);
        status = guard_interrupted() ? command_interrupted("nothing was compared")
                                     : tell_all(&compare, documents, options);
        compare_finish(&compare);
    }
    for (int i = 0; i < count; i++)
        report_folder_finish(&folders[i]);
    return status;
}

static const struct option_note compare_notes[] = {
    { "verbose", "print every difference and every result", NULL },
    { NULL, NULL, NULL },
};

const struct command command_compare = {
    .name = "compare",
    .summary = "compare captures and show where devices differ",
    .details =
        "CAPTURE is a capture.json, its directory, or a simulated device such as "
        "fake:rtz,p=17 or fake:tegra3, which compare measures with the options of the other "
        "captures.\n"
        "compare accepts 2 to 20 captures; with --html FILE also one, for a page about it. "
        "The text shows the most important differences; -v shows all of them, and every result.\n"
        "Exit status: 0 done, 1 something differs (--exit-code), 2 usage, 4 bad input "
        "(a picture that cannot be read does not stop the comparison), 5 output not written.\n",
    .arguments = "CAPTURE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "html", "md", "csv", "png", "history", "exit-code",
                                      "verbose", "help", NULL },
    .notes = compare_notes,
    .run = compare_run,
};
