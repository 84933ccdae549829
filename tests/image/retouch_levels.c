// SPDX-License-Identifier: MIT

#include "tests/image/retouch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

void retouch_curve(struct canvas *canvas, double gamma, double gain, double offset)
{
    for (size_t i = 0; i < canvas_area(canvas) * (size_t) canvas->channels; i++) {
        double level = (double) canvas->level[i];

        level = gamma < 1 || gamma > 1 ? pow(level, gamma) : level;
        canvas->level[i] = canvas_bounded(gain * level + offset);
    }
}

void retouch_dye(struct canvas *canvas, const float dark[3], const float light[3])
{
    retouch_colour(canvas);
    for (int c = 0; c < 3; c++)
        for (size_t i = 0; i < canvas_area(canvas); i++) {
            float *level = canvas_row(canvas, c, 0) + i;

            *level = dark[c] + (light[c] - dark[c]) * *level;
        }
}

// A line of `count` levels, `step` floats apart, by `weights` [2 reach + 1].
static void blur_line(float *level, float *copy, int count, size_t step,
                      const float *weights, int reach)
{
    for (int i = 0; i < count; i++)
        copy[i] = level[(size_t) i * step];
    for (int i = 0; i < count; i++) {
        float sum = 0;

        for (int k = -reach; k <= reach; k++) {
            int at = i + k < 0 ? 0 : i + k >= count ? count - 1 : i + k;

            sum += weights[k + reach] * copy[at];
        }
        level[(size_t) i * step] = sum;
    }
}

void retouch_blur(struct canvas *canvas, double sigma)
{
    int reach = (int) ceil(3 * sigma);
    int longest = canvas->width > canvas->height ? canvas->width : canvas->height;
    float *weights = malloc((size_t) (2 * reach + 1) * sizeof *weights);
    float *copy = malloc((size_t) longest * sizeof *copy);
    float sum = 0;

    assert(weights && copy);
    for (int k = -reach; k <= reach; k++)
        sum += weights[k + reach] = (float) exp(-k * k / (2 * sigma * sigma));
    for (int k = 0; k <= 2 * reach; k++)
        weights[k] /= sum;
    for (int c = 0; c < canvas->channels; c++) {
        for (int y = 0; y < canvas->height; y++)
            blur_line(canvas_row(canvas, c, y), copy, canvas->width, 1, weights, reach);
        for (int x = 0; x < canvas->width; x++)
            blur_line(canvas_row(canvas, c, 0) + x, copy, canvas->height,
                      (size_t) canvas->width, weights, reach);
    }
    free(copy);
    free(weights);
}

// Nearly normal: the sum of four uniform numbers, of variance 4/12.
static double normal(uint64_t *seed)
{
    double sum = -2;

    for (int k = 0; k < 4; k++)
        sum += retouch_uniform(seed);
    return sum * sqrt(3);
}

void retouch_noise(struct canvas *canvas, double sigma, uint64_t *seed)
{
    for (size_t i = 0; i < canvas_area(canvas) * (size_t) canvas->channels; i++)
        canvas->level[i] =
            canvas_bounded((double) canvas->level[i] + sigma / 255 * normal(seed));
}

void retouch_light(struct canvas *canvas, double corner, double side)
{
    for (int c = 0; c < canvas->channels; c++) {
        for (int y = 0; y < canvas->height; y++) {
            for (int x = 0; x < canvas->width; x++) {
                double u = (x + 0.5) / canvas->width, v = (y + 0.5) / canvas->height;
                double far = ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)) * 2;
                float *level = canvas_row(canvas, c, y) + x;

                *level =
                    canvas_bounded((double) *level * (1 - corner * far) * (1 - side * u));
            }
        }
    }
}

static void spread_errors(struct canvas *canvas, int channel, int levels)
{
    for (int y = 0; y < canvas->height; y++) {
        float *row = canvas_row(canvas, channel, y), *below = row + canvas->width;

        for (int x = 0; x < canvas->width; x++) {
            float was = row[x];

            row[x] = canvas_bounded(round((double) was * (levels - 1)) / (levels - 1));
            float error = was - row[x];

            if (x + 1 < canvas->width)
                row[x + 1] += error * 7 / 16;
            if (y + 1 == canvas->height)
                continue;
            below[x] += error * 5 / 16;
            if (x > 0)
                below[x - 1] += error * 3 / 16;
            if (x + 1 < canvas->width)
                below[x + 1] += error * 1 / 16;
        }
    }
}

