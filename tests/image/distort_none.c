// SPDX-License-Identifier: MIT
//
// Pictures that are no stripes of any device: whatever is concluded is wrong.

#include "tests/image/distort.h"

#include "probe/picture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define STRIPES 26

static void blank(struct distort_case *picture, uint64_t *seed)
{
    canvas_finish(&picture->canvas);
    picture->canvas = canvas_make(40 + (int) retouch_random(seed, 300),
                                  40 + (int) retouch_random(seed, 300), 1,
                                  (float) retouch_uniform(seed));
    picture->truths = 0;
}

static int below(uint64_t *seed, int bound)
{
    return (int) retouch_random(seed, (uint32_t) bound);
}

static void flat(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    retouch_noise(&picture->canvas, strength, seed);
}

static void gradient(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    struct canvas *canvas = &picture->canvas;
    double angle = strength * 3.14159265 / 180;
    double dx = cos(angle), dy = sin(angle);

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            double u = dx * (x + 0.5) / canvas->width + dy * (y + 0.5) / canvas->height;

            canvas->level[y * canvas->width + x] =
                (float) (1 - u / (fabs(dx) + fabs(dy)));
        }
    if (below(seed, 2))
        retouch_levels(canvas, 2 << below(seed, 6), RETOUCH_PLAIN);
}

static void chessboard(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    struct canvas *canvas = &picture->canvas;
    int size = (int) strength;

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            canvas->level[y * canvas->width + x] = (float) ((x / size + y / size) % 2);
}

static void text(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    struct canvas *canvas = &picture->canvas;

    retouch_curve(canvas, 1, 0.3, 0.7);
    retouch_text(canvas, (struct sides){ 4, 4, canvas->width - 4, canvas->height - 4 },
                 (int) strength, 0.1f, seed);
}

static void clouds(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    retouch_clouds(&picture->canvas, seed);
    retouch_curve(&picture->canvas, 1, strength, 0.5 - strength / 2);
}

static void bar_code(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    struct canvas *canvas = &picture->canvas;

    for (int x = 0; x < canvas->width;) {
        int end = x + (1 + below(seed, 4)) * (int) strength;

        retouch_box(canvas, (struct sides){ x, 0, end, canvas->height },
                    (float) below(seed, 2));
        x = end;
    }
    if (below(seed, 2))
        retouch_turn(canvas, 1);
}

static void colour_bars(struct distort_case *picture, double strength, uint64_t *seed)
{
    blank(picture, seed);
    struct canvas *canvas = &picture->canvas;
    int bars = (int) strength;

    retouch_colour(canvas);
    size_t area = (size_t) canvas->width * (size_t) canvas->height;
    for (int c = 0; c < 3; c++)
        for (size_t i = 0; i < area; i++) {
            int bar = (int) (i % (size_t) canvas->width) * bars / canvas->width;

            canvas->level[(size_t) c * area + i] = (float) (~bar >> (2 - c) & 1);
        }
}

// A picture of stripes, each of them by a function of the ramp.
static void stack(struct distort_case *picture, int stripes, bool separators,
                  double (*shade)(int stripe, double x, double of, uint64_t seed),
                  uint64_t *seed)
{
    blank(picture, seed);
    canvas_finish(&picture->canvas);
    int rows = 6 + below(seed, 14), width = 64 << below(seed, 3);
    uint64_t own = (uint64_t) below(seed, 1 << 30);

    picture->canvas = canvas_make(width, rows * stripes, 1, 0);
    for (int y = 0; y < rows * stripes; y++) {
        int stripe = stripes - 1 - y / rows;

        if (separators && 10 * (rows - 1 - y % rows) >= 9 * rows)
            continue;
        for (int x = 0; x < width; x++) {
            double level = shade(stripe, 1 - (x + 0.5) / width, stripes, own);

            picture->canvas.level[y * width + x] =
                (float) (floor(255 * level + 0.5) / 255);
        }
    }
}

static double smooth(int stripe, double x, double of, uint64_t seed)
{
    (void) stripe, (void) of, (void) seed;
    return x;
}

static double steps_of(double x, double steps, int way)
{
    return way == 0   ? floor(x * steps) / steps
           : way == 1 ? fmin(1, floor(x * steps + 0.5) / steps)
                      : fmin(1, floor(x * steps) / fmax(1, steps - 1));
}

// Each stripe has another number of steps, in no order.
static double any_steps(int stripe, double x, double of, uint64_t seed)
{
    (void) of;
    uint64_t own = seed + (uint64_t) stripe * 7919;

    return steps_of(x, 1 << below(&own, 9), below(&own, 3));
}

// Half as many steps every second stripe.
static double slow(int stripe, double x, double of, uint64_t seed)
{
    return steps_of(x, exp2(floor((of - stripe) / 2)), (int) (seed % 2));
}

// A third as many, or three quarters as many, from stripe to stripe.
static double thirds(int stripe, double x, double of, uint64_t seed)
{
    return steps_of(x, floor(pow(seed % 3 ? 3 : 4 / 3.0, of - stripe)), (int) (seed % 2));
}

// A chart of bit depths, as they are drawn: 8 bits below, 1 bit above.
static double depths(int stripe, double x, double of, uint64_t seed)
{
    return steps_of(x, exp2(of - stripe), (int) (seed % 3));
}

static double binary_code(int stripe, double x, double of, uint64_t seed)
{
    (void) seed;
    return fmod(floor(x * exp2(fmin(of - stripe, 8))), 2);
}

static double to_and_fro(int stripe, double x, double of, uint64_t seed)
{
    return depths(stripe, stripe % 2 ? x : 1 - x, of, seed);
}

