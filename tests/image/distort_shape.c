// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

static enum retouch_filter any_filter(const struct distort_case *picture)
{
    return (enum retouch_filter) retouch_random(picture->seed, RETOUCH_FILTERS);
}

static void scale(struct distort_case *picture)
{
    retouch_scale(&picture->canvas, picture->strength, picture->strength,
                  (enum retouch_filter) picture->kind);
}

// Any width and height from half to thrice, by any filter.
static void unequal(struct distort_case *picture)
{
    double most = picture->strength;
    double x = most > 1 ? 1 + retouch_uniform(picture->seed) * (most - 1) : 1;
    double y = 0.5 + retouch_uniform(picture->seed) * (most - 0.5);

    retouch_scale(&picture->canvas, x, y, any_filter(picture));
}

// Along one side.
static void stretch(struct distort_case *picture)
{
    bool wide = picture->kind == RETOUCH_RIGHT;

    retouch_scale(&picture->canvas, wide ? picture->strength : 1,
                  wide ? 1 : picture->strength, any_filter(picture));
}

// Rows that were averaged, as by supersampling.
static void averaged(struct distort_case *picture)
{
    retouch_scale(&picture->canvas, 1, 1 / picture->strength, RETOUCH_AREA);
}

// Twice, by ratios that beat against the pixels.
static void moire(struct distort_case *picture)
{
    double x = picture->strength;

    retouch_scale(&picture->canvas, x, x, RETOUCH_NEAREST);
    retouch_scale(&picture->canvas, 1 / x * 1.03, 1 / x * 0.97, RETOUCH_NEAREST);
}

// Per cent of the width at a side, stripes above or below.
static void cut(struct distort_case *picture)
{
    bool across = picture->kind == RETOUCH_LEFT || picture->kind == RETOUCH_RIGHT;
    double pixels = across ? ceil(picture->canvas.width * picture->strength / 100)
                           : round(distort_stripe(picture) * picture->strength);

    retouch_crop(&picture->canvas, retouch_side(picture->kind, (int) pixels));
}

static void cut_pixel(struct distort_case *picture)
{
    retouch_crop(&picture->canvas, retouch_side((int) picture->strength, 1));
}

static void cut_round(struct distort_case *picture)
{
    double part = picture->strength / 100;
    int cut[4];

    for (int side = 0; side < 4; side++)
        cut[side] = (int) (retouch_uniform(picture->seed) * part *
                           (side % 2 ? picture->canvas.height : picture->canvas.width));
    retouch_crop(&picture->canvas, (struct sides){ cut[0], cut[1], cut[2], cut[3] });
}

// Cut below, and scaled so that nothing of the old size is left.
static void cut_scaled(struct distort_case *picture)
{
    cut(picture);
    retouch_scale(&picture->canvas, 1.3, 1.3 * 26 / (26 - picture->strength),
                  RETOUCH_LINEAR);
}

static void turn(struct distort_case *picture)
{
    retouch_turn(&picture->canvas, (int) picture->strength);
}

static void turn_scaled(struct distort_case *picture)
{
    turn(picture);
    retouch_scale_any(&picture->canvas, 0.8, 1, RETOUCH_LINEAR, picture->seed);
}

static void untouched(struct distort_case *picture)
{
}

// clang-format off
static const struct distortion distortions[] = {
    { "untouched", "", "0:35", untouched, 0, 0 },
    { "scale-nearest", "x", "0.5:65 0.6:60 0.75:50 0.9:40 1.5:45 2:15 2.7:20 4:10",
      scale, RETOUCH_NEAREST, 0 },
    { "scale-linear", "x", "0.5:70 0.6:60 0.75:65 0.9:65 1.5:40 2:25 2.7:22 4:15",
      scale, RETOUCH_LINEAR, 0 },
    { "scale-area", "x", "0.5:60 0.6:60 0.75:55 0.9:60 1.5:40 2:20 2.7:30 4:10",
      scale, RETOUCH_AREA, 0 },
    { "scale-lanczos", "x", "0.5:70 0.6:80 0.75:65 0.9:65 1.5:40 2:30 2.7:20 4:15",
      scale, RETOUCH_LANCZOS, 0 },
    { "scale-unequal", "x", "1:55 2:45 3:40", unequal, 0, 0 },
    { "scale-wide", "x", "0.5:30 0.7:30 3:35", stretch, RETOUCH_RIGHT, 0 },
    { "scale-high", "x", "0.5:60 0.7:60 3:10", stretch, RETOUCH_TOP, 0 },
    { "average-rows", "rows", "1.5:60 2:60 3", averaged, 0, 0 },
    { "moire", "x", "0.53:75 0.87:60 0.97:55 1.61:65", moire, 0, 0 },
    { "cut-left", "%", "1:30 3:30 10:40 25 33 50 75", cut, RETOUCH_LEFT, 0 },
    { "cut-right", "%", "1:45 3:30 10:50 25:50 33:60 50 75", cut, RETOUCH_RIGHT, 0 },
    { "cut-top", "stripes", "0.1:50 0.5:75 0.9 1 2 5 13", cut, RETOUCH_TOP, 0 },
    { "cut-bottom", "stripes", "0.1:45 0.5:56 0.9 1 1.1 2 5 13", cut, RETOUCH_BOTTOM, 0 },
    { "cut-pixel", "side", "0:30 1:65 2:30 3:50", cut_pixel, 0, 0 },
    { "cut-round", "%", "2:70 6 15 40", cut_round, 0, 0 },
    { "cut-scaled", "stripes", "1 2 3", cut_scaled, RETOUCH_BOTTOM, 0 },
    { "turn", "way", "1:20 2:25 3:25 4:20 5:30 6:20 7:25", turn, 0, 0 },
    { "turn-scaled", "way", "0:55 1:55 2:55 3:55 4:60 5:50 6:65 7:50", turn_scaled, 0, 0 },
};
// clang-format on

