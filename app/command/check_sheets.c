// SPDX-License-Identifier: MIT
//
// What was expected, what came and where they differ, as a sheet a case that changed.

#include "base/log.h"
#include "base/memory.h"
#include "command/check.h"
#include "command/output.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "sheet/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A word to look at: the level of a picture, the exponent of a word of lines.
static uint8_t level_of(const struct probe *probe, enum readout readout, uint32_t word)
{
    if (!probe || probe->expressions)
        return (uint8_t) (word >> 23);
    return (uint8_t) (fmin(fmax(probe_value(probe, readout, word), 0), 1) * 255 + 0.5);
}

// Two pictures on one canvas, one byte a pixel: what only one of them has differs.
static void fill_delta(struct sheet_delta *delta, const struct result *result,
                       const struct pixels *want, const struct pixels *got,
                       uint8_t *bytes)
{
    const struct probe *probe = probe_find(result->probe);
    const struct pixels *pixels[2] = { want, got };
    size_t count = (size_t) delta->width * (size_t) delta->height;

    for (size_t i = 0; i < count; i++) {
        const int x = (int) (i % (size_t) delta->width),
                  y = (int) (i / (size_t) delta->width);
        uint32_t words[2] = { 0, 0 };
        bool has[2];

        for (int k = 0; k < 2; k++) {
            has[k] = x < pixels[k]->width && y < pixels[k]->height;
            if (has[k])
                words[k] = pixels_row(pixels[k], y)[x];
            bytes[k * count + i] =
                has[k] ? level_of(probe, result->readout, words[k]) : 0;
        }
        bytes[2 * count + i] = has[0] != has[1] || words[0] != words[1];
        delta->mismatches += bytes[2 * count + i];
    }
    delta->want = bytes;
    delta->got = bytes + count;
    delta->differs = bytes + 2 * count;
}

#define NOTE 700

// Writes the verdict of a result and the driver.
static void note_of(const struct result *result, const char *driver, char note[NOTE])
{
    char verdict[320];

    verdict_text(&result->verdict, verdict, sizeof verdict);
    if (result->finding_count > 0)
        snprintf(verdict, sizeof verdict, "%d lines", result->finding_count);
    snprintf(note, NOTE, "%s, %s", verdict, driver);
}

static bool draw_delta(const struct facts *device, const struct golden_row *row,
                       const struct pixels *want, const struct pixels *got,
                       const char *path)
{
    const struct result *result = row->result;
    char title[NOTE], want_note[NOTE], got_note[NOTE];
    struct sheet_delta delta = {
        .title = title,
        .cause = row->cause,
        .want_note = want_note,
        .got_note = got_note,
        .width = want->width > got->width ? want->width : got->width,
        .height = want->height > got->height ? want->height : got->height,
    };
    uint8_t *bytes = memory_new((size_t) delta.width * (size_t) delta.height, 3);
    bool ok;

    snprintf(title, sizeof title, "%s %s %s %s %s on %s", result->probe,
             stage_name(result->stage), precision_name(result->precision),
             form_name(result->form), readout_name(result->readout), device->renderer);
    note_of(&row->golden->result, row->golden->driver, want_note);
    note_of(result, device->version, got_note);
    fill_delta(&delta, result, want, got, bytes);
    ok = sheet_draw_delta(path, &delta);
    free(bytes);
    return ok;
}

// Draws the sheet of a case, unless a picture is missing or both are equal.
static bool draw_row(const struct check_survey *survey, const struct golden_row *row,
                     struct output *output, int *drawn)
{
    struct pixels want = { 0 }, got = { 0 };
    char why[300], name[GOLDEN_NAME + 16], path[PATH_MAX];
    bool ok = true;

    snprintf(name, sizeof name, "%s-delta.png", row->name);
    if (row->golden->result.image[0] && row->result->sha256[0] &&
        !golden_same_pixels(row->golden, row->result) &&
        golden_pixels(&survey->set, row->golden, &want, why, sizeof why) ==
            GOLDEN_MATCH &&
        report_folder_pixels(&survey->got, row->result, &got)) {
        output_path(output, name, path);
        ok = draw_delta(&survey->got.report.device, row, &want, &got, path) &&
             output_move(output, name);
        *drawn += ok;
    }
    pixels_finish(&got);
    pixels_finish(&want);
    return ok;
}

static void remove_old_sheets(const struct check_rows *rows, struct output *output)
{
    for (int i = 0; i < rows->count; i++) {
        char name[GOLDEN_NAME + 16];

        snprintf(name, sizeof name, "%s-delta.png", rows->rows[i].name);
        if (rows->rows[i].status != GOLDEN_CHANGED)
            output_remove(output, name, name);
    }
}

bool check_rows_draw(const struct check_rows *rows, const char *folder, int *drawn)
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
    remove_old_sheets(rows, &output);
    for (int i = 0; ok && i < rows->count; i++)
        if (rows->rows[i].status == GOLDEN_CHANGED)
            ok = draw_row(rows->survey, &rows->rows[i], &output, drawn);
    ok = ok && output_commit(&output);
    output_close(&output);
    return ok;
}
