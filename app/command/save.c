// SPDX-License-Identifier: MIT

#include "command/save.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "base/text.h"
#include "capture/store.h"
#include "command/beside.h"
#include "command/greys.h"
#include "compare/compare.h"
#include "report/expressions.h"
#include "report/folder.h"
#include "sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

#define REPORT_NAME "report.json"

#define PAGE_MAX (64 << 20) // bytes

bool save_open(struct save *save, const char *folder)
{
    *save = (struct save){ 0 };
    save->on = output_open(&save->output, folder);
    return save->on;
}

void save_close(struct save *save)
{
    output_close(&save->output);
    *save = (struct save){ 0 };
}

void save_describe(const struct result *result, char *text, size_t size)
{
    bool lines = report_has_expressions(result) && result->verdict.status == STATUS_OK;
    char answer[FINDING_ANSWER_TEXT];

    if (result->finding_count == 1)
        finding_text(&result->findings[0], answer, sizeof answer);
    if (lines && result->finding_count == 1)
        snprintf(text, size, "%s: %s", result->findings[0].expression, answer);
    else if (lines)
        report_expressions_text(result, text, size);
    else
        verdict_text(&result->verdict, text, size);
}

bool save_picture(struct save *save, const struct capture_picture *picture,
                  const struct pixels *pixels)
{
    save->pictures++;
    return store_write(save->output.folder, picture->sha256, pixels) != STORE_FAILED;
}

static bool write_report(const struct save *save, const struct report *report)
{
    char *text = save->evidence ? report_json_compact(report) : report_json(report);
    bool ok = text && output_write(&save->output, REPORT_NAME, text);

    free(text);
    return ok;
}

// Puts the hash of a page into the report, if it was drawn. All the rest is worth having
// without it.
static void note_page(struct save *save, struct report *report, int page,
                      const char *path, bool drawn)
{
    struct report_file *note = &report->pages[report->page_count];

    save->drawn[page] =
        drawn && report_file_read(path, PAGE_MAX, report_page_files[page], note);
    report->page_count += save->drawn[page];
    if (!save->drawn[page])
        log_warning("%s is not drawn", report_page_files[page]);
}

// Where the zero hole was drawn as the headline says.
static void show_hole(struct greys_hole *hole, const struct report *report,
                      const struct survey_picture *picture)
{
    const struct result *result = &report->results[picture->result];

    if (picture->got.words && result->stage == report->headline_stage &&
        result->precision == report->headline_precision)
        greys_hole_init(hole, report, picture);
}

static void write_sheets(struct save *save, struct report *report,
                         const struct survey_pictures *pictures)
{
    const struct survey_picture *stripes = &pictures->pages[PROBE_PAGE_VERDICT];
    bool has_lines = report_has_lines(report), drawn[SHEET_PAGES];
    char paths[SHEET_PAGES][PATH_MAX];
    struct sheet_pages pages = { .report = report };
    struct greys greys = { 0 };
    struct greys_hole hole = { 0 };

    if (!sheet_available()) {
        log_warning("verdict.png is not drawn: the sheet module is not installed");
        return;
    }
    if (stripes->got.words)
        greys_init(&greys, report, stripes);
    if (has_lines)
        show_hole(&hole, report, &pictures->pages[PROBE_PAGE_PERSONALITY]);
    pages.pictures = greys.sheet;
    pages.hole = hole.sheet;
    for (int i = 0; i < SHEET_PAGES; i++) {
        output_path(&save->output, report_page_files[i], paths[i]);
        pages.paths[i] = i != SHEET_PAGE_PERSONALITY || has_lines ? paths[i] : NULL;
    }
    sheet_draw(&pages, drawn);
    for (int i = 0; i < SHEET_PAGES; i++)
        if (pages.paths[i])
            note_page(save, report, i, paths[i], drawn[i]);
    greys_finish(&greys);
    greys_hole_finish(&hole);
}

// The captures are those that were just written.
static void write_html(struct save *save, struct report *report)
{
    static struct report_folder written;
    const char *name = report_page_files[REPORT_PAGE_HTML];
    struct compare compare;
    char path[PATH_MAX], *text;
    size_t size;

    output_path(&save->output, ".", written.folder);
    snprintf(written.name, sizeof written.name, "%s", save->output.folder);
    written.report = *report; // for now: it stays the caller's
    compare_init(&compare, &written, 1);
    beside_want(&compare);
    FILE *file = memory_stream(&text, &size);

    compare_html(&compare, file);
    fclose(file);
    compare_finish(&compare);
    output_path(&save->output, name, path);
    note_page(save, report, REPORT_PAGE_HTML, path, file_write(path, text, size));
    free(text);
}

static bool write_capture(const struct save *save, const struct capture *capture)
{
    char *text = capture_text(capture);
    bool ok = output_write(&save->output, CAPTURE_FILE, text);

    free(text);
    return ok;
}

bool save_all(struct save *save, const struct capture *capture, struct report *report,
              const struct survey_pictures *pictures)
{
    bool ok;

    if (pictures)
        write_sheets(save, report, pictures);
    if (save->html)
        write_html(save, report);
    ok = write_capture(save, capture) && write_report(save, report) &&
         output_lock(&save->output) && output_move(&save->output, CAPTURE_FILE) &&
         output_move(&save->output, REPORT_NAME);
    for (int i = 0; ok && i < REPORT_PAGES; i++)
        ok = !save->drawn[i] || output_move(&save->output, report_page_files[i]);
    return ok && output_commit(&save->output);
}

void save_say(const struct save *save)
{
    const char *folder = save->output.folder;

    char pages[2 * PATH_MAX] = "";

    for (int i = 0; i < REPORT_PAGES; i++)
        if (save->drawn[i])
            text_add(pages, sizeof pages, "%s/%s, ", folder, report_page_files[i]);
    log_end("wrote %s%s/" REPORT_NAME " and %d picture%s", pages, folder, save->pictures,
            text_plural(save->pictures));
}

void save_json(const struct report *report, FILE *file)
{
    char *text = report_json(report);

    if (text)
        fputs(text, file);
    free(text);
}