void retouch_levels(struct canvas *canvas, int levels, enum retouch_dither dither)
{
    static const int matrix[4][4] = {
        { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 }
    };

    for (int c = 0; c < canvas->channels; c++) {
        if (dither == RETOUCH_SPREAD) {
            spread_errors(canvas, c, levels);
            continue;
        }
        for (int y = 0; y < canvas->height; y++) {
            for (int x = 0; x < canvas->width; x++) {
                float *level = canvas_row(canvas, c, y) + x;
                double up =
                    dither == RETOUCH_ORDERED ? (matrix[y % 4][x % 4] + 0.5) / 16 : 0.5;

                *level = canvas_bounded(floor((double) *level * (levels - 1) + up) /
                                        (levels - 1));
            }
        }
    }
}

void retouch_clouds(struct canvas *canvas, uint64_t *seed)
{
    struct canvas sum = canvas_make(canvas->width, canvas->height, 1, 0);
    double weight = 0;

    for (int size = 2; size <= canvas->width && size <= canvas->height; size *= 2) {
        struct canvas octave = canvas_make(size, size, 1, 0);

        for (size_t i = 0; i < canvas_area(&octave); i++)
            octave.level[i] = (float) retouch_uniform(seed);
        retouch_scale(&octave, (double) canvas->width / size,
                      (double) canvas->height / size, RETOUCH_LINEAR);
        for (size_t i = 0; i < canvas_area(&sum) && i < canvas_area(&octave); i++)
            sum.level[i] += octave.level[i] * 2 / (float) sqrt(size);
        weight += 2 / sqrt(size);
        canvas_finish(&octave);
    }
    for (size_t i = 0; i < canvas_area(&sum); i++)
        for (int c = 0; c < canvas->channels; c++)
            canvas_row(canvas, c, 0)[i] =
                canvas_bounded(0.5 + 2 * ((double) sum.level[i] / weight - 0.5));
    canvas_finish(&sum);
}

void retouch_box(struct canvas *canvas, struct sides rectangle, float level)
{
    for (int c = 0; c < canvas->channels; c++)
        for (int y = rectangle.top; y < rectangle.bottom; y++)
            for (int x = rectangle.left; x < rectangle.right; x++)
                if (x >= 0 && x < canvas->width && y >= 0 && y < canvas->height)
                    canvas_row(canvas, c, y)[x] = level;
}

void retouch_round_corners(struct canvas *canvas, int radius)
{
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            int right = canvas->width - 1 - x, below = canvas->height - 1 - y;
            int dx = radius - (x < right ? x : right);
            int dy = radius - (y < below ? y : below);

            for (int c = 0; c < canvas->channels; c++)
                if (dx > 0 && dy > 0 && dx * dx + dy * dy > radius * radius)
                    canvas_row(canvas, c, y)[x] = 0;
        }
    }
}

// A letter of 3 x 5 dots.
static void letter(struct canvas *canvas, int x, int y, int size, float ink,
                   uint64_t *seed)
{
    uint32_t dots = retouch_random(seed, 1u << 15) | 1u << 7;

    for (int k = 0; k < 15; k++) {
        int left = x + k % 3 * size / 5, top = y + k / 3 * size / 5;

        if (dots >> k & 1)
            retouch_box(canvas,
                        (struct sides){ left, top, x + (k % 3 + 1) * size / 5,
                                        y + (k / 3 + 1) * size / 5 },
                        ink);
    }
}

void retouch_text(struct canvas *canvas, struct sides rectangle, int size, float ink,
                  uint64_t *seed)
{
    for (int y = rectangle.top; y + size <= rectangle.bottom; y += size * 8 / 5) {
        int end = rectangle.right - (int) retouch_random(seed, (uint32_t) size * 4 + 1);

        for (int x = rectangle.left; x + size <= end; x += size * 4 / 5 + 1)
            if (retouch_random(seed, 6))
                letter(canvas, x, y, size, ink, seed);
    }
}
