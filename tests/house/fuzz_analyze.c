// SPDX-License-Identifier: MIT
//
// The finding and judging of stripes, on bytes: the first eight say which stripes are
// drawn, how large, and in what frame; the rest change levels here and there, or are
// levels. Shots are small: a fit of one of 512 x 512 takes as long as of twenty of these.

#include "base/log.h"
#include "image/analyze.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD  8
#define FRAME 60 // its level

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void) argc;
    (void) argv;
    log_hold(true);
    return 0;
}

// The picture that is drawn: fract or the difference of 2^band + x, by a device of
// `bits` fraction bits.
struct drawing {
    int stripes, bits, frame;
    bool nearest, subtract, turned, mirrored;
};

static double level(const struct drawing *drawing, int band, double x)
{
    double quantum = ldexp(1, band - drawing->bits), sum = ldexp(1, band) + x;

    sum = (drawing->nearest ? nearbyint(sum / quantum) : floor(sum / quantum)) * quantum;
    return drawing->subtract ? fmin(sum - ldexp(1, band), 1) : sum - floor(sum);
}

static uint8_t pixel(const struct drawing *drawing, const struct shot *shot, int x, int y)
{
    int wide = shot->width - 2 * drawing->frame, high = shot->height - 2 * drawing->frame;
    double u = (x - drawing->frame + 0.5) / wide;
    double v = 1 - (y - drawing->frame + 0.5) / high, row;
    int band;

    if (u < 0 || u >= 1 || v < 0 || v >= 1)
        return FRAME;

    if (drawing->mirrored)
        u = 1 - u;
    if (drawing->turned) {
        double other = u;

        u = v;
        v = other;
    }
    row = v * drawing->stripes;
    band = (int) row;
    if (row - band >= 0.9)
        return 0;
    return (uint8_t) (255 * level(drawing, band, 1 - u) + 0.5);
}

static void draw(const struct shot *shot, const uint8_t head[HEAD])
{
    const struct drawing drawing = {
        .stripes = head[3] % 61 + 4,
        .bits = head[4] % 24 + 1,
        .frame = head[6] >> 1 & 31,
        .nearest = head[5] & 1,
        .subtract = head[5] & 2,
        .turned = head[5] & 4,
        .mirrored = head[5] & 8,
    };

    for (int y = 0; y < shot->height; y++)
        for (int x = 0; x < shot->width; x++)
            shot->grey[y * shot->width + x] = pixel(&drawing, shot, x, y);
}

// `rest` as levels, over and over; or, four bytes each, a rectangle that changes.
static void change(const struct shot *shot, bool levels, const uint8_t *rest, size_t size)
{
    size_t count = (size_t) shot->width * (size_t) shot->height;

    for (size_t i = 0; levels && size > 0 && i < count; i++)
        shot->grey[i] = rest[i % size];
    for (size_t i = 0; !levels && i + 4 <= size; i += 4) {
        int left = rest[i] * shot->width / 256, top = rest[i + 1] * shot->height / 256;
        int right = left + rest[i + 2] % 16 + 1, bottom = top + rest[i + 2] / 16 + 1;

        for (int y = top; y < bottom && y < shot->height; y++)
            for (int x = left; x < right && x < shot->width; x++)
                shot->grey[y * shot->width + x] ^= rest[i + 3];
    }
}

static void check(const struct analyze_answer *answer)
{
    const struct analyze_place *place = &answer->place;

    assert(answer->conclusive == !answer->reason[0]);
    assert(answer->confidence >= 0 && answer->confidence <= 1);
    assert(answer->fraction_bits >= -1 && answer->fraction_bits < ANALYZE_STRIPES_MAX);
    assert(answer->stripes >= 0 && answer->stripes <= ANALYZE_STRIPES_MAX);
    assert(!(answer->survivors & ~VERDICT_ALL_RULES));
    if (answer->conclusive)
        assert(answer->found && answer->survivors && answer->fraction_bits >= 0);
    if (answer->found) {
        assert(isfinite(place->x0 + place->y0));
        assert(isfinite(place->ux + place->uy + place->vx + place->vy));
        assert(place->quarter_turns >= 0 && place->quarter_turns < 4);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct analyze_options options = { 0 };
    struct analyze_answer answer;
    struct shot shot;

    if (size < HEAD)
        return 0;
    shot = (struct shot){ .width = data[0] % 64 + 1, .height = data[1] % 160 + 1 };
    options.stripes = data[2] < 4 || data[2] > ANALYZE_STRIPES_MAX ? 0 : data[2];
    shot.grey = malloc((size_t) shot.width * (size_t) shot.height);
    assert(shot.grey);
    draw(&shot, data);
    change(&shot, data[6] & 1, data + HEAD, size - HEAD);
    analyze(&shot, &options, &answer);
    check(&answer);
    free(shot.grey);
    return 0;
}
