// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

// Kinds: what a frame is of. A middle grey is neither black nor white.
enum { BLACK, WHITE, GREY, MIDDLE_GREY, COLOUR };

static float any_level(struct distort_case *picture)
{
    return (float) retouch_uniform(picture->seed);
}

static struct retouch_colour colour_of(struct distort_case *picture)
{
    struct retouch_colour colour = { { 0 } };

    if (picture->kind == COLOUR) {
        for (int c = 0; c < 3; c++)
            colour.level[c] = any_level(picture);
        return colour;
    }
    return retouch_grey(picture->kind == GREY          ? any_level(picture)
                        : picture->kind == MIDDLE_GREY ? 0.2f + 0.6f * any_level(picture)
                                                       : picture->kind == WHITE);
}

static struct retouch_colour black_or_white(struct distort_case *picture)
{
    return retouch_grey(!retouch_random(picture->seed, 2));
}

// In pixels.
static int size_of(const struct distort_case *picture)
{
    return 1 + (int) (picture->canvas.height * picture->strength / 100);
}

static void bars(struct distort_case *picture)
{
    int rows = size_of(picture);

    retouch_pad(&picture->canvas, (struct sides){ .top = rows, .bottom = rows },
                colour_of(picture));
}

static void bars_at_sides(struct distort_case *picture)
{
    int columns = size_of(picture);

    retouch_pad(&picture->canvas, (struct sides){ .left = columns, .right = columns },
                black_or_white(picture));
}

static void frame(struct distort_case *picture)
{
    int size = size_of(picture);

    retouch_pad(&picture->canvas, (struct sides){ size, size, size, size },
                colour_of(picture));
}

static void askew(struct distort_case *picture)
{
    struct retouch_colour colour = colour_of(picture);
    uint32_t most = (uint32_t) size_of(picture);
    int size[4];

    for (int side = 0; side < 4; side++)
        size[side] = (int) retouch_random(picture->seed, most);
    retouch_pad(&picture->canvas, (struct sides){ size[0], size[1], size[2], size[3] },
                colour);
}

// Each side another level.
static void patchwork(struct distort_case *picture)
{
    for (int side = 0; side < 4; side++)
        retouch_pad(&picture->canvas, retouch_side(side, size_of(picture)),
                    retouch_grey(any_level(picture)));
}

static void round_corners(struct distort_case *picture)
{
    retouch_round_corners(&picture->canvas, size_of(picture));
}

// A screen of a phone: bars, rounded corners, a clock and signs above.
static void phone(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    int bar = size_of(picture), size = bar / 2 < 5 ? 5 : bar / 2;
    bool dark = retouch_random(picture->seed, 2);

    retouch_pad(canvas, (struct sides){ .top = bar + 6, .bottom = bar / 2 },
                retouch_grey(!dark));
    retouch_text(canvas, (struct sides){ 3, 2, canvas->width / 4, 3 + size }, size, dark,
                 picture->seed);
    retouch_text(canvas,
                 (struct sides){ canvas->width * 3 / 4, 2, canvas->width - 2, 3 + size },
                 size, dark, picture->seed);
    if (picture->strength > 6)
        retouch_round_corners(canvas, bar);
}

// A status bar that hides what is below it: with the upper stripes goes what alone tells
// the form, where sums are rounded up or to odd.
static void covered(struct distort_case *picture)
{
    int bar = size_of(picture), size = bar > 9 ? bar - 4 : 5;
    int width = picture->canvas.width;

    picture->truth[0].either_form = true;
    retouch_box(&picture->canvas, (struct sides){ 0, 0, width, bar },
                (float) retouch_random(picture->seed, 2));
    retouch_text(&picture->canvas, (struct sides){ 2, 2, width, size + 3 }, size, 0.5f,
                 picture->seed);
}

static void caption(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    int size = (int) picture->strength, rows = size * 8 / 5 * 2 + size;

    retouch_pad(canvas, (struct sides){ 8, 8, 8, rows }, retouch_grey(1));
    retouch_text(canvas,
                 (struct sides){ 8, canvas->height - rows + size / 2, canvas->width - 8,
                                 canvas->height },
                 size, 0, picture->seed);
}

