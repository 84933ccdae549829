// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <math.h>

static const float black[3] = { 0, 0, 0 }, white[3] = { 1, 1, 1 };

static int part(const struct distort_case *picture, double percent)
{
    return 1 + (int) (picture->canvas.height * percent / 100);
}

static void above_and_below(struct distort_case *picture, double strength,
                            const float *colour)
{
    int rows = part(picture, strength);

    retouch_pad(&picture->canvas, (struct sides){ .top = rows, .bottom = rows }, colour);
}

static void all_round(struct distort_case *picture, double strength, const float *colour)
{
    int rows = part(picture, strength);

    retouch_pad(&picture->canvas, (struct sides){ rows, rows, rows, rows }, colour);
}

static void bars_black(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    above_and_below(picture, strength, black);
}

static void bars_white(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    above_and_below(picture, strength, white);
}

static void bars_at_sides(struct distort_case *picture, double strength, uint64_t *seed)
{
    int columns = part(picture, strength);

    retouch_pad(&picture->canvas, (struct sides){ .left = columns, .right = columns },
                retouch_random(seed, 2) ? black : white);
}

static void frame_black(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    all_round(picture, strength, black);
}

static void frame_white(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    all_round(picture, strength, white);
}

static void frame_grey(struct distort_case *picture, double strength, uint64_t *seed)
{
    float level = (float) retouch_uniform(seed), grey[3] = { level, level, level };

    all_round(picture, strength, grey);
}

static void frame_colour(struct distort_case *picture, double strength, uint64_t *seed)
{
    float colour[3] = { (float) retouch_uniform(seed), (float) retouch_uniform(seed),
                        (float) retouch_uniform(seed) };

    all_round(picture, strength, colour);
}

static void askew(struct distort_case *picture, double strength, const float *colour,
                  uint64_t *seed)
{
    int most = part(picture, strength);
    struct sides frame = {
        (int) retouch_random(seed, (uint32_t) most),
        (int) retouch_random(seed, (uint32_t) most),
        (int) retouch_random(seed, (uint32_t) most),
        (int) retouch_random(seed, (uint32_t) most),
    };

    retouch_pad(&picture->canvas, frame, colour);
}

static void askew_black(struct distort_case *picture, double strength, uint64_t *seed)
{
    askew(picture, strength, black, seed);
}

static void askew_white(struct distort_case *picture, double strength, uint64_t *seed)
{
    askew(picture, strength, white, seed);
}

static void askew_grey(struct distort_case *picture, double strength, uint64_t *seed)
{
    float level = (float) retouch_uniform(seed), grey[3] = { level, level, level };

    askew(picture, strength, grey, seed);
}

// Each side another level.
static void patchwork(struct distort_case *picture, double strength, uint64_t *seed)
{
    for (int side = 0; side < 4; side++) {
        int size = part(picture, strength);
        float level = (float) retouch_uniform(seed), grey[3] = { level, level, level };

        retouch_pad(&picture->canvas,
                    (struct sides){ side == 0 ? size : 0, side == 1 ? size : 0,
                                    side == 2 ? size : 0, side == 3 ? size : 0 },
                    grey);
    }
}

static void round_corners(struct distort_case *picture, double strength, uint64_t *seed)
{
    (void) seed;
    retouch_round_corners(&picture->canvas, part(picture, strength));
}

// A screen of a phone: bars, rounded corners, a clock and signs above.
static void phone(struct distort_case *picture, double strength, uint64_t *seed)
{
    int bar = part(picture, strength), size = bar / 2 < 5 ? 5 : bar / 2;
    bool dark = retouch_random(seed, 2);

    retouch_pad(&picture->canvas, (struct sides){ .top = bar + 6, .bottom = bar / 2 },
                dark ? black : white);
    retouch_text(&picture->canvas,
                 (struct sides){ 3, 2, picture->canvas.width / 4, 3 + size }, size, dark,
                 seed);
    retouch_text(&picture->canvas,
                 (struct sides){ picture->canvas.width * 3 / 4, 2,
                                 picture->canvas.width - 2, 3 + size },
                 size, dark, seed);
    if (strength > 6)
        retouch_round_corners(&picture->canvas, bar);
}

// A status bar that hides what is below it: with the upper stripes goes what alone tells
// the form, where sums are rounded up or to odd.
static void covered(struct distort_case *picture, double strength, uint64_t *seed)
{
    int bar = part(picture, strength), size = bar > 9 ? bar - 4 : 5;

    picture->truth[0].either_form = true;
    retouch_box(&picture->canvas, (struct sides){ 0, 0, picture->canvas.width, bar },
                (float) retouch_random(seed, 2));
    retouch_text(&picture->canvas,
                 (struct sides){ 2, 2, picture->canvas.width, size + 3 }, size, 0.5f,
                 seed);
}

static void caption(struct distort_case *picture, double strength, uint64_t *seed)
{
    int size = (int) strength, rows = size * 8 / 5 * 2 + size;

    retouch_pad(&picture->canvas, (struct sides){ 8, 8, 8, rows }, white);
    retouch_text(&picture->canvas,
                 (struct sides){ 8, picture->canvas.height - rows + size / 2,
                                 picture->canvas.width - 8, picture->canvas.height },
                 size, 0, seed);
}