// Outlines of a fin and of a hive: white where the shape is.
static double outline(int stripe, double x, double of, uint64_t seed)
{
    double high = stripe / of;

    return seed % 2 ? x > high : fabs(x - 0.5) < 0.5 * (1 - high * high);
}

#define STACK(name, shade, stripes)                                                 \
    static void name(struct distort_case *picture, double strength, uint64_t *seed) \
    {                                                                               \
        stack(picture, stripes, strength > 0, shade, seed);                         \
    }
STACK(ramps, smooth, STRIPES)
STACK(random_steps, any_steps, STRIPES)
STACK(every_second, slow, STRIPES)
STACK(other_powers, thirds, STRIPES)
STACK(chart_of_eight, depths, 8)
STACK(chart_of_ten, depths, 10)
STACK(chart_of_sixteen, depths, 16)
STACK(counting, binary_code, STRIPES)
STACK(zigzag, to_and_fro, STRIPES)
STACK(shapes, outline, STRIPES)

// Stripes of a device in another order.
static void shuffled(struct distort_case *picture, double strength, uint64_t *seed)
{
    struct canvas was = canvas_copy(&picture->canvas);
    int rows = (int) distort_stripe(picture), order[STRIPES];

    for (int k = 0; k < STRIPES; k++)
        order[k] = k;
    for (int k = 0; k < (int) strength; k++) {
        int i = 2 + below(seed, 16), j = 2 + below(seed, 16), was_there = order[i];

        order[i] = order[j];
        order[j] = was_there;
    }
    for (int k = 0; k < STRIPES; k++) {
        struct canvas one = canvas_copy(&was);

        retouch_crop(&one, (struct sides){ .top = order[k] * rows,
                                           .bottom = (STRIPES - 1 - order[k]) * rows });
        retouch_paste(&picture->canvas, &one, 0, k * rows);
        canvas_finish(&one);
    }
    canvas_finish(&was);
}

// What another probe shows of this device.
static void probe_picture(struct distort_case *picture, const char *name, int width)
{
    const struct probe *probe = probe_find(name);
    struct fp_model model = picture->device.model;
    struct probe_params params = { .readout = READOUT_RGBA8,
                                   .width = width,
                                   .rows = 10,
                                   .model = model,
                                   .precision_bits = model.format.precision };
    struct unit unit = unit_model();
    struct pixels pixels;

    bool ok = pixels_init(&pixels, probe_pixel_width(probe, &params),
                          probe_pixel_height(probe, &params), READOUT_RGBA8) &&
              probe_eval(probe, &params, &unit, &pixels);
    assert(ok);
    canvas_finish(&picture->canvas);
    picture->canvas = canvas_make(pixels.width, pixels.height, 1, 0);
    for (int i = 0; i < pixels.width * pixels.height; i++)
        picture->canvas.level[i] = (float) (pixels.words[i] & 255) / 255;
    pixels_finish(&pixels);
    picture->truths = 0;
}

static void probes(struct distort_case *picture, double strength, uint64_t *seed)
{
    static const char *const names[] = { "sieve", "ties", "zero_hole", "width" };

    (void) seed;
    probe_picture(picture, names[(int) strength], 256);
    if (picture->canvas.width < 100)
        retouch_scale(&picture->canvas, 8, 1, RETOUCH_NEAREST);
}

#define BOTH        \
    {               \
        { 0, 100 }, \
        {           \
            1, 100  \
        }           \
    }
#define SIZES                                \
    {                                        \
        { 2, 100 }, { 5, 100 }, { 13, 100 }, \
        {                                    \
            40, 100                          \
        }                                    \
    }

static const struct distortion distortions[] = {
    { "flat", "noise", { { 0, 100 }, { 2, 100 }, { 20, 100 }, { 90, 100 } }, flat, 0 },
    { "gradient",
      "degrees",
      { { 0, 100 }, { 20, 100 }, { 45, 100 }, { 90, 100 } },
      gradient,
      0 },
    { "chessboard", "px", SIZES, chessboard, 0 },
    { "text", "px", { { 5, 100 }, { 9, 100 }, { 20, 100 } }, text, 0 },
    { "clouds", "contrast", { { 0.5, 100 }, { 1, 100 }, { 3, 100 } }, clouds, 0 },
    { "bar-code", "px", SIZES, bar_code, 0 },
    { "colour-bars", "bars", { { 2, 100 }, { 4, 100 }, { 8, 100 } }, colour_bars, 0 },
    { "ramps", "separators", BOTH, ramps, 0 },
    { "random-steps", "separators", BOTH, random_steps, 0 },
    { "every-second", "separators", BOTH, every_second, 0 },
    { "other-powers", "separators", BOTH, other_powers, 0 },
    { "chart-of-8", "separators", BOTH, chart_of_eight, 0 },
    { "chart-of-10", "separators", BOTH, chart_of_ten, 0 },
    { "chart-of-16", "separators", BOTH, chart_of_sixteen, 0 },
    { "counting", "separators", BOTH, counting, 0 },
    { "to-and-fro", "separators", BOTH, zigzag, 0 },
    { "shapes", "separators", BOTH, shapes, 0 },
    { "shuffled", "swaps", { { 1, 100 }, { 3, 100 }, { 20, 100 } }, shuffled, 0 },
    { "other-probes",
      "probe",
      { { 0, 100 }, { 1, 100 }, { 2, 100 }, { 3, 100 } },
      probes,
      0 },
};

const struct distort_group distort_none = {
    "none", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), true, 100
};
