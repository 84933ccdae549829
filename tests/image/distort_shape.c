// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

static void nearest(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, strength, strength, RETOUCH_NEAREST);
}

static void linear(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, strength, strength, RETOUCH_LINEAR);
}

static void area(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, strength, strength, RETOUCH_AREA);
}

static void lanczos(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, strength, strength, RETOUCH_LANCZOS);
}

// Any width and height from half to thrice, by any filter.
static void unequal(struct distort_case *picture, double strength, uint64_t *seed)
{
    double x = strength > 1 ? 1 + retouch_uniform(seed) * (strength - 1) : 1;
    double y = 0.5 + retouch_uniform(seed) * (strength - 0.5);

    retouch_scale(&picture->canvas, x, y,
                  (enum retouch_filter) retouch_random(seed, RETOUCH_FILTERS));
}

static void wide(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_scale(&picture->canvas, strength, 1,
                  (enum retouch_filter) retouch_random(seed, RETOUCH_FILTERS));
}

static void high(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_scale(&picture->canvas, 1, strength,
                  (enum retouch_filter) retouch_random(seed, RETOUCH_FILTERS));
}

// Rows that were averaged, as by supersampling.
static void averaged(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, 1, 1 / strength, RETOUCH_AREA);
}

// Twice, by ratios that beat against the pixels.
static void moire(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_scale(&picture->canvas, strength, strength, RETOUCH_NEAREST);
    retouch_scale(&picture->canvas, 1 / strength * 1.03, 1 / strength * 0.97,
                  RETOUCH_NEAREST);
}

static int columns(const struct distort_case *picture, double percent)
{
    return (int) ceil(picture->canvas.width * percent / 100);
}

static int stripes(const struct distort_case *picture, double count)
{
    return (int) round(distort_stripe(picture) * count);
}

static void cut_left(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_crop(&picture->canvas, (struct sides){ .left = columns(picture, strength) });
}

static void cut_right(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_crop(&picture->canvas, (struct sides){ .right = columns(picture, strength) });
}

static void cut_top(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_crop(&picture->canvas, (struct sides){ .top = stripes(picture, strength) });
}

static void cut_bottom(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_crop(&picture->canvas,
                 (struct sides){ .bottom = stripes(picture, strength) });
}

static void cut_pixel(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    int side = (int) strength;

    retouch_crop(&picture->canvas,
                 (struct sides){ side == 0, side == 1, side == 2, side == 3 });
}

static void cut_round(struct distort_case *picture, double strength, uint64_t *seed)
{
    double part = strength / 100;

    retouch_crop(&picture->canvas,
                 (struct sides){
                     (int) (retouch_uniform(seed) * part * picture->canvas.width),
                     (int) (retouch_uniform(seed) * part * picture->canvas.height),
                     (int) (retouch_uniform(seed) * part * picture->canvas.width),
                     (int) (retouch_uniform(seed) * part * picture->canvas.height),
                 });
}

// Cut below, and scaled so that nothing of the old size is left.
static void cut_scaled(struct distort_case *picture, double strength, uint64_t *seed)
{
    cut_bottom(picture, strength, seed);
    retouch_scale(&picture->canvas, 1.3, 1.3 * 26 / (26 - strength), RETOUCH_LINEAR);
}

static void turn(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_turn(&picture->canvas, (int) strength);
}

static void turn_scaled(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_turn(&picture->canvas, (int) strength);
    retouch_scale(&picture->canvas, 0.8 + retouch_uniform(seed),
                  0.8 + retouch_uniform(seed), RETOUCH_LINEAR);
}

static void untouched(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) picture, (void) strength, (void) seed;
}

