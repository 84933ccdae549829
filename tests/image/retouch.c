// SPDX-License-Identifier: MIT

#include "tests/image/retouch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

struct canvas canvas_make(int width, int height, int channels, float level)
{
    struct canvas canvas = { width, height, channels, NULL };
    size_t count = canvas_area(&canvas) * (size_t) channels;

    canvas.level = malloc(count * sizeof *canvas.level);
    assert(canvas.level);
    for (size_t i = 0; i < count; i++)
        canvas.level[i] = level;
    return canvas;
}

struct canvas canvas_copy(const struct canvas *canvas)
{
    struct canvas copy = canvas_make(canvas->width, canvas->height, canvas->channels, 0);

    memcpy(copy.level, canvas->level,
           canvas_area(canvas) * (size_t) canvas->channels * sizeof(float));
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

    taps.first = malloc((size_t) to * sizeof *taps.first);
    taps.weight = malloc((size_t) to * (size_t) taps.count * sizeof *taps.weight);
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
            float *out = canvas_row(to, c, y);

            for (int k = 0; k < taps->count; k++) {
                float weight = taps->weight[y * taps->count + k];
                const float *in =
                    canvas_row(from, c, clamp(taps->first[y] + k, from->height));

                for (int x = 0; weight != 0 && x < to->width; x++)
                    out[x] += weight * in[x];
            }
            for (int x = 0; x < to->width; x++)
                out[x] = canvas_bounded((double) out[x]);
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
        memcpy(canvas_row(&out, c, 0), canvas->level,
               canvas_area(canvas) * sizeof(float));
    replace(canvas, out);
}

void retouch_paste(struct canvas *canvas, const struct canvas *what, int x, int y)
{
    for (int c = 0; c < canvas->channels; c++)
        for (int j = 0; j < what->height; j++)
            for (int i = 0; i < what->width; i++)
                if (y + j >= 0 && y + j < canvas->height && x + i >= 0 &&
                    x + i < canvas->width)
                    canvas_row(canvas, c, y + j)[x + i] =
                        canvas_row(what, what->channels == 3 ? c : 0, j)[i];
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

struct retouch_colour retouch_grey(float level)
{
    return (struct retouch_colour){ { level, level, level } };
}

void retouch_pad(struct canvas *canvas, struct sides frame, struct retouch_colour colour)
{
    const float *level = colour.level;

    if (!(fabsf(level[0] - level[1]) + fabsf(level[1] - level[2]) < 1e-6f))
        retouch_colour(canvas);
    struct canvas out =
        canvas_make(canvas->width + frame.left + frame.right,
                    canvas->height + frame.top + frame.bottom, canvas->channels, 0);

    for (int c = 0; c < out.channels; c++)
        for (size_t i = 0; i < canvas_area(&out); i++)
            canvas_row(&out, c, 0)[i] = level[c];
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
                canvas_row(&out, c, x)[out.width - 1 - y] = canvas_row(canvas, c, y)[x];
    replace(canvas, out);
}

void retouch_turn(struct canvas *canvas, int orientation)
{
    if (orientation >= 4)
        mirror(canvas);
    for (int i = 0; i < orientation % 4; i++)
        quarter_turn(canvas);
}

static float sample(const struct canvas *canvas, int channel, double x, double y)
{
    int left = (int) floor(x - 0.5), top = (int) floor(y - 0.5);
    double u = x - 0.5 - left, v = y - 0.5 - top;
    const float *upper = canvas_row(canvas, channel, clamp(top, canvas->height));
    const float *lower = canvas_row(canvas, channel, clamp(top + 1, canvas->height));
    int l = clamp(left, canvas->width), r = clamp(left + 1, canvas->width);

    return (float) ((1 - v) * ((1 - u) * (double) upper[l] + u * (double) upper[r]) +
                    v * ((1 - u) * (double) lower[l] + u * (double) lower[r]));
}

// Finds where a pixel of the photograph, from its middle, is in the picture.
static void look_back(const struct canvas *canvas, const struct retouch_camera *camera,
                      const double from[2], double at[2])
{
    double angle = camera->degrees * PI / 180, x = from[0], y = from[1];
    double depth =
        1 + camera->slant[0] * x / canvas->width + camera->slant[1] * y / canvas->height;

    at[0] = (cos(angle) * x + sin(angle) * y) / depth + canvas->width / 2.0;
    at[1] = (cos(angle) * y - sin(angle) * x) / depth + canvas->height / 2.0;
}

void retouch_camera(struct canvas *canvas, struct retouch_camera camera)
{
    double angle = fabs(camera.degrees) * PI / 180;
    double width = canvas->width, height = canvas->height;
    int across =
        (int) (cos(angle) * width + sin(angle) * height + 2 * camera.margin * width);
    int down =
        (int) (cos(angle) * height + sin(angle) * width + 2 * camera.margin * height);
    struct canvas out = canvas_make(across, down, canvas->channels, 0);

    for (int i = 0; i < across * down; i++) {
        int x = i % across, y = i / across;
        double at[2];

        look_back(canvas, &camera,
                  (double[2]){ x + 0.5 - across / 2.0, y + 0.5 - down / 2.0 }, at);
        bool inside =
            at[0] >= 0 && at[0] < canvas->width && at[1] >= 0 && at[1] < canvas->height;
        for (int c = 0; c < out.channels; c++)
            canvas_row(&out, c, y)[x] =
                inside ? sample(canvas, c, at[0], at[1]) : camera.table;
    }
    replace(canvas, out);
}
