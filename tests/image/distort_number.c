// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

static void draw_stripes(struct distort_case *picture, int stripes)
{
    struct simulated *device = &picture->device;

    device->height = device->height / device->stripes * stripes;
    device->stripes = stripes;
    distort_repaint(picture);
}

static void untold(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    draw_stripes(picture, (int) strength);
}

static void told(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    draw_stripes(picture, (int) strength);
    picture->options.stripes = (int) strength;
}

static void told_and_cut(struct distort_case *picture, double strength, uint64_t *seed)
{
    told(picture, strength, seed);
    retouch_crop(&picture->canvas,
                 (struct sides){ .bottom = (int) round(distort_stripe(picture)) });
}

static void told_and_scaled(struct distort_case *picture, double strength, uint64_t *seed)
{
    told(picture, strength, seed);
    retouch_scale(&picture->canvas, 1.4, 0.8 + 0.9 * retouch_uniform(seed),
                  RETOUCH_LINEAR);
}

// Bits that do not end within so many stripes are no verdict.
static void misled(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    picture->options.stripes = (int) strength;
    if (picture->truth[0].fraction_bits > picture->options.stripes)
        picture->truths = 0;
}

// Of any size, as the published shader draws in a window: no stripe has whole rows, no
// ramp a power of two. `room`: how much longer the significand is than the ramp is wide.
static void resize(struct distort_case *picture, int size, int room, uint64_t *seed)
{
    int precision = picture->device.model.format.precision;
    int widest = precision - room > 11 ? 2048 : 1 << (precision - room);
    int width = size / 2 + (int) retouch_random(seed, (uint32_t) size);

    picture->device.width = width > widest ? widest : width;
    picture->device.height =
        26 * 3 + size / 2 + (int) retouch_random(seed, (uint32_t) size);
    distort_repaint(picture);
}

static void any_size(struct distort_case *picture, double strength, uint64_t *seed)
{
    resize(picture, (int) strength, 2, seed);
}

// More columns than the format can tell apart: the ramp itself is rounded first.
static void rounded_ramp(struct distort_case *picture, double strength, uint64_t *seed)
{
    resize(picture, (int) strength, -20, seed);
}

static void nan_is_white(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    if (strength > 0)
        picture->device.model.format.emax = (int) strength;
    picture->device.white_nan = true;
    distort_repaint(picture);
}

static void nan_is_black(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    picture->device.model.format.emax = (int) strength;
    picture->device.white_nan = false;
    distort_repaint(picture);
}

static const struct distortion distortions[] = {
    { "stripes-untold",
      "stripes",
      { { 8, 100 },
        { 13, 100 },
        { 20, 100 },
        { 25, 100 },
        { 27, 100 },
        { 32, 100 },
        { 52, 100 } },
      untold,
      0 },
    { "stripes-told",
      "stripes",
      { { 8, 100 }, { 13, 70 }, { 20, 40 }, { 24, 30 }, { 32, 40 }, { 52, 55 } },
      told,
      0 },
    { "told-and-cut",
      "stripes",
      { { 13, 100 }, { 20, 100 }, { 32, 100 } },
      told_and_cut,
      0 },
    { "told-and-scaled",
      "stripes",
      { { 13, 80 }, { 20, 60 }, { 32, 60 } },
      told_and_scaled,
      0 },
    { "stripes-misled",
      "stripes",
      { { 13, 100 }, { 20, 100 }, { 27, 100 }, { 32, 100 } },
      misled,
      0 },
    { "any-size", "px", { { 60, 45 }, { 150, 25 }, { 400, 15 } }, any_size, 0 },
    { "rounded-ramp", "px", { { 60, 45 }, { 150, 25 }, { 400, 10 } }, rounded_ramp, 0 },
    { "nan-white",
      "emax",
      { { 7, 100 }, { 11, 100 }, { 15, 100 }, { 19, 90 } },
      nan_is_white,
      0 },
    { "nan-black",
      "emax",
      { { 7, 100 }, { 11, 100 }, { 15, 75 }, { 19, 60 } },
      nan_is_black,
      0 },
};

const struct distort_group distort_number = {
    "number", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 70
};
