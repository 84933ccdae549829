// SPDX-License-Identifier: MIT
//
// What was expected, what came and where they differ, as a sheet a case that changed.

#include "base/log.h"
#include "command/check_rows.h"
#include "command/output.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "sheet/pictures.h"
#include "sheet/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Two pictures on one canvas: what only one of them has differs.
struct delta {
    int width, height;
    uint8_t *want, *got, *differs; // [height][width], owned
    long mismatches;
};

// A word to look at: the level of a picture, the exponent of a word of lines.
static uint8_t level(const struct probe *probe, enum readout readout, uint32_t word)
{
    double value;

    if (!probe || probe->lines)
        return (uint8_t) (word >> 23);
    value = probe_value(probe, readout, word);
    return isnan(value) || value <= 0 ? 0
           : value >= 1               ? 255
                                      : (uint8_t) (value * 255 + 0.5);
}

static bool pixel(const struct pixels *pixels, int x, int y, uint32_t *word)
{
    if (x >= pixels->width || y >= pixels->height)
        return false;
    *word = pixels_row(pixels, y)[x];
    return true;
}

static bool fill(struct delta *delta, const struct probe *probe, enum readout readout,
                 const struct pixels *want, const struct pixels *got)
{
    size_t count, i = 0;

    delta->width = want->width > got->width ? want->width : got->width;
    delta->height = want->height > got->height ? want->height : got->height;
    count = (size_t) delta->width * (size_t) delta->height;
    delta->want = calloc(count, 1);
    delta->got = calloc(count, 1);
    delta->differs = calloc(count, 1);
    if (!delta->want || !delta->got || !delta->differs) {
        log_error("no memory for a sheet");
        return false;
    }
    for (int y = 0; y < delta->height; y++)
        for (int x = 0; x < delta->width; x++, i++) {
            uint32_t a = 0, b = 0;
            bool has_a = pixel(want, x, y, &a), has_b = pixel(got, x, y, &b);

            delta->want[i] = has_a ? level(probe, readout, a) : 0;
            delta->got[i] = has_b ? level(probe, readout, b) : 0;
            delta->differs[i] = has_a != has_b || a != b;
            delta->mismatches += delta->differs[i];
        }
    return true;
}

static void finish(struct delta *delta)
{
    free(delta->want);
    free(delta->got);
    free(delta->differs);
}

// What came of a result, and on which driver.
static void note(const struct result *result, const char *driver, char *text, size_t size)
{
    char verdict[320];

    verdict_text(&result->verdict, verdict, sizeof(verdict));
    if (result->finding_count > 0)
        snprintf(text, size, "%d lines, %s", result->finding_count, driver);
    else
        snprintf(text, size, "%s, %s", verdict, driver);
}

static bool draw(const struct check_rows *rows, const struct golden_row *row,
                 const struct pixels *want, const struct pixels *got, const char *path)
{
    const struct result *result = row->result;
    const struct probe *probe = probe_find(result->probe);
    char title[600], want_note[700], got_note[700];
    struct delta delta = { 0 };
    bool ok = fill(&delta, probe, result->readout, want, got);

    snprintf(title, sizeof(title), "%s %s %s %s %s on %s", result->probe,
             stage_name(result->stage), precision_name(result->precision),
             form_name(result->form), readout_name(result->readout),
             rows->device->renderer);
    note(&row->golden->result, row->golden->driver, want_note, sizeof(want_note));
    note(result, rows->device->version, got_note, sizeof(got_note));
    ok = ok &&
         sheet_draw_delta(path, &(struct sheet_delta){ .title = title,
                                                       .cause = row->cause,
                                                       .want_note = want_note,
                                                       .got_note = got_note,
                                                       .width = delta.width,
                                                       .height = delta.height,
                                                       .want = delta.want,
                                                       .got = delta.got,
                                                       .differs = delta.differs,
                                                       .mismatches = delta.mismatches });
    finish(&delta);
    return ok;
}

// Those of a case that has no picture now, had none, or has the same, are not drawn.
static bool draw_row(const struct check_rows *rows, const struct check_survey *survey,
                     const struct golden_row *row, struct output *output, int *drawn)
{
    struct pixels want = { 0 }, got = { 0 };
    char why[300], name[GOLDEN_NAME + 16], path[PATH_MAX];
    bool ok = true;

    snprintf(name, sizeof(name), "%s-delta.png", row->name);
    if (row->golden->result.image[0] && row->result->sha256[0] &&
        !golden_same_pixels(row->golden, row->result) &&
        golden_pixels(rows->set, row->golden, &want, why, sizeof(why)) == GOLDEN_MATCH &&
        report_folder_pixels(&survey->got, row->result, &got)) {
        output_path(output, name, path);
        ok = draw(rows, row, &want, &got, path) && output_move(output, name);
        *drawn += ok;
    }
    pixels_finish(&got);
    pixels_finish(&want);
    return ok;
}

static void remove_old(const struct check_rows *rows, const struct output *output)
{
    for (int i = 0; i < rows->count; i++) {
        char name[GOLDEN_NAME + 16];

        snprintf(name, sizeof(name), "%s-delta.png", rows->rows[i].name);
        if (rows->rows[i].status != GOLDEN_CHANGED)
            output_remove(output, name);
    }
}

bool check_rows_draw(const struct check_rows *rows, const struct check_survey *survey,
                     const char *folder, int *drawn)
{
    struct output output = { 0 };
    struct stat status;
    bool ok = true;

    *drawn = 0;
    if (rows->counts[GOLDEN_CHANGED] == 0 && stat(folder, &status) != 0)
        return true;
    if (rows->counts[GOLDEN_CHANGED] > 0 && !sheet_available()) {
        log_warning("no sheets: the module that draws them is not installed");
        return true;
    }
    if (!output_open(&output, folder))
        return false;
    remove_old(rows, &output);
    for (int i = 0; ok && i < rows->count; i++)
        if (rows->rows[i].status == GOLDEN_CHANGED)
            ok = draw_row(rows, survey, &rows->rows[i], &output, drawn);
    output_close(&output);
    return ok;
}