static const struct distortion distortions[] = {
    { "untouched", "", { { 0, 35 } }, untouched, 0 },
    { "scale-nearest",
      "x",
      { { 0.5, 65 },
        { 0.6, 60 },
        { 0.75, 50 },
        { 0.9, 40 },
        { 1.5, 45 },
        { 2, 15 },
        { 2.7, 20 },
        { 4, 10 } },
      nearest,
      0 },
    { "scale-linear",
      "x",
      { { 0.5, 70 },
        { 0.6, 60 },
        { 0.75, 65 },
        { 0.9, 65 },
        { 1.5, 40 },
        { 2, 25 },
        { 2.7, 20 },
        { 4, 15 } },
      linear,
      0 },
    { "scale-area",
      "x",
      { { 0.5, 60 },
        { 0.6, 60 },
        { 0.75, 55 },
        { 0.9, 60 },
        { 1.5, 40 },
        { 2, 20 },
        { 2.7, 30 },
        { 4, 10 } },
      area,
      0 },
    { "scale-lanczos",
      "x",
      { { 0.5, 70 },
        { 0.6, 80 },
        { 0.75, 65 },
        { 0.9, 65 },
        { 1.5, 40 },
        { 2, 30 },
        { 2.7, 20 },
        { 4, 15 } },
      lanczos,
      0 },
    { "scale-unequal", "x", { { 1, 55 }, { 2, 45 }, { 3, 40 } }, unequal, 0 },
    { "scale-wide", "x", { { 0.5, 30 }, { 0.7, 30 }, { 3, 35 } }, wide, 0 },
    { "scale-high", "x", { { 0.5, 60 }, { 0.7, 60 }, { 3, 10 } }, high, 0 },
    { "average-rows", "rows", { { 1.5, 60 }, { 2, 60 }, { 3, 100 } }, averaged, 0 },
    { "moire",
      "x",
      { { 0.53, 75 }, { 0.87, 60 }, { 0.97, 55 }, { 1.61, 65 } },
      moire,
      0 },
    { "cut-left",
      "%",
      { { 1, 30 },
        { 3, 30 },
        { 10, 40 },
        { 25, 100 },
        { 33, 100 },
        { 50, 100 },
        { 75, 100 } },
      cut_left,
      0 },
    { "cut-right",
      "%",
      { { 1, 45 },
        { 3, 30 },
        { 10, 50 },
        { 25, 50 },
        { 33, 60 },
        { 50, 100 },
        { 75, 100 } },
      cut_right,
      0 },
    { "cut-top",
      "stripes",
      { { 0.1, 50 },
        { 0.5, 75 },
        { 0.9, 100 },
        { 1, 100 },
        { 2, 100 },
        { 5, 100 },
        { 13, 100 } },
      cut_top,
      0 },
    { "cut-bottom",
      "stripes",
      { { 0.1, 45 },
        { 0.5, 55 },
        { 0.9, 100 },
        { 1, 100 },
        { 1.1, 100 },
        { 2, 100 },
        { 5, 100 },
        { 13, 100 } },
      cut_bottom,
      0 },
    { "cut-pixel", "side", { { 0, 30 }, { 1, 65 }, { 2, 30 }, { 3, 50 } }, cut_pixel, 0 },
    { "cut-round",
      "%",
      { { 2, 70 }, { 6, 100 }, { 15, 100 }, { 40, 100 } },
      cut_round,
      0 },
    { "cut-scaled", "stripes", { { 1, 100 }, { 2, 100 }, { 3, 100 } }, cut_scaled, 0 },
    { "turn",
      "way",
      { { 1, 20 }, { 2, 25 }, { 3, 25 }, { 4, 20 }, { 5, 30 }, { 6, 20 }, { 7, 25 } },
      turn,
      0 },
    { "turn-scaled",
      "way",
      { { 0, 55 },
        { 1, 55 },
        { 2, 55 },
        { 3, 55 },
        { 4, 60 },
        { 5, 50 },
        { 6, 65 },
        { 7, 50 } },
      turn_scaled,
      0 },
};

const struct distort_group distort_shape = {
    "shape", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 55
};
