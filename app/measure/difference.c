// SPDX-License-Identifier: MIT

#include "measure/difference.h"

#include "base/fp_bits.h"
#include "base/text.h"
#include "measure/shown.h"
#include "probe/picture.h"

#include <stdio.h>
#include <string.h>

// Writes a word of a pixel as a number with its bits, or as levels.
static void word_text(enum readout readout, uint32_t word, char *text, size_t size)
{
    if (readout == READOUT_RGBA8)
        snprintf(text, size, "rgba %02x%02x%02x%02x", word & 0xff, word >> 8 & 0xff,
                 word >> 16 & 0xff, word >> 24);
    else
        snprintf(text, size, "%a (%08x)", (double) fp_from_bits(word), word);
}

static void difference_describe(const struct probe *probe,
                                const struct probe_params *params,
                                const struct probe_shape *shape,
                                struct difference *difference)
{
    int band = shape->bands - 1 - difference->y / shape->cell_height;
    int column = difference->x / shape->cell_width;
    char text[80], got[48], want[48];
    double operands[PROBE_OPERANDS];

    if (probe->describe) {
        probe->describe(params, band, column, text, sizeof text);
    } else {
        probe->operand(params, band, column, operands);
        snprintf(text, sizeof text, "%s + %s", text_hex(operands[0]).text,
                 text_hex(operands[1]).text);
    }
    word_text(params->readout, difference->got, got, sizeof got);
    word_text(params->readout, difference->want, want, sizeof want);
    snprintf(difference->where, sizeof difference->where,
             "pixel %d,%d (band %d, column %d): %s: got %s want %s", difference->x,
             difference->y, band, column, text, got, want);
}

// Compares row `y` with the values of its cases.
static void compare_row(const struct probe *probe, const struct probe_params *params,
                        const struct shown *wanted, const struct pixels *got, int y,
                        struct difference *difference)
{
    struct probe_shape shape = probe_shape(probe, params);
    int first = (shape.bands - 1 - y / shape.cell_height) * shape.columns;
    const uint32_t *row = pixels_row(got, y);
    bool separator = probe_is_separator(shape, y);

    for (int x = 0; x < got->width; x++) {
        size_t i = (size_t) (first + x / shape.cell_width);
        uint32_t value = separator ? 0 : wanted->values[i];
        enum shown_as as = !separator ? shown_compare(wanted, i, row[x])
                           : probe_shows(probe, params->readout, row[x], 0)
                               ? SHOWN_EQUAL
                               : SHOWN_DIFFERENT;

        difference->pixels += as != SHOWN_NOTHING;
        if (as != SHOWN_DIFFERENT || difference->mismatches++ > 0)
            continue;
        difference->x = x;
        difference->y = y;
        difference->got = row[x];
        difference->want = probe_encode(probe, params->readout, value);
    }
}

// Compares all pixels with the values of their cases. The rows of a band are usually
// equal: a row that repeats the previous one gets the counts of that row.
static void difference_compare(const struct probe *probe,
                               const struct probe_params *params,
                               const struct shown *wanted, const struct pixels *got,
                               struct difference *difference)
{
    struct probe_shape shape = probe_shape(probe, params);
    size_t size = (size_t) got->width * sizeof *got->words;
    long pixels = 0, mismatches = 0; // of the previous row

    for (int y = 0; y < got->height; y++) {
        bool repeats = y % shape.cell_height > 0 &&
                       probe_is_separator(shape, y) == probe_is_separator(shape, y - 1) &&
                       !memcmp(pixels_row(got, y), pixels_row(got, y - 1), size);
        struct difference before = *difference;

        if (repeats) {
            difference->pixels += pixels;
            difference->mismatches += mismatches;
            continue;
        }
        compare_row(probe, params, wanted, got, y, difference);
        pixels = difference->pixels - before.pixels;
        mismatches = difference->mismatches - before.mismatches;
    }
    if (difference->mismatches)
        difference_describe(probe, params, &shape, difference);
}

bool difference(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, const struct pixels *got,
                struct difference *difference, struct pixels *want)
{
    struct probe_cases cases;
    struct shown shown;

    *difference = (struct difference){ 0 };
    if (want)
        *want = (struct pixels){ 0 };
    probe_cases_init(&cases, probe, params, params->model.format, 1);
    bool ok = shown_init(&shown, probe, unit, &params->model, params->readout, &cases);

    if (ok && want) {
        pixels_init(want, got->width, got->height, got->readout);
        probe_paint(probe, params, shown.values, want);
    }
    if (ok)
        difference_compare(probe, params, &shown, got, difference);
    shown_finish(&shown);
    probe_cases_finish(&cases);
    return ok;
}