static void ticks(struct canvas *canvas, struct sides box, int width)
{
    for (int k = 0; k <= 5; k++) {
        int x = box.left + (box.right - box.left) * k / 5;
        int y = box.top + (box.bottom - box.top) * k / 5;

        retouch_box(canvas, (struct sides){ x, box.bottom, x + width, box.bottom + 5 },
                    0);
        retouch_box(canvas, (struct sides){ box.left - 5, y, box.left, y + width }, 0);
    }
}

// The box, the ticks and the numbers of a plot.
static void axes(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    int line = (int) picture->strength, margin = 24;

    retouch_pad(canvas, (struct sides){ line, line, line, line }, retouch_grey(0));
    struct sides box = { margin, 10, margin + canvas->width, 10 + canvas->height };
    retouch_pad(canvas, (struct sides){ margin, 10, 10, margin }, retouch_grey(1));
    ticks(canvas, box, line);
    for (int k = 0; k < 5; k++) {
        int y = box.top + (box.bottom - box.top) * k / 5;

        retouch_text(canvas, (struct sides){ 2, y, margin - 6, y + 9 }, 6, 0,
                     picture->seed);
    }
    retouch_text(canvas,
                 (struct sides){ margin, box.bottom + 7, box.right, box.bottom + 20 }, 7,
                 0, picture->seed);
}

// Cut below by whole stripes, then framed by less than that: what is left cannot be all.
static void cut_framed(struct distort_case *picture)
{
    int stripe = (int) round(distort_stripe(picture)), size = (int) (stripe * 0.8);

    retouch_crop(&picture->canvas,
                 (struct sides){ .bottom = (int) round(picture->strength * stripe) });
    retouch_pad(&picture->canvas, (struct sides){ size, size, size, size },
                colour_of(picture));
}

// clang-format off
static const struct distortion distortions[] = {
    { "bars-black", "% of height", "2:30 10:40 40:30", bars, BLACK, 0 },
    { "bars-white", "% of height", "2:30 10:35 40:30", bars, WHITE, 0 },
    { "bars-at-sides", "% of height", "2:40 10:35 40:60", bars_at_sides, 0, 0 },
    { "frame-black", "% of height", "2:45 10:45 40:60", frame, BLACK, 0 },
    { "frame-white", "% of height", "2:40 10:35 40:45", frame, WHITE, 0 },
    { "frame-grey", "% of height", "2:35 10:35 40:45", frame, GREY, 0 },
    { "frame-colour", "% of height", "2:30 10:40 40:40", frame, COLOUR, 0 },
    { "askew-black", "% of height", "2:65 10 40", askew, BLACK, 0 },
    { "askew-white", "% of height", "2:40 10:35 40:40", askew, WHITE, 0 },
    { "askew-grey", "% of height", "2:30 10:45 40:50", askew, GREY, 0 },
    { "patchwork", "% of height", "2:55 10:60 40:70", patchwork, 0, 0 },
    { "round-corners", "% of height", "1:35 4:55 10", round_corners, 0, 0 },
    { "phone", "% of height", "4 8 15", phone, 0, 0 },
    { "covered", "% of height", "2 5 12", covered, 0, 0 },
    { "caption", "px", "7 12 20", caption, 0, 0 },
    { "axes", "px", "1 2 3", axes, 0, 0 },
    { "cut-framed-black", "stripes", "0.5 1 1.5 2 4", cut_framed, BLACK, 0 },
    { "cut-framed-white", "stripes", "0.5:65 1 1.5 2 4", cut_framed, WHITE, 0 },
    { "cut-framed-grey", "stripes", "0.5:60 1 1.5 2 4", cut_framed, MIDDLE_GREY, 0 },
};
// clang-format on

const struct distort_group distort_frame = {
    "frame", distortions, (int) (sizeof distortions / sizeof *distortions), false, 78
};
