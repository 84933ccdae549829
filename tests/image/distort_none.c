// SPDX-License-Identifier: MIT
//
// Pictures that are no stripes of any device: whatever is concluded is wrong.

#include "tests/image/distort.h"

#include <math.h>

#define STRIPES 26

static int below(uint64_t *seed, int bound)
{
    return (int) retouch_random(seed, (uint32_t) bound);
}

// Takes the canvas over.
static struct canvas *replace(struct distort_case *picture, struct canvas canvas)
{
    canvas_finish(&picture->canvas);
    picture->canvas = canvas;
    picture->truths = 0;
    return &picture->canvas;
}

static struct canvas *blank(struct distort_case *picture)
{
    uint64_t *seed = picture->seed;

    float level = (float) retouch_uniform(seed);
    int height = 40 + below(seed, 300);

    return replace(picture, canvas_make(40 + below(seed, 300), height, 1, level));
}

static void flat(struct distort_case *picture)
{
    retouch_noise(blank(picture), picture->strength, picture->seed);
}

static void gradient(struct distort_case *picture)
{
    struct canvas *canvas = blank(picture);
    double angle = picture->strength * 3.14159265 / 180;
    double dx = cos(angle), dy = sin(angle);

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            double u = dx * (x + 0.5) / canvas->width + dy * (y + 0.5) / canvas->height;

            canvas_row(canvas, 0, y)[x] = (float) (1 - u / (fabs(dx) + fabs(dy)));
        }
    if (below(picture->seed, 2))
        retouch_levels(canvas, 2 << below(picture->seed, 6), RETOUCH_PLAIN);
}

static void chessboard(struct distort_case *picture)
{
    struct canvas *canvas = blank(picture);
    int size = (int) picture->strength;

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            canvas_row(canvas, 0, y)[x] = (float) ((x / size + y / size) % 2);
}

static void text(struct distort_case *picture)
{
    struct canvas *canvas = blank(picture);

    retouch_curve(canvas, 1, 0.3, 0.7);
    retouch_text(canvas, (struct sides){ 4, 4, canvas->width - 4, canvas->height - 4 },
                 (int) picture->strength, 0.1f, picture->seed);
}

static void clouds(struct distort_case *picture)
{
    double contrast = picture->strength;

    retouch_clouds(blank(picture), picture->seed);
    retouch_curve(&picture->canvas, 1, contrast, 0.5 - contrast / 2);
}

static void bar_code(struct distort_case *picture)
{
    struct canvas *canvas = blank(picture);
    uint64_t *seed = picture->seed;

    for (int x = 0; x < canvas->width;) {
        int end = x + (1 + below(seed, 4)) * (int) picture->strength;

        retouch_box(canvas, (struct sides){ x, 0, end, canvas->height },
                    (float) below(seed, 2));
        x = end;
    }
    if (below(seed, 2))
        retouch_turn(canvas, 1);
}

static void colour_bars(struct distort_case *picture)
{
    struct canvas *canvas = blank(picture);

    retouch_colour(canvas);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < canvas->width * canvas->height; i++) {
            int bar = i % canvas->width * (int) picture->strength / canvas->width;

            canvas_row(canvas, c, 0)[i] = (float) (~bar >> (2 - c) & 1);
        }
}

