// SPDX-License-Identifier: MIT

#include "command/save.h"

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "command/greys.h"
#include "report/folder.h"
#include "report/lines.h"
#include "sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

#define REPORT_NAME      "report.json"
#define SHEET_NAME       "verdict.png"
#define PERSONALITY_NAME "personality.png"
#define REPORT_BYTES_MAX (64L << 20)

bool save_open(struct save *save, const char *folder)
{
    *save = (struct save){ 0 };
    save->on = output_open(&save->output, folder);
    return save->on;
}

// Ends what was started, whatever came of it.
static void drop(struct save *save)
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
    drop(save);
    output_close(&save->output);
    *save = (struct save){ 0 };
}

#define NAME_SIZE 100

void save_start(struct save *save, const struct result *result, const struct pixels *got)
{
    char path[PATH_MAX], name[NAME_SIZE], file[NAME_SIZE + 8];

    drop(save);
    report_folder_case(result, name, sizeof(name));
    snprintf(file, sizeof(file), "%s.png", name);
    output_path(&save->output, file, path);
    save->writer = png_writer_start(path, got);
}

// What came of it: of lines, how many depart; of a picture that is but one, its answer.
static void describe(const struct result *result, char *text, size_t size)
{
    bool lines = report_of_lines(result) && result->verdict.status == STATUS_OK;

    if (lines && result->finding_count == 1)
        snprintf(text, size, "%s: %s", result->findings[0].line,
                 result->findings[0].answer);
    else if (lines)
        report_lines_text(result, text, size);
    else
        verdict_text(&result->verdict, text, size);
}

bool save_pictures(struct save *save, const struct facts *device, struct result *result,
                   const struct pixels *got, const uint8_t *grey)
{
    char path[PATH_MAX], name[NAME_SIZE], text[320];
    const struct png_note notes[] = {
        { "probe", result->probe },
        { "device", device->renderer },
        { "verdict", text },
    };
    bool ok;

    report_folder_case(result, name, sizeof(name));
    describe(result, text, sizeof(text));
    if (grey) {
        snprintf(result->look, sizeof(result->look), "%s-grey.png", name);
        output_path(&save->output, result->look, path);
        if (!png_write_grey(path, got->width, got->height, grey, notes, 3)) {
            drop(save);
            return false;
        }
    }
    snprintf(result->image, sizeof(result->image), "%s.png", name);
    if (!save->writer)
        save_start(save, result, got);
    if (!save->writer)
        return false;
    ok = png_writer_end(save->writer, notes, 3);
    save->writer = NULL;
    save->pictures++;
    return ok;
}

static char *read_text(const char *path, size_t *size)
{
    const char *why;
    FILE *file = file_open(path, &why);
    char *text = NULL;
    long length;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0 &&
        length <= REPORT_BYTES_MAX && fseek(file, 0, SEEK_SET) == 0 &&
        (text = malloc((size_t) length)))
        *size = fread(text, 1, (size_t) length, file);
    fclose(file);
    return text;
}

// The report that lies in the folder already; zeroed if there is none that can be read.
static void read_earlier(const struct save *save, struct report *earlier)
{
    char path[PATH_MAX], *text;
    size_t size = 0;

    snprintf(path, sizeof(path), "%s/" REPORT_NAME, save->output.folder);
    *earlier = (struct report){ 0 };
    text = read_text(path, &size);
    log_hold(true);
    if (text && !report_read(earlier, text, size, path))
        *earlier = (struct report){ 0 };
    log_hold(false);
    free(text);
}

static bool names(const struct report *report, const char *name)
{
    for (int i = 0; i < report->count; i++)
        if (!strcmp(report->results[i].image, name) ||
            !strcmp(report->results[i].look, name))
            return true;
    return false;
}

static void remove_stale(const struct save *save, const struct report *earlier,
                         const struct report *report)
{
    for (int i = 0; i < earlier->count; i++) {
        const struct result *result = &earlier->results[i];

        if (!names(report, result->image))
            output_remove(&save->output, result->image);
        if (!names(report, result->look))
            output_remove(&save->output, result->look);
    }
    if (earlier->count > 0 && !save->sheet)
        output_remove(&save->output, SHEET_NAME);
    if (earlier->count > 0 && !save->personality)
        output_remove(&save->output, PERSONALITY_NAME);
}

static bool move_pictures(const struct save *save, const struct report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (result->image[0] && !output_move(&save->output, result->image))
            return false;
        if (result->look[0] && !output_move(&save->output, result->look))
            return false;
    }
    return (!save->sheet || output_move(&save->output, SHEET_NAME)) &&
           (!save->personality || output_move(&save->output, PERSONALITY_NAME));
}

static bool write_report(const struct save *save, const struct report *report)
{
    char *text = report_json(report);
    bool ok = text && output_write(&save->output, REPORT_NAME, text);

    free(text);
    return ok;
}

static bool has_lines(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (report_of_lines(&report->results[i]))
            return true;
    return false;
}

static bool write_personality(struct save *save, const struct report *report,
                              const struct survey_picture *picture)
{
    const struct result *result = &report->results[picture->result];
    struct greys_hole hole = { 0 };
    char path[PATH_MAX];

    if (picture->got.words && result->stage == report->headline_stage &&
        result->precision == report->headline_precision &&
        !greys_hole_init(&hole, report, picture))
        return false;
    output_path(&save->output, PERSONALITY_NAME, path);
    save->personality = sheet_draw_personality(path, report, &hole.sheet);
    greys_hole_finish(&hole);
    return save->personality;
}

static bool write_sheet(struct save *save, const struct report *report,
                        const struct survey_pictures *pictures)
{
    const struct survey_picture *stripes = &pictures->pages[PROBE_PAGE_VERDICT];
    struct greys greys = { 0 };
    char path[PATH_MAX];

    // All the rest is worth having without it.
    if (!sheet_available()) {
        log_warning("no verdict.png: the module that draws it is not installed");
        return true;
    }
    if (stripes->got.words && !greys_init(&greys, report, stripes))
        return false;
    output_path(&save->output, SHEET_NAME, path);
    save->sheet = sheet_draw(path, report, &greys.sheet);
    greys_finish(&greys);
    if (!save->sheet || !has_lines(report))
        return save->sheet;
    return write_personality(save, report, &pictures->pages[PROBE_PAGE_PERSONALITY]);
}

bool save_all(struct save *save, const struct report *report,
              const struct survey_pictures *pictures)
{
    struct report earlier;
    bool ok;

    if (!write_report(save, report))
        return false;
    if (pictures && !write_sheet(save, report, pictures))
        return false;

    read_earlier(save, &earlier);
    ok = move_pictures(save, report) && output_move(&save->output, REPORT_NAME);
    if (ok)
        remove_stale(save, &earlier, report);
    report_finish(&earlier);
    return ok;
}

void save_say(const struct save *save)
{
    const char *folder = save->output.folder;

    fprintf(stderr, "fpstripe: wrote ");
    if (save->sheet)
        fprintf(stderr, "%s/" SHEET_NAME ", ", folder);
    if (save->personality)
        fprintf(stderr, "%s/" PERSONALITY_NAME ", ", folder);
    fprintf(stderr, "%s/" REPORT_NAME " and %d capture%s\n", folder, save->pictures,
            save->pictures == 1 ? "" : "s");
}

void save_json(const struct report *report, FILE *file)
{
    char *text = report_json(report);

    if (text)
        fputs(text, file);
    free(text);
}
