// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

static const float black[3] = { 0, 0, 0 }, white[3] = { 1, 1, 1 };

static int at_least(double value, int least)
{
    return value < least ? least : (int) value;
}

// Scaled to fit a screen, with bars, compressed.
static void screenshot(struct distort_case *picture, double strength, uint64_t *seed)
{
    int quality = 100 - (int) strength * 12;
    double scale = 0.7 + retouch_uniform(seed) * 1.3;
    int bar = at_least(picture->canvas.height * retouch_uniform(seed) / 8, 1);

    retouch_scale(&picture->canvas, scale, scale, RETOUCH_LINEAR);
    retouch_pad(&picture->canvas, (struct sides){ 0, bar, 0, bar },
                retouch_random(seed, 2) ? black : white);
    retouch_jpeg(&picture->canvas, quality);
}

// Sent on, and on: each time scaled and compressed again.
static void passed_on(struct distort_case *picture, double strength, uint64_t *seed)
{
    for (int k = 0; k < (int) strength; k++) {
        double scale = k % 2 ? 1.35 : 0.8 + 0.15 * retouch_uniform(seed);

        retouch_scale(&picture->canvas, scale, scale,
                      k % 2 ? RETOUCH_LANCZOS : RETOUCH_LINEAR);
        retouch_jpeg(&picture->canvas, 85 - 5 * k);
    }
}

static void jpeg_scaled(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_scale(&picture->canvas, 1.5 + retouch_uniform(seed),
                  1.5 + retouch_uniform(seed), RETOUCH_LINEAR);
    retouch_jpeg(&picture->canvas, (int) strength);
}

// Compressed small, then enlarged: blocks of any size.
static void scaled_jpeg(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_jpeg(&picture->canvas, (int) strength);
    retouch_scale(&picture->canvas, 2.3, 1.7, RETOUCH_LINEAR);
}

static void everything(struct distort_case *picture, double strength, uint64_t *seed)
{
    double most = strength / 100;

    retouch_crop(
        &picture->canvas,
        (struct sides){
            .left = (int) (most * retouch_uniform(seed) * picture->canvas.width),
            .top = (int) (most * retouch_uniform(seed) * picture->canvas.height) });
    retouch_scale(&picture->canvas, 1 + retouch_uniform(seed), 1 + retouch_uniform(seed),
                  RETOUCH_AREA);
    retouch_curve(&picture->canvas, 0.8 + 0.4 * retouch_uniform(seed),
                  1 - most * retouch_uniform(seed), 0);
    retouch_turn(&picture->canvas, (int) retouch_random(seed, 8));
    retouch_noise(&picture->canvas, strength / 4, seed);
    retouch_jpeg(&picture->canvas, 90);
}

static void photograph(struct distort_case *picture, double strength, uint64_t *seed)
{
    double degrees = strength * (2 * retouch_uniform(seed) - 1);
    double slant = strength * 0.02 * (2 * retouch_uniform(seed) - 1);

    retouch_scale(&picture->canvas, 2, 2, RETOUCH_LINEAR);
    retouch_photograph(&picture->canvas, degrees, slant, 0.08,
                       0.3f + 0.6f * (float) retouch_uniform(seed));
    retouch_blur(&picture->canvas, 0.7);
    retouch_curve(&picture->canvas, 1, 0.85, 0.06);
    retouch_light(&picture->canvas, 0.1 * strength, 0.08 * strength);
    retouch_noise(&picture->canvas, 2 + strength, seed);
    retouch_jpeg(&picture->canvas, 90);
}

// Turned a little, and nothing else.
static void crooked(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_photograph(&picture->canvas, retouch_random(seed, 2) ? strength : -strength,
                       0, 0.1, (float) retouch_random(seed, 2));
}

static void slanted(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_photograph(&picture->canvas, 0, strength / 100, 0.1,
                       (float) retouch_random(seed, 2));
}

// The figure has another picture beside this one, or below it.
static void add_figure(struct distort_case *picture, const struct canvas *other,
                       double strength, bool below)
{
    struct canvas *canvas = &picture->canvas;
    int gap = (int) strength, x = canvas->width + 2 * gap, y = gap;
    struct sides room = { gap, gap, gap + other->width + gap, gap };

    if (below) {
        x = gap, y = canvas->height + 2 * gap;
        room = (struct sides){ gap, gap, gap, gap + other->height + gap };
    }
    retouch_pad(canvas, room, white);
    retouch_paste(canvas, other, x, y);
}

