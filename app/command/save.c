// SPDX-License-Identifier: MIT

#include "command/save.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "base/text.h"
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

// Ends what was started, whatever came of it.
static void save_drop(struct save *save)
{
    if (!save->writer)
        return;
    log_hold(true);
    png_writer_end(save->writer, NULL, 0);
    log_hold(false);
    save->writer = NULL;
}

void save_close(struct save *save)
{
    save_drop(save);
    output_close(&save->output);
    *save = (struct save){ 0 };
}

#define NAME_SIZE 100

void save_start(struct save *save, const struct result *result, const struct pixels *got)
{
    char path[PATH_MAX], name[NAME_SIZE], file[NAME_SIZE + 8];

    save_drop(save);
    report_folder_case(result, name, sizeof name);
    snprintf(file, sizeof file, "%s.png", name);
    output_path(&save->output, file, path);
    save->writer = png_writer_start(path, got);
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

bool save_picture(struct save *save, const struct facts *device, struct result *result,
                  const struct pixels *got)
{
    char name[NAME_SIZE], text[320];
    const struct png_note notes[] = {
        { "probe", result->probe },
        { "device", device->renderer },
        { "verdict", text },
    };
    bool ok;

    report_folder_case(result, name, sizeof name);
    save_describe(result, text, sizeof text);
    snprintf(result->image, sizeof result->image, "%s.png", name);
    if (!save->writer)
        save_start(save, result, got);
    ok = png_writer_end(save->writer, notes, 3);
    save->writer = NULL;
    save->pictures++;
    return ok;
}

static bool names(const struct report *report, const char *name)
{
    for (int i = 0; report && i < report->count; i++)
        if (!strcmp(report->results[i].image, name))
            return true;
    return false;
}

void save_remove(struct save *save, const struct report_folder *earlier,
                 const struct result *result, const struct report *report)
{
    char name[NAME_SIZE], image[NAME_SIZE + 16];
    struct pixels pixels;

    report_folder_case(result, name, sizeof name);
    snprintf(image, sizeof image, "%s.png", name);
    if (strcmp(result->image, image) != 0 || names(report, image))
        return;
    log_hold(true);
    bool ours = report_folder_pixels(earlier, result, &pixels);

    log_hold(false);
    pixels_finish(&pixels);
    if (ours)
        output_remove(&save->output, image, image);
    else
        output_warn_left(&save->output, image, log_last_error());
}

// A page that the earlier report does not know is of before reports did.
static bool is_page_of(const struct report_folder *earlier, const char *name)
{
    const struct report *report = &earlier->report;
    char sha256[65], *path = memory_format("%s/%s", earlier->folder, name);
    bool same = true;

    journal_hash(staging_home(), path, sha256);
    for (int i = 0; i < report->page_count; i++)
        if (!strcmp(report->pages[i].name, name))
            same = !strcmp(report->pages[i].sha256, sha256);
    free(path);
    return same;
}

static void remove_stale(struct save *save, const struct report_folder *earlier,
                         const struct report *report)
{
    for (int i = 0; i < earlier->report.count; i++)
        save_remove(save, earlier, &earlier->report.results[i], report);
    for (int i = 0; i < REPORT_PAGES; i++)
        if (save->drawn[i] || earlier->report.count == 0)
            continue;
        else if (is_page_of(earlier, report_page_files[i]))
            output_remove(&save->output, report_page_files[i], report_page_files[i]);
        else
            output_warn_left(&save->output, report_page_files[i], report_page_files[i]);
}

static bool move_pictures(struct save *save, const struct report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (result->image[0] && !output_move(&save->output, result->image))
            return false;
    }
    for (int i = 0; i < REPORT_PAGES; i++)
        if (save->drawn[i] && !output_move(&save->output, report_page_files[i]))
            return false;
    return true;
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

bool save_all(struct save *save, struct report *report,
              const struct survey_pictures *pictures)
{
    static struct report_folder earlier;
    bool ok;

    // The pages first: their hashes are in the report.
    if (pictures)
        write_sheets(save, report, pictures);
    if (save->html)
        write_html(save, report);
    if (!write_report(save, report))
        return false;

    if (!output_lock(&save->output))
        return false;

    log_hold(true); // there may be none
    ok = report_folder_open(&earlier, save->output.folder, NULL);
    log_hold(false);
    if (!ok)
        output_warn_left(&save->output, REPORT_NAME, log_last_error());
    ok = move_pictures(save, report) && output_move(&save->output, REPORT_NAME);
    if (ok)
        remove_stale(save, &earlier, report);
    report_folder_finish(&earlier);
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
