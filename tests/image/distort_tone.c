// SPDX-License-Identifier: MIT
//
// Tone curves after which a part of the ramp is black, or white, from end to end. What is
// left of it is a ramp too: the brighter half is that of a device of one bit less,
// between black bars.

#include "tests/image/distort.h"

#include <math.h>

// Stronger than screens have it.
static void gamma_strong(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_curve(&picture->canvas, strength, 1, 0);
}

// [black, white] becomes [0, 1], then level^gamma.
static void levels(struct distort_case *picture, double black, double white, double gamma)
{
    double gain = 1 / (white - black);

    retouch_curve(&picture->canvas, 1, gain, -black * gain);
    retouch_curve(&picture->canvas, gamma, 1, 0);
}

static void crushed(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    levels(picture, strength / 100, 1, 1);
}

static void clipped(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    levels(picture, 0, 1 - strength / 100, 1);
}

// An exponent, [0.5, 2).
static double any_gamma(uint64_t *seed)
{
    double bent = 1 + retouch_uniform(seed);

    return retouch_random(seed, 2) ? bent : 1 / bent;
}

static void crushed_bent(struct distort_case *picture, double strength, uint64_t *seed)
{
    levels(picture, strength / 100, 1, any_gamma(seed));
}

static void clipped_bent(struct distort_case *picture, double strength, uint64_t *seed)
{
    levels(picture, 0, 1 - strength / 100, any_gamma(seed));
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

// Steep about a level, flat at both ends, as ImageMagick's -sigmoidal-contrast.
static void sigmoidal(struct distort_case *picture, double strength, uint64_t *seed)
{
    struct canvas *canvas = &picture->canvas;
    size_t count = (size_t) canvas->width * (size_t) canvas->height;
    double steep = 6 + 14 * retouch_uniform(seed), middle = strength / 100;
    double low = logistic(-steep * middle), high = logistic(steep * (1 - middle));

    for (size_t i = 0; i < count * (size_t) canvas->channels; i++) {
        double level = logistic(steep * (canvas->level[i] - middle));

        canvas->level[i] = (float) ((level - low) / (high - low));
    }
}

// ImageMagick's -brightness-contrast, of pairs in per cent.
static void knobs(struct distort_case *picture, double strength, uint64_t *seed)
{
    static const double pairs[][2] = { { -30, 40 }, { -60, 50 }, { -50, 30 }, { -20, 60 },
                                       { 30, 40 },  { 60, 50 },  { 50, 30 },  { 0, 70 } };
    (void) seed;
    const double *pair = pairs[(int) strength];
    double slope = tan((pair[1] / 100 + 1) * 3.14159265358979 / 4);

    retouch_curve(&picture->canvas, 1, slope,
                  pair[0] / 100 + (100 - pair[0]) / 200 * (1 - slope));
}

static void frame_of(struct distort_case *picture, float level, double part)
{
    int size = 1 + (int) (picture->canvas.height * part);
    float grey[3] = { level, level, level };

    retouch_pad(&picture->canvas, (struct sides){ size, size, size, size }, grey);
}

// Black at both sides, as wide at the dark end of the ramp at least: with so much more
// at the other it is another device's between bars.
static void pad_unevenly(struct distort_case *picture, uint64_t *seed)
{
    int width = picture->canvas.width / 2;
    int left = (int) retouch_random(seed, (uint32_t) width);
    int more = (int) retouch_random(seed, (uint32_t) width);
    static const float black[3] = { 0, 0, 0 };

    retouch_pad(&picture->canvas, (struct sides){ .left = left, .right = left + more },
                black);
}

static void cut_a_side(struct distort_case *picture, double part, bool right)
{
    int columns = (int) (picture->canvas.width * part);

    retouch_crop(&picture->canvas,
                 (struct sides){ .left = right ? 0 : columns, .right = right * columns });
}

// Right for one form is right for both: only whole units part them, and those are
// mirrored.
static void negate(struct distort_case *picture)
{
    retouch_curve(&picture->canvas, 1, -1, 1);
    picture->truth[0].either_form = true;
}

// What else becomes of a picture whose tones were cut; by number.
static void handle(struct distort_case *picture, int how, uint64_t *seed)
{
    switch (how) {
    case 0: frame_of(picture, 0, 0.4 * retouch_uniform(seed)); break;
    case 1: frame_of(picture, (float) retouch_random(seed, 9) / 8, 0.1); break;
    case 2: pad_unevenly(picture, seed); break;
    case 3: retouch_turn(&picture->canvas, (int) retouch_random(seed, 8)); break;
    case 4:
        retouch_scale(&picture->canvas, 0.6 + 1.4 * retouch_uniform(seed),
                      0.6 + 1.4 * retouch_uniform(seed), RETOUCH_AREA);
        break;
    case 5: retouch_jpeg(&picture->canvas, 70 + (int) retouch_random(seed, 25)); break;
    case 6:
        // Where no lines part the stripes it may be one that rounds the other way.
        if (distort_stripe(picture) >= 10)
            negate(picture);
        break;
    default: cut_a_side(picture, 0.2 * retouch_uniform(seed), retouch_random(seed, 2));
    }
}

// About the half, where what is left is most like another ramp; then handled, and saved
// as a JPEG or not.
static void crushed_and(struct distort_case *picture, double strength, uint64_t *seed)
{
    levels(picture, 0.3 + 0.3 * retouch_uniform(seed), 1, 1);
    handle(picture, (int) strength, seed);
    if (retouch_random(seed, 2))
        retouch_jpeg(&picture->canvas, 85);
}

static void clipped_and(struct distort_case *picture, double strength, uint64_t *seed)
{
    levels(picture, 0, 0.4 + 0.3 * retouch_uniform(seed), 1);
    handle(picture, (int) strength, seed);
    if (retouch_random(seed, 2))
        retouch_jpeg(&picture->canvas, 85);
}

#define ANY_OF_8(most)                                                                \
    {                                                                                 \
        { 0, most }, { 1, most }, { 2, most }, { 3, most }, { 4, most }, { 5, most }, \
            { 6, most },                                                              \
        {                                                                             \
            7, most                                                                   \
        }                                                                             \
    }

static const struct distortion distortions[] = {
    { "crushed",
      "%",
      { { 5, 45 },
        { 10, 60 },
        { 20, 100 },
        { 33, 100 },
        { 46, 100 },
        { 50, 100 },
        { 60, 100 },
        { 75, 100 } },
      crushed,
      0 },
    { "clipped",
      "%",
      { { 5, 45 },
        { 10, 60 },
        { 20, 100 },
        { 33, 100 },
        { 46, 100 },
        { 50, 100 },
        { 60, 100 },
        { 75, 100 } },
      clipped,
      0 },
    { "crushed-bent",
      "%",
      { { 10, 100 }, { 20, 100 }, { 35, 100 }, { 50, 100 }, { 65, 100 } },
      crushed_bent,
      0 },
    { "clipped-bent",
      "%",
      { { 10, 100 }, { 20, 100 }, { 35, 100 }, { 50, 100 }, { 65, 100 } },
      clipped_bent,
      0 },
    { "gamma-strong",
      "",
      { { 0.2, 100 },
        { 0.25, 100 },
        { 0.33, 100 },
        { 0.5, 45 },
        { 2.7, 100 },
        { 3.3, 100 },
        { 4, 100 },
        { 5, 100 } },
      gamma_strong,
      0 },
    { "sigmoidal",
      "% of white",
      { { 20, 100 }, { 35, 100 }, { 50, 100 }, { 65, 100 }, { 80, 100 }, { 90, 100 } },
      sigmoidal,
      0 },
    { "brightness-contrast", "pair", ANY_OF_8(100), knobs, 0 },
    { "crushed-and", "way", ANY_OF_8(100), crushed_and, 0 },
    { "clipped-and", "way", ANY_OF_8(100), clipped_and, 0 },
};

const struct distort_group distort_tone = {
    "tone", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 75
};