static void two_alike(struct distort_case *picture, double strength, uint64_t *seed)
{
    struct canvas other = canvas_copy(&picture->canvas);

    add_figure(picture, &other, strength, retouch_random(seed, 2));
    canvas_finish(&other);
}

static void two_unlike(struct distort_case *picture, double strength, uint64_t *seed)
{
    struct simulated device = picture->device;

    device.folded = false;
    device.model.format.precision = 5 + (int) retouch_random(seed, 20);
    device.model.round = retouch_random(seed, 2) ? FP_RNE : FP_RTZ;
    struct canvas other = simulated_paint(&device);

    add_figure(picture, &other, strength, retouch_random(seed, 2));
    picture->truth[picture->truths++] = simulated_truth(&device);
    canvas_finish(&other);
}

// The left half of one, the right half of another.
static void spliced(struct distort_case *picture, double strength, uint64_t *seed)
{
    struct simulated device = picture->device;
    struct canvas *canvas = &picture->canvas;
    int at = (int) (canvas->width * strength / 100);

    device.folded = false;
    device.model.round = device.model.round == FP_RTZ ? FP_RUP : FP_RTZ;
    if (device.model.format.precision > 7)
        device.model.format.precision -= 1 + (int) retouch_random(seed, 3);
    struct canvas other = simulated_paint(&device);

    retouch_crop(&other, (struct sides){ .left = at });
    retouch_paste(canvas, &other, at, 0);
    picture->truth[picture->truths++] = simulated_truth(&device);
    canvas_finish(&other);
}

// Stripes in the middle repeated, or missing: what lies below is whole. Repeated smooth
// ones make a device of more bits, and a picture with a bar of black on top.
static void torn(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    int stripe = (int) round(distort_stripe(picture)), rows = picture->canvas.height;
    int from = rows / 2 / stripe * stripe;
    struct canvas lower = canvas_copy(&picture->canvas);
    int moved = (int) (strength * stripe);

    retouch_crop(&lower, (struct sides){ .top = from });
    if (moved > 0)
        retouch_pad(&picture->canvas, (struct sides){ .bottom = moved }, black);
    retouch_paste(&picture->canvas, &lower, 0, from + moved);
    if (moved < 0)
        retouch_crop(&picture->canvas, (struct sides){ .bottom = -moved });
    canvas_finish(&lower);
    picture->truth[1] = picture->truth[0];
    picture->truth[1].fraction_bits += (int) strength;
    if (strength > 0 && picture->truths && picture->truth[1].fraction_bits < 24)
        picture->truths = 2;
}

static const struct distortion distortions[] = {
    { "screenshot",
      "strength",
      { { 1, 55 }, { 2, 55 }, { 3, 50 }, { 5, 60 } },
      screenshot,
      0 },
    { "passed-on",
      "times",
      { { 1, 65 }, { 2, 60 }, { 4, 65 }, { 8, 55 } },
      passed_on,
      0 },
    { "jpeg-of-scaled",
      "quality",
      { { 90, 45 }, { 70, 40 }, { 40, 45 } },
      jpeg_scaled,
      0 },
    { "scaled-jpeg", "quality", { { 90, 40 }, { 70, 50 }, { 40, 45 } }, scaled_jpeg, 0 },
    { "everything",
      "strength",
      { { 2, 65 }, { 8, 100 }, { 20, 100 }, { 50, 100 } },
      everything,
      0 },
    { "photograph",
      "degrees",
      { { 0.5, 100 }, { 1, 100 }, { 2, 100 }, { 3, 100 } },
      photograph,
      0 },
    { "crooked",
      "degrees",
      { { 0.3, 75 }, { 1, 100 }, { 2, 100 }, { 3, 100 } },
      crooked,
      0 },
    { "slanted", "%", { { 1, 50 }, { 5, 100 }, { 15, 100 } }, slanted, 0 },
    { "two-alike", "px", { { 4, 100 }, { 20, 100 } }, two_alike, 0 },
    { "two-unlike", "px", { { 4, 100 }, { 20, 100 } }, two_unlike, 0 },
    { "spliced", "%", { { 10, 100 }, { 50, 100 }, { 80, 75 } }, spliced, 0 },
    { "torn", "stripes", { { 1, 100 }, { 2, 100 }, { -1, 100 }, { -3, 100 } }, torn, 0 },
};

const struct distort_group distort_chain = {
    "chain", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 84
};
