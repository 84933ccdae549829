// SPDX-License-Identifier: MIT

#include "tests/image/striped.h"

#include "probe/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct probe_params striped_params(enum fp_round rule, int precision, int width, int rows)
{
    return (struct probe_params){
        .stage = STAGE_FRAGMENT,
        .precision = PRECISION_HIGHP,
        .form = FORM_GUARDED,
        .readout = READOUT_RGBA8,
        .width = width,
        .rows = rows,
        .model = { .format = { precision, 127 }, .round = rule },
        .precision_bits = precision,
    };
}

struct pixels striped_paint(bool subtract, const struct probe_params *params)
{
    const struct probe *probe = probe_find(subtract ? "stripes_unit" : "stripes");
    struct unit unit = unit_model();
    struct pixels pixels = { 0 };

    assert_true(pixels_init(&pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), READOUT_RGBA8));
    assert_true(probe_eval(probe, params, &unit, &pixels));
    return pixels;
}

struct shot striped_blank(int width, int height, int level)
{
    size_t count = (size_t) width * (size_t) height;
    struct shot shot = { width, height, malloc(count) };

    assert_non_null(shot.grey);
    memset(shot.grey, level, count);
    return shot;
}

struct shot striped_framed(const struct pixels *pixels, int width, int height, int x,
                           int y, int level)
{
    struct shot shot = striped_blank(width, height, level);

    for (int row = 0; row < pixels->height; row++)
        for (int column = 0; column < pixels->width; column++)
            shot.grey[(size_t) (y + row) * (size_t) width + (size_t) (x + column)] =
                (uint8_t) pixels_row(pixels, row)[column];
    return shot;
}

struct shot striped_shot(const struct pixels *pixels)
{
    return striped_framed(pixels, pixels->width, pixels->height, 0, 0, 0);
}

struct analyze_answer striped_ask(const struct shot *shot)
{
    struct analyze_answer answer;

    assert_true(analyze(shot, &(struct analyze_options){ 0 }, &answer));
    assert_true(answer.conclusive == (answer.reason[0] == 0));
    assert_true(answer.confidence >= 0 && answer.confidence <= 1);
    return answer;
}
