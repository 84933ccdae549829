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

static void dye(struct distort_case *picture)
{
    const float(*pair)[3] = dyes[(int) picture->strength];

    retouch_dye(&picture->canvas, pair[0], pair[1]);
}

static void gamma_curve(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, picture->strength, 1, 0);
}

// About the middle: less, or more than there is room for.
static void contrast(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, 1, picture->strength, 0.5 - picture->strength / 2);
}

// White becomes grey; or black, where the strength is below zero.
static void dim(struct distort_case *picture)
{
    double gain = fabs(picture->strength);

    retouch_curve(&picture->canvas, 1, gain, picture->strength < 0 ? 1 - gain : 0);
}

static void offset(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, 1, 1, picture->strength);
}

static void negative(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, 1, -1, 1);
    if (picture->strength > 0)
        retouch_turn(&picture->canvas, 4);
    // Right for one is right for both: only whole units part them, and they are mirrored.
    picture->truth[0].either_form = true;
}

static void blur(struct distort_case *picture)
{
    retouch_blur(&picture->canvas, picture->strength);
}

static void noise(struct distort_case *picture)
{
    retouch_noise(&picture->canvas, picture->strength, picture->seed);
}

static void jpeg(struct distort_case *picture)
{
    retouch_jpeg(&picture->canvas, (int) picture->strength);
}

static void few_levels(struct distort_case *picture)
{
    retouch_levels(&picture->canvas, (int) picture->strength,
                   (enum retouch_dither) picture->kind);
}

// Video range: 16 is black, 235 is white.
static void video(struct distort_case *picture)
{
    if (picture->strength > 0)
        retouch_curve(&picture->canvas, 1, 219 / 255.0, 16 / 255.0);
    else
        retouch_curve(&picture->canvas, 1, 255 / 219.0, -16 / 219.0);
}

// A target that truncates: 0.5 becomes 127.
static void truncated(struct distort_case *picture)
{
    picture->device.cuts = true;
    distort_repaint(picture);
}

static void uneven(struct distort_case *picture)
{
    retouch_light(&picture->canvas, picture->strength,
                  picture->strength * retouch_uniform(picture->seed));
}

// clang-format off
static const struct distortion distortions[] = {
    { "dye", "pair", "0:40 1:30 2:30 3:25 4:30 5:30 6:25 7:30", dye, 0, 0 },
    { "gamma", "", "0.6:35 0.8:30 1.25:30 1.8:30 2.4:35", gamma_curve, 0, 0 },
    { "contrast", "x", "0.9:30 0.7:30 0.5:30 0.3 0.1", contrast, 0, 0 },
    { "dim", "x", "0.9:30 0.75:25 0.5 0.25 -0.9:25 -0.75:30 -0.5", dim, 0, 0 },
    { "offset", "of white", "0.05:30 0.2:55 -0.05:40 -0.2:45", offset, 0, 0 },
    { "harsh", "x", "1.1:30 1.3:45 2", contrast, 0, 0 },
    { "negative", "mirrored", "0 1", negative, 0, 10 },
    { "blur", "px", "0.5:40 0.8:60 1.2:60 2 4", blur, 0, 0 },
    { "noise", "levels", "1:30 3:30 8:40 16:60 32:80 64", noise, 0, 0 },
    { "jpeg", "quality", "95:30 90:40 80:35 70:30 50:50 30:45 10:50", jpeg, 0, 0 },
    { "posterise", "levels", "64:35 32:30 16:40 8:45 4 2", few_levels, RETOUCH_PLAIN, 0 },
    { "dither-spread", "levels", "16:50 4:60 2", few_levels, RETOUCH_SPREAD, 0 },
    { "dither-ordered", "levels", "64:30 16:50 4:80 2", few_levels, RETOUCH_ORDERED, 0 },
    { "video-range", "to", "1:30 0:45", video, 0, 0 },
    { "truncated-levels", "", "0:25", truncated, 0, 0 },
    { "uneven-light", "", "0.1:35 0.3:50 0.6", uneven, 0, 0 },
};
// clang-format on

const struct distort_group distort_light = {
    "light", distortions, (int) (sizeof distortions / sizeof *distortions), false, 62
};

// ---- tone curves ----
//
// After them a part of the ramp is black, or white, from end to end. What is left of it
// is a ramp too: the brighter half is that of a device of one bit less, between black
// bars.

// Kinds: what is swallowed.
enum { CRUSHED, CLIPPED };

// Stronger than screens have it.
static void gamma_strong(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, picture->strength, 1, 0);
}

// All to the side of a level that the kind names; then level^gamma.
static void swallow(struct distort_case *picture, double edge, double gamma)
{
    double black = picture->kind == CRUSHED ? edge : 0;
    double gain = 1 / ((picture->kind == CRUSHED ? 1 : edge) - black);

    retouch_curve(&picture->canvas, 1, gain, -black * gain);
    retouch_curve(&picture->canvas, gamma, 1, 0);
}

static double edge_of(const struct distort_case *picture)
{
    double part = picture->strength / 100;

    return picture->kind == CRUSHED ? part : 1 - part;
}

static void swallowed(struct distort_case *picture)
{
    swallow(picture, edge_of(picture), 1);
}

