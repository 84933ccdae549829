// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/compare_sides.h"
#include "compare/view.h"
#include "sheet/sheet.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOO_FEW "compare takes two reports or more, up to 20"

// A document that is asked for, and where it goes.
struct document {
    const char *option, *path; // path NULL: not asked for
    char *(*make)(const struct report_compare *compare, size_t *size);
};

#define DOCUMENTS 3

static bool is_out(const struct document *document)
{
    return document->path && !strcmp(document->path, "-");
}

// What is compared is not written over.
static bool is_input(const struct document *document, const struct options *options)
{
    for (int i = 0; i < options->argument_count; i++) {
        char report[PATH_MAX];

        snprintf(report, sizeof(report), "%s/report.json", options->arguments[i]);
        if (!file_is_same(document->path, options->arguments[i]) &&
            !file_is_same(document->path, report))
            continue;
        log_error("--%s %s: that is a report itself; give another name", document->option,
                  document->path);
        return true;
    }
    return false;
}

// A file takes one document, and so does standard output.
static bool is_taken(const struct document *document, const struct document *by)
{
    if (!by->path || !file_is_same(by->path, document->path))
        return false;
    log_error("--%s %s and --%s %s: %s takes one of them", by->option, by->path,
              document->option, document->path,
              is_out(document) ? "standard output" : "a file");
    return true;
}

static bool outputs_good(const struct document documents[DOCUMENTS],
                         const struct options *options)
{
    const struct document picture = { .option = "png", .path = options->png };

    for (int i = 0; i <= DOCUMENTS; i++) {
        const struct document *document = i < DOCUMENTS ? &documents[i] : &picture;

        for (int j = 0; j < i && document->path; j++)
            if (is_taken(document, &documents[j]))
                return false;
        if (document->path && !is_out(document) && is_input(document, options))
            return false;
    }
    if (is_out(&picture)) {
        log_error("--png -: a picture needs the name of a file");
        return false;
    }
    return true;
}

static bool is_file_of(const struct report_folder *folder, const char *name,
                       const char *path)
{
    char file[PATH_MAX + 128];

    snprintf(file, sizeof(file), "%s/%s", folder->folder, name);
    return name[0] && file_is_same(path, file);
}

// Nor are captures that are compared.
static bool is_capture(const struct document *document,
                       const struct report_folder *folder)
{
    const struct report *report = &folder->report;

    if (!document->path || is_out(document) || access(document->path, F_OK) != 0)
        return false;
    for (int i = 0; i < report->count; i++) {
        if (!is_file_of(folder, report->results[i].image, document->path) &&
            !is_file_of(folder, report->results[i].look, document->path))
            continue;
        log_error("--%s %s: that is a capture of %s; give another name", document->option,
                  document->path, folder->name);
        return true;
    }
    return false;
}

static bool spares_captures(const struct document documents[DOCUMENTS],
                            const struct options *options,
                            const struct report_folder *folders)
{
    const struct document picture = { .option = "png", .path = options->png };

    for (int i = 0; i < options->argument_count; i++)
        for (int j = 0; j <= DOCUMENTS; j++)
            if (is_capture(j < DOCUMENTS ? &documents[j] : &picture, &folders[i]))
                return false;
    return true;
}

static bool write_document(const struct document *document,
                           const struct report_compare *compare)
{
    size_t size;
    char *text = document->make(compare, &size);
    bool ok = text;

    if (text && is_out(document))
        fwrite(text, 1, size, out_file()); // main sees whether it could be written
    else if (text)
        ok = file_write(document->path, text, size);
    free(text);
    return ok;
}

static bool wants_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    return out_is_terminal() && !(no_color && no_color[0]) && term &&
           strcmp(term, "dumb") != 0;
}

static int tell(const struct report_compare *compare,
                const struct document documents[DOCUMENTS], const struct options *options)
{
    bool taken = false;

    if (options->png && !sheet_draw_compare(options->png, compare))
        return COMMAND_NO_OUTPUT;
    for (int i = 0; i < DOCUMENTS; i++) {
        taken |= is_out(&documents[i]);
        if (documents[i].path && !write_document(&documents[i], compare))
            return COMMAND_NO_OUTPUT;
    }
    if (!taken)
        report_compare_text(compare, out_file(), options->verbose, wants_colour());
    return options->exit_code && compare->differing ? COMMAND_UNEXPECTED : COMMAND_DONE;
}

static int compare_sides(const struct options *options,
                         const struct document documents[DOCUMENTS])
{
    static struct report_folder folders[REPORT_COMPARE_SIDES];
    struct report_compare compare = { 0 };
    int count = options->argument_count;
    int status = compare_sides_open(folders, options->arguments, count);

    if (status == COMMAND_DONE && !spares_captures(documents, options, folders))
        status = COMMAND_USAGE;
    if (status == COMMAND_DONE)
        status = report_compare_init(&compare, folders, count)
                     ? tell(&compare, documents, options)
                     : COMMAND_NO_OUTPUT;
    report_compare_finish(&compare);
    for (int i = 0; i < count; i++)
        report_folder_finish(&folders[i]);
    return status;
}

static int compare_run(const struct options *options)
{
    const struct document documents[DOCUMENTS] = {
        { "html", options->html, report_compare_html },
        { "md", options->markdown, report_compare_markdown },
        { "csv", options->csv, report_compare_csv },
    };

    if (options->argument_count < 2 || options->argument_count > REPORT_COMPARE_SIDES) {
        log_error("%d report%s: " TOO_FEW, options->argument_count,
                  options->argument_count == 1 ? "" : "s");
        return COMMAND_USAGE;
    }
    if (!outputs_good(documents, options))
        return COMMAND_USAGE;
    return compare_sides(options, documents);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "put reports side by side, and say where they differ",
    .details =
        "REPORT is a report, the folder of one, or a simulated device, as fake:rtz,p=17\n"
        "or fake:tegra3, which is then asked what the others were asked.\n"
        "The text is a screen or two of what tells most; -v: all, and what each side says.\n"
        "Exit status: 0 done, 1 something differs (--exit-code), 2 usage, 4 bad input,\n"
        "5 output not written.\n",
    .arguments = "REPORT REPORT...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "html", "md", "csv", "png", "exit-code", "verbose",
                                      "help", NULL },
    .run = compare_run,
};
