// SPDX-License-Identifier: MIT

#include "command/greys.h"

#include "base/memory.h"
#include "probe/list.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// 0 black, 1 white; what is no number is black.
static uint8_t grey_of(double value)
{
    if (isnan(value) || value <= 0.0)
        return 0;
    return value >= 1.0 ? 255 : (uint8_t) (value * 255.0 + 0.5);
}

static bool greys_same(const struct survey_picture *picture, uint32_t got, uint32_t want)
{
    int level_got = got & 0xff, level_want = want & 0xff;

    if (picture->got.readout != READOUT_RGBA8)
        return probe_shows(picture->probe, picture->got.readout, got, want);
    return got == want || abs(level_got - level_want) <= 1;
}

static void fill_wanted(struct greys *greys, const struct survey_picture *picture)
{
    size_t count = (size_t) picture->got.width * (size_t) picture->got.height;

    greys->want = memory_new(count, 1);
    greys->differs = memory_new(count, 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t got = picture->got.words[i], want = picture->want.words[i];

        greys->want[i] =
            grey_of(probe_value(picture->probe, picture->want.readout, want));
        greys->differs[i] = !greys_same(picture, got, want);
    }
    greys->sheet.want = greys->want;
    greys->sheet.differs = greys->differs;
}

// Fills the greys and the numbers of a picture as it was drawn.
static void fill_got(struct greys *greys, const struct probe *probe,
                     struct probe_shape shape, const struct pixels *got)
{
    const char *summary = probe_help(probe)->summary;
    size_t width = (size_t) got->width, count = width * (size_t) got->height;
    double *values = memory_new((size_t) shape.bands * width, sizeof *values);

    *greys = (struct greys){ .got = memory_new(count, 1), .values = values };
    for (size_t i = 0; i < count; i++)
        greys->got[i] = grey_of(probe_value(probe, got->readout, got->words[i]));
    for (int band = 0; band < shape.bands; band++)
        for (int x = 0; x < got->width; x++) {
            int left, y;

            probe_cell_pixel(shape, band, x / shape.cell_width, &left, &y);
            *values++ = probe_value(probe, got->readout, pixels_row(got, y)[x]);
        }
    snprintf(greys->formula, sizeof greys->formula, "%.*s", (int) strcspn(summary, ":"),
             summary);
    greys->sheet = (struct sheet_pictures){
        .formula = greys->formula,
        .width = got->width,
        .height = got->height,
        .bands = shape.bands,
        .got = greys->got,
        .values = greys->values,
    };
}

void greys_init(struct greys *greys, const struct report *report,
                const struct survey_picture *picture)
{
    *greys = (struct greys){ 0 };
    if (!picture->got.words)
        return;
    fill_got(greys, picture->probe, probe_shape(picture->probe, &picture->params),
             &picture->got);
    fill_wanted(greys, picture);
    greys->sheet.result = &report->results[picture->result];
}

// Returns the result of box 2 at the place of the headline, one that is ok if there is
// one; NULL if there is none.
static const struct result *find_box_2(const struct report *report)
{
    const struct result *found = NULL;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (!strcmp(result->probe, probe_stripes_unit.name) &&
            result->stage == report->headline_stage &&
            result->precision == report->headline_precision && result->bands > 0 &&
            (!found || found->verdict.status != STATUS_OK))
            found = result;
    }
    return found;
}

void greys_box_2(struct greys *greys, const struct report_folder *folder)
{
    const struct result *result = find_box_2(&folder->report);
    struct pixels pixels;

    *greys = (struct greys){ 0 };
    if (!result || !report_folder_has(folder, result) ||
        !report_folder_pixels(folder, result, &pixels))
        return;
    const struct probe_shape shape = { result->columns, result->bands,
                                       pixels.width / result->columns,
                                       pixels.height / result->bands };

    fill_got(greys, &probe_stripes_unit, shape, &pixels);
    greys->sheet.result = result;
    pixels_finish(&pixels);
}

void greys_finish(struct greys *greys)
{
    free(greys->got);
    free(greys->want);
    free(greys->differs);
    free(greys->values);
    *greys = (struct greys){ 0 };
}

// The numbers that the cells of a picture show, band 0 first.
static void read_cells(const struct survey_picture *picture, const struct pixels *pixels,
                       double *values)
{
    struct probe_shape shape = probe_shape(picture->probe, &picture->params);

    for (int band = 0; band < shape.bands; band++)
        for (int column = 0; column < shape.columns; column++) {
            int x, y;

            probe_cell_pixel(shape, band, column, &x, &y);
            *values++ =
                probe_value(picture->probe, pixels->readout, pixels_row(pixels, y)[x]);
        }
}

// Computes the values that a device of the same format with full IEEE 754 support
// draws.
static bool read_kept(const struct survey_picture *picture, double *values)
{
    struct probe_params params = picture->params;
    struct unit unit = unit_model();
    struct pixels kept;

    params.readout = READOUT_BITS;
    params.model =
        (struct fp_model){ picture->params.model.format, FP_RNE, false, false };
    pixels_init(&kept, picture->got.width, picture->got.height, params.readout);
    bool ok = probe_eval(picture->probe, &params, &unit, &kept);
    if (ok)
        read_cells(picture, &kept, values);
    pixels_finish(&kept);
    return ok;
}

bool greys_hole_init(struct greys_hole *hole, const struct report *report,
                     const struct survey_picture *picture)
{
    struct probe_shape shape = probe_shape(picture->probe, &picture->params);
    size_t count = (size_t) shape.columns * (size_t) shape.bands;

    *hole = (struct greys_hole){ .values = memory_new(2 * count, sizeof *hole->values) };
    read_cells(picture, &picture->got, hole->values);
    if (!read_kept(picture, hole->values + count)) {
        greys_hole_finish(hole);
        return false;
    }
    hole->sheet = (struct sheet_hole){
        .result = &report->results[picture->result],
        .columns = shape.columns,
        .bands = shape.bands,
        .emin = 1 - picture->params.model.format.emax,
        .got = hole->values,
        .kept = hole->values + count,
    };
    return true;
}

void greys_hole_finish(struct greys_hole *hole)
{
    free(hole->values);
    *hole = (struct greys_hole){ 0 };
}