static void ticks(struct distort_case *picture, struct sides box, int width)
{
    for (int k = 0; k <= 5; k++) {
        int x = box.left + (box.right - box.left) * k / 5;
        int y = box.top + (box.bottom - box.top) * k / 5;

        retouch_box(&picture->canvas,
                    (struct sides){ x, box.bottom, x + width, box.bottom + 5 }, 0);
        retouch_box(&picture->canvas,
                    (struct sides){ box.left - 5, y, box.left, y + width }, 0);
    }
}

// The box, the ticks and the numbers of a plot.
static void axes(struct distort_case *picture, double strength, uint64_t *seed)
{
    int line = (int) strength, margin = 24;
    struct sides own = { line, line, line, line };

    retouch_pad(&picture->canvas, own, black);
    struct sides box = { margin, 10, margin + picture->canvas.width,
                         10 + picture->canvas.height };
    retouch_pad(&picture->canvas, (struct sides){ margin, 10, 10, margin }, white);
    ticks(picture, box, line);
    for (int k = 0; k < 5; k++) {
        int y = box.top + (box.bottom - box.top) * k / 5;

        retouch_text(&picture->canvas, (struct sides){ 2, y, margin - 6, y + 9 }, 6, 0,
                     seed);
    }
    retouch_text(&picture->canvas,
                 (struct sides){ margin, box.bottom + 7, box.right, box.bottom + 20 }, 7,
                 0, seed);
}

// Cut below by whole stripes, then framed by less than that: what is left cannot be all.
static void cut_and_framed(struct distort_case *picture, double strength,
                           const float *colour)
{
    int stripe = (int) round(distort_stripe(picture));
    int rows = (int) (stripe * 0.8);

    retouch_crop(&picture->canvas,
                 (struct sides){ .bottom = (int) round(strength * stripe) });
    retouch_pad(&picture->canvas, (struct sides){ rows, rows, rows, rows }, colour);
}

static void cut_framed_black(struct distort_case *picture, double strength,
                             uint64_t *seed)
{
    (void) seed;
    cut_and_framed(picture, strength, black);
}

static void cut_framed_white(struct distort_case *picture, double strength,
                             uint64_t *seed)
{
    (void) seed;
    cut_and_framed(picture, strength, white);
}

static void cut_framed_grey(struct distort_case *picture, double strength, uint64_t *seed)
{
    float level = 0.2f + 0.6f * (float) retouch_uniform(seed);
    float grey[3] = { level, level, level };

    cut_and_framed(picture, strength, grey);
}

static const struct distortion distortions[] = {
    { "bars-black", "% of height", { { 2, 30 }, { 10, 40 }, { 40, 30 } }, bars_black, 0 },
    { "bars-white", "% of height", { { 2, 30 }, { 10, 35 }, { 40, 30 } }, bars_white, 0 },
    { "bars-at-sides",
      "% of height",
      { { 2, 40 }, { 10, 35 }, { 40, 60 } },
      bars_at_sides,
      0 },
    { "frame-black",
      "% of height",
      { { 2, 45 }, { 10, 45 }, { 40, 60 } },
      frame_black,
      0 },
    { "frame-white",
      "% of height",
      { { 2, 40 }, { 10, 35 }, { 40, 45 } },
      frame_white,
      0 },
    { "frame-grey", "% of height", { { 2, 35 }, { 10, 35 }, { 40, 45 } }, frame_grey, 0 },
    { "frame-colour",
      "% of height",
      { { 2, 30 }, { 10, 40 }, { 40, 40 } },
      frame_colour,
      0 },
    { "askew-black",
      "% of height",
      { { 2, 65 }, { 10, 100 }, { 40, 100 } },
      askew_black,
      0 },
    { "askew-white",
      "% of height",
      { { 2, 40 }, { 10, 35 }, { 40, 40 } },
      askew_white,
      0 },
    { "askew-grey", "% of height", { { 2, 30 }, { 10, 45 }, { 40, 50 } }, askew_grey, 0 },
    { "patchwork", "% of height", { { 2, 55 }, { 10, 60 }, { 40, 70 } }, patchwork, 0 },
    { "round-corners",
      "% of height",
      { { 1, 35 }, { 4, 55 }, { 10, 100 } },
      round_corners,
      0 },
    { "phone", "% of height", { { 4, 100 }, { 8, 100 }, { 15, 100 } }, phone, 0 },
    { "covered", "% of height", { { 2, 100 }, { 5, 100 }, { 12, 100 } }, covered, 0 },
    { "caption", "px", { { 7, 100 }, { 12, 100 }, { 20, 100 } }, caption, 0 },
    { "axes", "px", { { 1, 100 }, { 2, 100 }, { 3, 100 } }, axes, 0 },
    { "cut-framed-black",
      "stripes",
      { { 0.5, 100 }, { 1, 100 }, { 1.5, 100 }, { 2, 100 }, { 4, 100 } },
      cut_framed_black,
      0 },
    { "cut-framed-white",
      "stripes",
      { { 0.5, 65 }, { 1, 100 }, { 1.5, 100 }, { 2, 100 }, { 4, 100 } },
      cut_framed_white,
      0 },
    { "cut-framed-grey",
      "stripes",
      { { 0.5, 60 }, { 1, 100 }, { 1.5, 100 }, { 2, 100 }, { 4, 100 } },
      cut_framed_grey,
      0 },
};

const struct distort_group distort_frame = {
    "frame", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 78
};
