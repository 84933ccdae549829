// SPDX-License-Identifier: MIT
//
// Pictures that are no stripes of any device: whatever is concluded is wrong.

#include "tests/image/distort.h"

#include <math.h>
#include <string.h>

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
    uint64_t *seed = &picture->seed;

    float level = (float) retouch_uniform(seed);
    int height = 40 + below(seed, 300);

    return replace(picture, canvas_make(40 + below(seed, 300), height, 1, level));
}

static void flat(struct distort_case *picture, const double n[])
{
    retouch_noise(blank(picture), n[0], &picture->seed);
}

static void gradient(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = blank(picture);
    double angle = n[0] * 3.14159265 / 180;
    double dx = cos(angle), dy = sin(angle);

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            double u = dx * (x + 0.5) / canvas->width + dy * (y + 0.5) / canvas->height;

            canvas_row(canvas, 0, y)[x] = (float) (1 - u / (fabs(dx) + fabs(dy)));
        }
    if (below(&picture->seed, 2))
        retouch_levels(canvas, 2 << below(&picture->seed, 6), RETOUCH_PLAIN);
}

static void chessboard(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = blank(picture);
    int size = (int) n[0];

    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            canvas_row(canvas, 0, y)[x] = (float) ((x / size + y / size) % 2);
}

static void text(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = blank(picture);

    retouch_curve(canvas, 1, 0.3, 0.7);
    retouch_text(canvas, (struct sides){ 4, 4, canvas->width - 4, canvas->height - 4 },
                 (int) n[0], 0.1f, &picture->seed);
}

static void clouds(struct distort_case *picture, const double n[])
{
    double contrast = n[0];

    retouch_clouds(blank(picture), &picture->seed);
    retouch_curve(&picture->canvas, 1, contrast, 0.5 - contrast / 2);
}

static void bar_code(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = blank(picture);
    uint64_t *seed = &picture->seed;

    for (int x = 0; x < canvas->width;) {
        int end = x + (1 + below(seed, 4)) * (int) n[0];

        retouch_box(canvas, (struct sides){ x, 0, end, canvas->height },
                    (float) below(seed, 2));
        x = end;
    }
    if (below(seed, 2))
        retouch_turn(canvas, 1);
}

static void colour_bars(struct distort_case *picture, const double n[])
{
    struct canvas *canvas = blank(picture);

    retouch_colour(canvas);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < canvas->width * canvas->height; i++) {
            int bar = i % canvas->width * (int) n[0] / canvas->width;

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

static void stack(struct distort_case *picture, const double n[])
{
    int stripes = stacks[(int) n[0]].stripes;

    blank(picture);
    int rows = 6 + below(&picture->seed, 14), width = 64 << below(&picture->seed, 3);
    uint64_t own = (uint64_t) below(&picture->seed, 1 << 30);
    struct canvas *canvas = replace(picture, canvas_make(width, rows * stripes, 1, 0));

    for (int y = 0; y < rows * stripes; y++) {
        int stripe = stripes - 1 - y / rows;

        if (n[1] > 0 && 10 * (rows - 1 - y % rows) >= 9 * rows)
            continue;
        for (int x = 0; x < width; x++) {
            double level =
                stacks[(int) n[0]].shade(stripe, 1 - (x + 0.5) / width, stripes, own);

            canvas_row(canvas, 0, y)[x] = (float) (floor(255 * level + 0.5) / 255);
        }
    }
}

// Stripes of a device in another order.
static void shuffled(struct distort_case *picture, const double n[])
{
    struct canvas was = canvas_copy(&picture->canvas);
    int rows = (int) distort_stripe(picture), order[STRIPES];

    for (int k = 0; k < STRIPES; k++)
        order[k] = k;
    for (int k = 0; k < (int) n[0]; k++) {
        int i = 2 + below(&picture->seed, 16), j = 2 + below(&picture->seed, 16);
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

// The picture of another probe on this device.
static void other_probe(struct distort_case *picture, const double n[])
{
    static const char *const names[] = { "sieve", "ties", "zero_hole", "width" };
    struct pixels pixels = simulated_probe(&picture->device, names[(int) n[0]], 256, 10);
    struct canvas *canvas =
        replace(picture, canvas_make(pixels.width, pixels.height, 1, 0));
    for (int i = 0; i < pixels.width * pixels.height; i++)
        canvas->level[i] = (float) (pixels.words[i] & 255) / 255;
    pixels_finish(&pixels);
    if (canvas->width < 100)
        retouch_scale(canvas, 8, 1, RETOUCH_NEAREST);
}

bool distort_none(struct distort_case *picture, const char *name, const double numbers[])
{
    static const struct {
        const char *name; // and what its numbers are
        void (*apply)(struct distort_case *picture, const double n[]);
    } table[] = {
        { "flat", flat },               // noise
        { "gradient", gradient },       // degrees
        { "chess", chessboard },        // pixels of a field
        { "words", text },              // pixels of a letter
        { "clouds", clouds },           // contrast
        { "bar-code", bar_code },       // pixels
        { "colour-bars", colour_bars }, // how many
        { "stack", stack },             // which, whether lines part the stripes
        { "shuffle", shuffled },        // swaps
        { "probe", other_probe },       // which
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, name)) {
            table[i].apply(picture, numbers);
            return true;
        }
    return false;
}
