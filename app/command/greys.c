// SPDX-License-Identifier: MIT

#include "command/greys.h"

#include "log.h"
#include "probe.h"
#include "probe_picture.h"

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

static bool same(const struct survey_pictures *pictures, uint32_t got, uint32_t want)
{
    int level_got = got & 0xff, level_want = want & 0xff;

    if (pictures->got.readout != READOUT_RGBA8)
        return probe_shows(pictures->probe, pictures->got.readout, got, want);
    return got == want || abs(level_got - level_want) <= 1;
}

static void fill_greys(struct greys *greys, const struct survey_pictures *pictures)
{
    const struct probe *probe = pictures->probe;
    size_t count = (size_t) pictures->got.width * (size_t) pictures->got.height;

    for (size_t i = 0; i < count; i++) {
        uint32_t got = pictures->got.words[i], want = pictures->want.words[i];

        greys->got[i] = grey_of(probe_value(probe, pictures->got.readout, got));
        greys->want[i] = grey_of(probe_value(probe, pictures->want.readout, want));
        greys->differs[i] = !same(pictures, got, want);
    }
}

static void fill_values(struct greys *greys, const struct survey_pictures *pictures)
{
    const struct pixels *got = &pictures->got;
    struct probe_shape shape = pictures->probe->shape(&pictures->params);

    for (int band = 0; band < shape.bands; band++) {
        double *values = greys->values + (size_t) band * (size_t) got->width;

        for (int x = 0; x < got->width; x++) {
            int left, y;

            probe_cell_pixel(shape, band, x / shape.cell_width, &left, &y);
            values[x] = probe_value(pictures->probe, got->readout, pixels_row(got, y)[x]);
        }
    }
}

bool greys_init(struct greys *greys, const struct report *report,
                const struct survey_pictures *pictures)
{
    const struct pixels *got = &pictures->got;
    int bands = pictures->probe->shape(&pictures->params).bands;
    size_t width = (size_t) got->width, count = width * (size_t) got->height;

    *greys = (struct greys){
        .got = malloc(count),
        .want = malloc(count),
        .differs = malloc(count),
        .values = calloc((size_t) bands * width, sizeof(*greys->values)),
    };
    if (!greys->got || !greys->want || !greys->differs || !greys->values) {
        log_error("no memory for the pictures of the sheet");
        greys_finish(greys);
        return false;
    }
    fill_greys(greys, pictures);
    fill_values(greys, pictures);
    snprintf(greys->formula, sizeof(greys->formula), "%.*s",
             (int) strcspn(pictures->probe->summary, ":"), pictures->probe->summary);
    greys->sheet = (struct sheet_pictures){
        .result = &report->results[pictures->result],
        .formula = greys->formula,
        .width = got->width,
        .height = got->height,
        .bands = bands,
        .got = greys->got,
        .want = greys->want,
        .differs = greys->differs,
        .values = greys->values,
    };
    return true;
}

void greys_finish(struct greys *greys)
{
    free(greys->got);
    free(greys->want);
    free(greys->differs);
    free(greys->values);
    *greys = (struct greys){ 0 };
}
