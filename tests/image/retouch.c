// SPDX-License-Identifier: MIT

#include "tests/image/retouch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static size_t area(const struct canvas *canvas)
{
    return (size_t) canvas->width * (size_t) canvas->height;
}

static float *row_of(const struct canvas *canvas, int channel, int y)
{
    return canvas->level + (size_t) channel * area(canvas) +
           (size_t) y * (size_t) canvas->width;
}

struct canvas canvas_make(int width, int height, int channels, float level)
{
    struct canvas canvas = { width, height, channels, NULL };
    size_t count = area(&canvas) * (size_t) channels;

    canvas.level = malloc(count * sizeof(*canvas.level));
    assert(canvas.level);
    for (size_t i = 0; i < count; i++)
        canvas.level[i] = level;
    return canvas;
}

struct canvas canvas_copy(const struct canvas *canvas)
{
    struct canvas copy = canvas_make(canvas->width, canvas->height, canvas->channels, 0);

    memcpy(copy.level, canvas->level,
           area(canvas) * (size_t) canvas->channels * sizeof(float));
    return copy;
}

void canvas_finish(struct canvas *canvas)
{
    free(canvas->level);
    *canvas = (struct canvas){ 0 };
}

static void replace(struct canvas *canvas, struct canvas by)
{
    canvas_finish(canvas);
    *canvas = by;
}

// Splitmix64.
static uint64_t next(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint32_t retouch_random(uint64_t *seed, uint32_t bound)
{
    return (uint32_t) ((next(seed) >> 32) * bound >> 32);
}

double retouch_uniform(uint64_t *seed)
{
    return (double) (next(seed) >> 11) * 0x1p-53;
}

// How an axis is resampled: output i is the sum of weight[i][k] * input[first[i] + k].
struct taps {
    int count, *first;
    float *weight;
};

static double kernel(enum retouch_filter filter, double t)
{
    t = fabs(t);
    if (filter == RETOUCH_LANCZOS) {
        if (t >= 3)
            return 0;
        return t < 1e-9 ? 1 : 3 * sin(PI * t) * sin(PI * t / 3) / (PI * PI * t * t);
    }
    return t < 1 ? 1 - t : 0;
}

// The part of the input pixel `k` that lies under an output pixel [low, high).
static double overlap(int k, double low, double high)
{
    double part = fmin(k + 1, high) - fmax(k, low);

    return part > 0 ? part : 0;
}

static double tap(enum retouch_filter filter, int k, double centre, double step)
{
    double stretch = filter == RETOUCH_LANCZOS && step > 1 ? step : 1;

    if (filter == RETOUCH_NEAREST)
        return k == (int) floor(centre);
    if (filter == RETOUCH_AREA)
        return overlap(k, centre - step / 2, centre + step / 2);
    return kernel(filter, (k + 0.5 - centre) / stretch);
}

static struct taps make_taps(int from, int to, enum retouch_filter filter)
{
    double step = (double) from / to;
    double reach = filter == RETOUCH_LANCZOS ? 3 * fmax(step, 1) : fmax(step / 2, 1);
    struct taps taps = { (int) (2 * reach) + 2, NULL, NULL };

    taps.first = malloc((size_t) to * sizeof(*taps.first));
    taps.weight = malloc((size_t) to * (size_t) taps.count * sizeof(*taps.weight));
    assert(taps.first && taps.weight);
    for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * step, sum = 0;

        taps.first[i] = (int) floor(centre - reach);
        for (int k = 0; k < taps.count; k++) {
            double weight = tap(filter, taps.first[i] + k, centre, step);

            taps.weight[i * taps.count + k] = (float) weight;
            sum += weight;
        }
        for (int k = 0; k < taps.count; k++)
            taps.weight[i * taps.count + k] /= (float) sum;
    }
    return taps;
}

static void finish_taps(struct taps *taps)
{
    free(taps->first);
    free(taps->weight);
}

static int clamp(int value, int high)
{
    return value < 0 ? 0 : value >= high ? high - 1 : value;
}

static float bounded(double level)
{
    return level < 0 ? 0 : level > 1 ? 1 : (float) level;
}

static void scale_rows(const struct canvas *from, struct canvas *to,
                       const struct taps *taps)
{
    for (int y = 0; y < to->height * to->channels; y++) {
        const float *in = from->level + (size_t) y * (size_t) from->width;
        float *out = to->level + (size_t) y * (size_t) to->width;

        for (int x = 0; x < to->width; x++) {
            const float *weight = taps->weight + (size_t) x * (size_t) taps->count;
            float sum = 0;

            for (int k = 0; k < taps->count; k++)
                sum += weight[k] * in[clamp(taps->first[x] + k, from->width)];
            out[x] = sum;
        }
    }
}

static void scale_columns(const struct canvas *from, struct canvas *to,
                          const struct taps *taps)
{
    for (int c = 0; c < to->channels; c++) {
        for (int y = 0; y < to->height; y++) {
            float *out = row_of(to, c, y);

            for (int k = 0; k < taps->count; k++) {
                float weight = taps->weight[y * taps->count + k];
                const float *in =
                    row_of(from, c, clamp(taps->first[y] + k, from->height));

                for (int x = 0; weight != 0 && x < to->width; x++)
                    out[x] += weight * in[x];
            }
            for (int x = 0; x < to->width; x++)
                out[x] = bounded((double) out[x]);
        }
    }
}