// By an exponent in [0.5, 2).
static void swallowed_bent(struct distort_case *picture)
{
    double bent = 1 + retouch_uniform(picture->seed);

    swallow(picture, edge_of(picture),
            retouch_random(picture->seed, 2) ? bent : 1 / bent);
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

// Steep about a level, flat at both ends, as ImageMagick's -sigmoidal-contrast.
static void sigmoidal(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    size_t count = canvas_area(canvas) * (size_t) canvas->channels;
    double steep = 6 + 14 * retouch_uniform(picture->seed);
    double middle = picture->strength / 100;
    double low = logistic(-steep * middle), high = logistic(steep * (1 - middle));

    for (size_t i = 0; i < count; i++) {
        double level = logistic(steep * (canvas->level[i] - middle));

        canvas->level[i] = (float) ((level - low) / (high - low));
    }
}

// ImageMagick's -brightness-contrast, of pairs in per cent.
static void knobs(struct distort_case *picture)
{
    static const double pairs[][2] = { { -30, 40 }, { -60, 50 }, { -50, 30 }, { -20, 60 },
                                       { 30, 40 },  { 60, 50 },  { 50, 30 },  { 0, 70 } };
    const double *pair = pairs[(int) picture->strength];
    double slope = tan((pair[1] / 100 + 1) * 3.14159265358979 / 4);

    retouch_curve(&picture->canvas, 1, slope,
                  pair[0] / 100 + (100 - pair[0]) / 200 * (1 - slope));
}

static void frame_of(struct distort_case *picture, float level, double part)
{
    int size = 1 + (int) (picture->canvas.height * part);

    retouch_pad(&picture->canvas, (struct sides){ size, size, size, size },
                retouch_grey(level));
}

// Black at both sides, as wide at the dark end of the ramp at least: with so much more
// at the other it is another device's between bars.
static void pad_unevenly(struct distort_case *picture)
{
    uint32_t width = (uint32_t) picture->canvas.width / 2;
    int left = (int) retouch_random(picture->seed, width);
    int more = (int) retouch_random(picture->seed, width);

    retouch_pad(&picture->canvas, (struct sides){ .left = left, .right = left + more },
                retouch_grey(0));
}

// Right for one form is right for both: only whole units part them, and those are
// mirrored.
static void negate(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, 1, -1, 1);
    picture->truth[0].either_form = true;
}

// What else becomes of a picture whose tones were cut; by number.
static void handle(struct distort_case *picture, int how)
{
    struct canvas *canvas = &picture->canvas;
    uint64_t *seed = picture->seed;

    switch (how) {
    case 0: frame_of(picture, 0, 0.4 * retouch_uniform(seed)); break;
    case 1: frame_of(picture, (float) retouch_random(seed, 9) / 8, 0.1); break;
    case 2: pad_unevenly(picture); break;
    case 3: retouch_turn(canvas, (int) retouch_random(seed, 8)); break;
    case 4: retouch_scale_any(canvas, 0.6, 1.4, RETOUCH_AREA, seed); break;
    case 5: retouch_jpeg(canvas, 70 + (int) retouch_random(seed, 25)); break;
    case 6:
        // Where no lines part the stripes it may be one that rounds the other way.
        if (distort_stripe(picture) >= 10)
            negate(picture);
        break;
    default: {
        bool right = retouch_random(seed, 2);

        retouch_crop(canvas,
                     retouch_side(right ? RETOUCH_RIGHT : RETOUCH_LEFT,
                                  (int) (canvas->width * (0.2 * retouch_uniform(seed)))));
    }
    }
}

// About the half, where what is left is most like another ramp; then handled, and saved
// as a JPEG or not.
static void swallowed_and(struct distort_case *picture)
{
    double least = picture->kind == CRUSHED ? 0.3 : 0.4;

    swallow(picture, least + 0.3 * retouch_uniform(picture->seed), 1);
    handle(picture, (int) picture->strength);
    if (retouch_random(picture->seed, 2))
        retouch_jpeg(&picture->canvas, 85);
}

// clang-format off
static const struct distortion tones[] = {
    { "crushed", "%", "5:45 10:60 20 33 46 50 60 75", swallowed, CRUSHED, 0 },
    { "clipped", "%", "5:45 10:60 20 33 46 50 60 75", swallowed, CLIPPED, 0 },
    { "crushed-bent", "%", "10 20 35 50 65", swallowed_bent, CRUSHED, 0 },
    { "clipped-bent", "%", "10 20 35 50 65", swallowed_bent, CLIPPED, 0 },
    { "gamma-strong", "", "0.2 0.25 0.33 0.5:45 2.7 3.3 4 5", gamma_strong, 0, 0 },
    { "sigmoidal", "% of white", "20 35 50 65 80 90", sigmoidal, 0, 0 },
    { "brightness-contrast", "pair", "0 1 2 3 4 5 6 7", knobs, 0, 0 },
    { "crushed-and", "way", "0 1 2 3 4 5 6 7", swallowed_and, CRUSHED, 0 },
    { "clipped-and", "way", "0 1 2 3 4 5 6 7", swallowed_and, CLIPPED, 0 },
};
// clang-format on

const struct distort_group distort_tone = { "tone", tones,
                                            (int) (sizeof tones / sizeof *tones), false,
                                            75 };