const struct distort_group distort_shape = {
    "shape", distortions, (int) (sizeof distortions / sizeof *distortions), false, 55
};

// ---- the number of stripes, and of pixels ----

static void untold(struct distort_case *picture)
{
    struct simulated *device = &picture->device;

    device->height = device->height / device->stripes * (int) picture->strength;
    device->stripes = (int) picture->strength;
    distort_repaint(picture);
}

static void told(struct distort_case *picture)
{
    untold(picture);
    picture->options.stripes = (int) picture->strength;
}

static void told_and_cut(struct distort_case *picture)
{
    told(picture);
    retouch_crop(&picture->canvas,
                 (struct sides){ .bottom = (int) round(distort_stripe(picture)) });
}

static void told_and_scaled(struct distort_case *picture)
{
    told(picture);
    retouch_scale(&picture->canvas, 1.4, 0.8 + 0.9 * retouch_uniform(picture->seed),
                  RETOUCH_LINEAR);
}

// Bits that do not end within so many stripes are no verdict.
static void misled(struct distort_case *picture)
{
    picture->options.stripes = (int) picture->strength;
    if (picture->truth[0].fraction_bits > picture->options.stripes)
        picture->truths = 0;
}

// Of any size, as the published shader draws in a window: no stripe has whole rows, no
// ramp a power of two. The kind is how much longer the significand is than the ramp is
// wide; below 0 the format cannot distinguish all columns, and rounds the ramp first.
static void any_size(struct distort_case *picture)
{
    struct simulated *device = &picture->device;
    int size = (int) picture->strength;
    int bits = device->model.format.precision - picture->kind;
    int widest = bits > 11 ? 2048 : 1 << bits;
    int width = size / 2 + (int) retouch_random(picture->seed, (uint32_t) size);

    device->width = width > widest ? widest : width;
    device->height =
        26 * 3 + size / 2 + (int) retouch_random(picture->seed, (uint32_t) size);
    distort_repaint(picture);
}

// White, or, of kind 0, black.
static void nan_is(struct distort_case *picture)
{
    picture->device.model.format.emax = (int) picture->strength;
    picture->device.white_nan = picture->kind;
    distort_repaint(picture);
}

// clang-format off
static const struct distortion numbers[] = {
    { "stripes-untold", "stripes", "8 13 20 25 27 32 52", untold, 0, 0 },
    { "stripes-told", "stripes", "8 13:70 20:40 24:30 32:40 52:55", told, 0, 0 },
    { "told-and-cut", "stripes", "13 20 32", told_and_cut, 0, 0 },
    { "told-and-scaled", "stripes", "13:80 20:60 32:60", told_and_scaled, 0, 0 },
    { "stripes-misled", "stripes", "13 20 27 32", misled, 0, 0 },
    { "any-size", "px", "60:45 150:25 400:15", any_size, 2, 0 },
    { "rounded-ramp", "px", "60:45 150:25 400:10", any_size, -20, 0 },
    { "nan-white", "emax", "7 11 15 19:90", nan_is, 1, 0 },
    { "nan-black", "emax", "7 11 15:75 19:60", nan_is, 0, 0 },
};
// clang-format on

const struct distort_group distort_number = { "number", numbers,
                                              (int) (sizeof numbers / sizeof *numbers),
                                              false, 70 };
