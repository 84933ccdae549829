// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

// Ways to lose a colour: of a screen, of paper, of an eye.
static const float dyes[][2][3] = {
    { { 0, 0, 0 }, { 1, 0.9f, 0.7f } }, { { 0, 0, 0 }, { 0, 1, 0 } },
    { { 0, 0, 0.2f }, { 1, 1, 0.8f } }, { { 0.1f, 0, 0 }, { 0.8f, 1, 1 } },
    { { 0, 0, 0 }, { 1, 0, 1 } },       { { 0.05f, 0.1f, 0.2f }, { 0.6f, 0.8f, 1 } },
    { { 0, 0, 0.5f }, { 1, 1, 0.5f } }, { { 0, 0, 0 }, { 0, 0, 1 } },
};

static void dye(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    const float(*pair)[3] = dyes[(int) strength];

    retouch_dye(&picture->canvas, pair[0], pair[1]);
}

static void gamma_curve(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, strength, 1, 0);
}

// Less contrast about the middle.
static void contrast(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, 1, strength, 0.5 - strength / 2);
}

// White becomes grey; or black, where the strength is below zero.
static void dim(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    double gain = fabs(strength);

    retouch_curve(&picture->canvas, 1, gain, strength < 0 ? 1 - gain : 0);
}

static void offset(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, 1, 1, strength);
}

// More contrast than there is room for.
static void harsh(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, 1, strength, 0.5 - strength / 2);
}

static void negative(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, 1, -1, 1);
    if (strength > 0)
        retouch_turn(&picture->canvas, 4);
    // Right for one is right for both: only whole units part them, and they are mirrored.
    picture->truth[0].either_form = true;
}

static void blur(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_blur(&picture->canvas, strength);
}

static void noise(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_noise(&picture->canvas, strength, seed);
}

static void jpeg(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_jpeg(&picture->canvas, (int) strength);
}

static void posterise(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_levels(&picture->canvas, (int) strength, RETOUCH_PLAIN);
}

static void spread(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_levels(&picture->canvas, (int) strength, RETOUCH_SPREAD);
}

static void ordered(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_levels(&picture->canvas, (int) strength, RETOUCH_ORDERED);
}

// Video range: 16 is black, 235 is white.
static void video(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    if (strength > 0)
        retouch_curve(&picture->canvas, 1, 219 / 255.0, 16 / 255.0);
    else
        retouch_curve(&picture->canvas, 1, 255 / 219.0, -16 / 219.0);
}

// A target that truncates: 0.5 becomes 127.
static void truncated(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) strength, (void) seed;
    picture->device.cuts = true;
    distort_repaint(picture);
}

static void uneven(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_light(&picture->canvas, strength, strength * retouch_uniform(seed));
}

static const struct distortion distortions[] = {
    { "dye",
      "pair",
      { { 0, 40 },
        { 1, 30 },
        { 2, 30 },
        { 3, 25 },
        { 4, 30 },
        { 5, 30 },
        { 6, 25 },
        { 7, 30 } },
      dye,
      0 },
    { "gamma",
      "",
      { { 0.6, 35 }, { 0.8, 30 }, { 1.25, 30 }, { 1.8, 30 }, { 2.4, 35 } },
      gamma_curve,
      0 },
    { "contrast",
      "x",
      { { 0.9, 30 }, { 0.7, 30 }, { 0.5, 30 }, { 0.3, 100 }, { 0.1, 100 } },
      contrast,
      0 },
    { "dim",
      "x",
      { { 0.9, 30 },
        { 0.75, 25 },
        { 0.5, 100 },
        { 0.25, 100 },
        { -0.9, 25 },
        { -0.75, 30 },
        { -0.5, 100 } },
      dim,
      0 },
    { "offset",
      "of white",
      { { 0.05, 30 }, { 0.2, 55 }, { -0.05, 40 }, { -0.2, 45 } },
      offset,
      0 },
    { "harsh", "x", { { 1.1, 30 }, { 1.3, 45 }, { 2, 100 } }, harsh, 0 },
    { "negative", "mirrored", { { 0, 100 }, { 1, 100 } }, negative, 10 },
    { "blur",
      "px",
      { { 0.5, 40 }, { 0.8, 60 }, { 1.2, 60 }, { 2, 100 }, { 4, 100 } },
      blur,
      0 },
    { "noise",
      "levels",
      { { 1, 30 }, { 3, 30 }, { 8, 40 }, { 16, 60 }, { 32, 80 }, { 64, 100 } },
      noise,
      0 },
    { "jpeg",
      "quality",
      { { 95, 30 },
        { 90, 40 },
        { 80, 35 },
        { 70, 30 },
        { 50, 50 },
        { 30, 45 },
        { 10, 50 } },
      jpeg,
      0 },
    { "posterise",
      "levels",
      { { 64, 35 }, { 32, 30 }, { 16, 40 }, { 8, 45 }, { 4, 100 }, { 2, 100 } },
      posterise,
      0 },
    { "dither-spread", "levels", { { 16, 50 }, { 4, 60 }, { 2, 100 } }, spread, 0 },
    { "dither-ordered",
      "levels",
      { { 64, 30 }, { 16, 50 }, { 4, 80 }, { 2, 100 } },
      ordered,
      0 },
    { "video-range", "to", { { 1, 30 }, { 0, 45 } }, video, 0 },
    { "truncated-levels", "", { { 0, 25 } }, truncated, 0 },
    { "uneven-light", "", { { 0.1, 35 }, { 0.3, 50 }, { 0.6, 100 } }, uneven, 0 },
};

const struct distort_group distort_light = {
    "light", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 62
};
