// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

// Scaled to fit a screen, with bars, compressed.
static void screenshot(struct distort_case *picture)
{
    int quality = 100 - (int) picture->strength * 12;
    double scale = 0.7 + retouch_uniform(picture->seed) * 1.3;
    double bar = fmax(picture->canvas.height * retouch_uniform(picture->seed) / 8, 1);

    retouch_scale(&picture->canvas, scale, scale, RETOUCH_LINEAR);
    retouch_pad(&picture->canvas, (struct sides){ .top = (int) bar, .bottom = (int) bar },
                retouch_grey(!retouch_random(picture->seed, 2)));
    retouch_jpeg(&picture->canvas, quality);
}

// Sent on, and on: each time scaled and compressed again.
static void passed_on(struct distort_case *picture)
{
    for (int k = 0; k < (int) picture->strength; k++) {
        double scale = k % 2 ? 1.35 : 0.8 + 0.15 * retouch_uniform(picture->seed);

        retouch_scale(&picture->canvas, scale, scale,
                      k % 2 ? RETOUCH_LANCZOS : RETOUCH_LINEAR);
        retouch_jpeg(&picture->canvas, 85 - 5 * k);
    }
}

static void jpeg_scaled(struct distort_case *picture)
{
    retouch_scale_any(&picture->canvas, 1.5, 1, RETOUCH_LINEAR, picture->seed);
    retouch_jpeg(&picture->canvas, (int) picture->strength);
}

// Compressed small, then enlarged: blocks of any size.
static void scaled_jpeg(struct distort_case *picture)
{
    retouch_jpeg(&picture->canvas, (int) picture->strength);
    retouch_scale(&picture->canvas, 2.3, 1.7, RETOUCH_LINEAR);
}

static void everything(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    uint64_t *seed = picture->seed;
    double most = picture->strength / 100;
    int left = (int) (most * retouch_uniform(seed) * canvas->width);
    int top = (int) (most * retouch_uniform(seed) * canvas->height);

    retouch_crop(canvas, (struct sides){ .left = left, .top = top });
    retouch_scale_any(canvas, 1, 1, RETOUCH_AREA, seed);

    double gain = 1 - most * retouch_uniform(seed);

    retouch_curve(canvas, 0.8 + 0.4 * retouch_uniform(seed), gain, 0);
    retouch_turn(canvas, (int) retouch_random(seed, 8));
    retouch_noise(canvas, picture->strength / 4, seed);
    retouch_jpeg(canvas, 90);
}

// The figure has another picture beside this one, or below it. Takes that one over.
static void add_figure(struct distort_case *picture, struct canvas other)
{
    struct canvas *canvas = &picture->canvas;
    bool below = retouch_random(picture->seed, 2);
    int gap = (int) picture->strength, x = canvas->width + 2 * gap, y = gap;
    struct sides room = { gap, gap, gap + other.width + gap, gap };

    if (below) {
        x = gap, y = canvas->height + 2 * gap;
        room = (struct sides){ gap, gap, gap, gap + other.height + gap };
    }
    retouch_pad(canvas, room, retouch_grey(1));
    retouch_paste(canvas, &other, x, y);
    canvas_finish(&other);
}

static void two_alike(struct distort_case *picture)
{
    add_figure(picture, canvas_copy(&picture->canvas));
}

static void two_unlike(struct distort_case *picture)
{
    struct simulated device = picture->device;

    device.folded = false;
    device.model.format.precision = 5 + (int) retouch_random(picture->seed, 20);
    device.model.round = retouch_random(picture->seed, 2) ? FP_RNE : FP_RTZ;
    picture->truth[picture->truths++] = simulated_truth(&device);
    add_figure(picture, simulated_paint(&device));
}

// The left half of one, the right half of another.
static void spliced(struct distort_case *picture)
{
    struct simulated device = picture->device;
    int at = (int) (picture->canvas.width * picture->strength / 100);

    device.folded = false;
    device.model.round = device.model.round == FP_RTZ ? FP_RUP : FP_RTZ;
    if (device.model.format.precision > 7)
        device.model.format.precision -= 1 + (int) retouch_random(picture->seed, 3);
    struct canvas other = simulated_paint(&device);

    retouch_crop(&other, (struct sides){ .left = at });
    retouch_paste(&picture->canvas, &other, at, 0);
    picture->truth[picture->truths++] = simulated_truth(&device);
    canvas_finish(&other);
}

// Stripes in the middle repeated, or missing: what lies below is whole. Repeated smooth
// ones make a device of more bits, and a picture with a bar of black on top.
static void torn(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas, lower = canvas_copy(canvas);
    int stripe = (int) round(distort_stripe(picture));
    int from = canvas->height / 2 / stripe * stripe;
    int moved = (int) (picture->strength * stripe);

    retouch_crop(&lower, (struct sides){ .top = from });
    if (moved > 0)
        retouch_pad(canvas, (struct sides){ .bottom = moved }, retouch_grey(0));
    retouch_paste(canvas, &lower, 0, from + moved);
    if (moved < 0)
        retouch_crop(canvas, (struct sides){ .bottom = -moved });
    canvas_finish(&lower);
    picture->truth[1] = picture->truth[0];
    picture->truth[1].fraction_bits += (int) picture->strength;
    if (picture->strength > 0 && picture->truths && picture->truth[1].fraction_bits < 24)
        picture->truths = 2;
}

// clang-format off
static const struct distortion distortions[] = {
    { "screenshot", "strength", "1:55 2:55 3:50 5:60", screenshot, 0, 0 },
    { "passed-on", "times", "1:65 2:60 4:65 8:55", passed_on, 0, 0 },
    { "jpeg-of-scaled", "quality", "90:45 70:40 40:45", jpeg_scaled, 0, 0 },
    { "scaled-jpeg", "quality", "90:40 70:50 40:45", scaled_jpeg, 0, 0 },
    { "everything", "strength", "2:65 8 20 50", everything, 0, 0 },
    { "two-alike", "px", "4 20", two_alike, 0, 0 },
    { "two-unlike", "px", "4 20", two_unlike, 0, 0 },
    { "spliced", "%", "10 50 80:75", spliced, 0, 0 },
    { "torn", "stripes", "1 2 -1 -3", torn, 0, 0 },
};
// clang-format on

const struct distort_group distort_chain = {
    "chain", distortions, (int) (sizeof distortions / sizeof *distortions), false, 84
};