static double smooth(int stripe, double x, double of, uint64_t seed)
{
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
    uint64_t own = seed + (uint64_t) stripe * 7919;

    int way = below(&own, 3);

    return steps_of(x, 1 << below(&own, 9), way);
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

// Kinds of stacks: so many stripes, each of them a function of the ramp.
enum { RAMPS, ANY_STEPS, SLOW, THIRDS, EIGHT, TEN, SIXTEEN, CODE, TO_AND_FRO, OUTLINE };
static const struct {
    int stripes;
    double (*shade)(int stripe, double x, double of, uint64_t seed);
} stacks[] = {
    [RAMPS] = { STRIPES, smooth },
    [ANY_STEPS] = { STRIPES, any_steps },
    [SLOW] = { STRIPES, slow },
    [THIRDS] = { STRIPES, thirds },
    [EIGHT] = { 8, depths },
    [TEN] = { 10, depths },
    [SIXTEEN] = { 16, depths },
    [CODE] = { STRIPES, binary_code },
    [TO_AND_FRO] = { STRIPES, to_and_fro },
    [OUTLINE] = { STRIPES, outline },
};

static void stack(struct distort_case *picture)
{
    int stripes = stacks[picture->kind].stripes;

    blank(picture);
    int rows = 6 + below(picture->seed, 14), width = 64 << below(picture->seed, 3);
    uint64_t own = (uint64_t) below(picture->seed, 1 << 30);
    struct canvas *canvas = replace(picture, canvas_make(width, rows * stripes, 1, 0));

    for (int y = 0; y < rows * stripes; y++) {
        int stripe = stripes - 1 - y / rows;

        if (picture->strength > 0 && 10 * (rows - 1 - y % rows) >= 9 * rows)
            continue;
        for (int x = 0; x < width; x++) {
            double level =
                stacks[picture->kind].shade(stripe, 1 - (x + 0.5) / width, stripes, own);

            canvas_row(canvas, 0, y)[x] = (float) (floor(255 * level + 0.5) / 255);
        }
    }
}

// Stripes of a device in another order.
static void shuffled(struct distort_case *picture)
{
    struct canvas was = canvas_copy(&picture->canvas);
    int rows = (int) distort_stripe(picture), order[STRIPES];

    for (int k = 0; k < STRIPES; k++)
        order[k] = k;
    for (int k = 0; k < (int) picture->strength; k++) {
        int i = 2 + below(picture->seed, 16), j = 2 + below(picture->seed, 16);
        int was_there = order[i];

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
static void other_probe(struct distort_case *picture)
{
    static const char *const names[] = { "sieve", "ties", "zero_hole", "width" };
    struct pixels pixels =
        simulated_probe(&picture->device, names[(int) picture->strength], 256, 10);
    struct canvas *canvas =
        replace(picture, canvas_make(pixels.width, pixels.height, 1, 0));
    for (int i = 0; i < pixels.width * pixels.height; i++)
        canvas->level[i] = (float) (pixels.words[i] & 255) / 255;
    pixels_finish(&pixels);
    if (canvas->width < 100)
        retouch_scale(canvas, 8, 1, RETOUCH_NEAREST);
}

// clang-format off
static const struct distortion distortions[] = {
    { "flat", "noise", "0 2 20 90", flat, 0, 0 },
    { "gradient", "degrees", "0 20 45 90", gradient, 0, 0 },
    { "chessboard", "px", "2 5 13 40", chessboard, 0, 0 },
    { "text", "px", "5 9 20", text, 0, 0 },
    { "clouds", "contrast", "0.5 1 3", clouds, 0, 0 },
    { "bar-code", "px", "2 5 13 40", bar_code, 0, 0 },
    { "colour-bars", "bars", "2 4 8", colour_bars, 0, 0 },
    { "ramps", "separators", "0 1", stack, RAMPS, 0 },
    { "random-steps", "separators", "0 1", stack, ANY_STEPS, 0 },
    { "every-second", "separators", "0 1", stack, SLOW, 0 },
    { "other-powers", "separators", "0 1", stack, THIRDS, 0 },
    { "chart-of-8", "separators", "0 1", stack, EIGHT, 0 },
    { "chart-of-10", "separators", "0 1", stack, TEN, 0 },
    { "chart-of-16", "separators", "0 1", stack, SIXTEEN, 0 },
    { "counting", "separators", "0 1", stack, CODE, 0 },
    { "to-and-fro", "separators", "0 1", stack, TO_AND_FRO, 0 },
    { "shapes", "separators", "0 1", stack, OUTLINE, 0 },
    { "shuffled", "swaps", "1 3 20", shuffled, 0, 0 },
    { "other-probes", "probe", "0 1 2 3", other_probe, 0, 0 },
};
// clang-format on

const struct distort_group distort_none = {
    "none", distortions, (int) (sizeof distortions / sizeof *distortions), true, 100
};