void retouch_scale(struct canvas *canvas, double x, double y, enum retouch_filter filter)
{
    int width = (int) fmax(1, round(canvas->width * x));
    int height = (int) fmax(1, round(canvas->height * y));
    struct taps taps = make_taps(canvas->width, width, filter);
    struct canvas wide = canvas_make(width, canvas->height, canvas->channels, 0);

    scale_rows(canvas, &wide, &taps);
    finish_taps(&taps);
    replace(canvas, canvas_make(width, height, wide.channels, 0));
    taps = make_taps(wide.height, height, filter);
    scale_columns(&wide, canvas, &taps);
    finish_taps(&taps);
    canvas_finish(&wide);
}

void retouch_colour(struct canvas *canvas)
{
    if (canvas->channels == 3)
        return;
    struct canvas out = canvas_make(canvas->width, canvas->height, 3, 0);

    for (int c = 0; c < 3; c++)
        memcpy(row_of(&out, c, 0), canvas->level, area(canvas) * sizeof(float));
    replace(canvas, out);
}

void retouch_paste(struct canvas *canvas, const struct canvas *what, int x, int y)
{
    for (int c = 0; c < canvas->channels; c++)
        for (int j = 0; j < what->height; j++)
            for (int i = 0; i < what->width; i++)
                if (y + j >= 0 && y + j < canvas->height && x + i >= 0 &&
                    x + i < canvas->width)
                    row_of(canvas, c, y + j)[x + i] =
                        row_of(what, what->channels == 3 ? c : 0, j)[i];
}

void retouch_crop(struct canvas *canvas, struct sides cut)
{
    int width = canvas->width - cut.left - cut.right;
    int height = canvas->height - cut.top - cut.bottom;
    struct canvas out =
        canvas_make(width < 1 ? 1 : width, height < 1 ? 1 : height, canvas->channels, 0);

    retouch_paste(&out, canvas, -cut.left, -cut.top);
    replace(canvas, out);
}

void retouch_pad(struct canvas *canvas, struct sides frame, const float colour[3])
{
    if (!(fabsf(colour[0] - colour[1]) + fabsf(colour[1] - colour[2]) < 1e-6f))
        retouch_colour(canvas);
    struct canvas out =
        canvas_make(canvas->width + frame.left + frame.right,
                    canvas->height + frame.top + frame.bottom, canvas->channels, 0);

    for (int c = 0; c < out.channels; c++)
        for (size_t i = 0; i < area(&out); i++)
            row_of(&out, c, 0)[i] = colour[c];
    retouch_paste(&out, canvas, frame.left, frame.top);
    replace(canvas, out);
}

static void mirror(struct canvas *canvas)
{
    for (int y = 0; y < canvas->height * canvas->channels; y++) {
        float *row = canvas->level + (size_t) y * (size_t) canvas->width;

        for (int x = 0; x < canvas->width / 2; x++) {
            float level = row[x];

            row[x] = row[canvas->width - 1 - x];
            row[canvas->width - 1 - x] = level;
        }
    }
}

static void quarter_turn(struct canvas *canvas)
{
    struct canvas out = canvas_make(canvas->height, canvas->width, canvas->channels, 0);

    for (int c = 0; c < canvas->channels; c++)
        for (int y = 0; y < canvas->height; y++)
            for (int x = 0; x < canvas->width; x++)
                row_of(&out, c, x)[out.width - 1 - y] = row_of(canvas, c, y)[x];
    replace(canvas, out);
}

void retouch_turn(struct canvas *canvas, int orientation)
{
    if (orientation >= 4)
        mirror(canvas);
    for (int i = 0; i < orientation % 4; i++)
        quarter_turn(canvas);
}

void retouch_box(struct canvas *canvas, struct sides rectangle, float level)
{
    for (int c = 0; c < canvas->channels; c++)
        for (int y = rectangle.top; y < rectangle.bottom; y++)
            for (int x = rectangle.left; x < rectangle.right; x++)
                if (x >= 0 && x < canvas->width && y >= 0 && y < canvas->height)
                    row_of(canvas, c, y)[x] = level;
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
                    row_of(canvas, c, y)[x] = 0;
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

static float sample(const struct canvas *canvas, int channel, double x, double y)
{
    int left = (int) floor(x - 0.5), top = (int) floor(y - 0.5);
    double u = x - 0.5 - left, v = y - 0.5 - top;
    const float *upper = row_of(canvas, channel, clamp(top, canvas->height));
    const float *lower = row_of(canvas, channel, clamp(top + 1, canvas->height));
    int l = clamp(left, canvas->width), r = clamp(left + 1, canvas->width);

    return (float) ((1 - v) * ((1 - u) * (double) upper[l] + u * (double) upper[r]) +
                    v * ((1 - u) * (double) lower[l] + u * (double) lower[r]));
}

void retouch_photograph(struct canvas *canvas, double degrees, double slant,
                        double margin, float table)
{
    double angle = degrees * PI / 180, width = canvas->width, height = canvas->height;
    struct canvas out =
        canvas_make((int) (width * (1 + 2 * margin)), (int) (height * (1 + 2 * margin)),
                    canvas->channels, table);

    for (int y = 0; y < out.height; y++) {
        for (int x = 0; x < out.width; x++) {
            double dx = x + 0.5 - out.width / 2.0, dy = y + 0.5 - out.height / 2.0;
            double depth = 1 + slant * dy / height;
            double u = (cos(angle) * dx + sin(angle) * dy) / depth + width / 2;
            double v = (cos(angle) * dy - sin(angle) * dx) / depth + height / 2;

            for (int c = 0; c < out.channels; c++)
                if (u >= 0 && u < width && v >= 0 && v < height)
                    row_of(&out, c, y)[x] = sample(canvas, c, u, v);
        }
    }
    replace(canvas, out);
}
