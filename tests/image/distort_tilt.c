// SPDX-License-Identifier: MIT
//
// Pictures that lie crooked on a table: turned by a few degrees, in perspective, sheared;
// cut before; other distortions, and things that are no stripes, turned.

#include "tests/image/distort.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// How the camera stands: image/tilt.h has the same perspective, the other way round.
struct view {
    double degrees;
    double shear;       // of columns, in rows
    double slant[2];    // depth over the width, over the height
    double margin;      // of the picture, that the table shows beside its corners
    double shift[2];    // of that margin, by which the picture is off the middle
    float table, fades; // its level, and what is added to its right, or below
};

static double signed_uniform(uint64_t *seed)
{
    return 2 * retouch_uniform(seed) - 1;
}

static double either_way(double value, uint64_t *seed)
{
    return retouch_random(seed, 2) ? value : -value;
}

// Bilinear, within the canvas.
static float sample(const struct canvas *canvas, int channel, double x, double y)
{
    double u = fmin(fmax(x - 0.5, 0), canvas->width - 1);
    double v = fmin(fmax(y - 0.5, 0), canvas->height - 1);
    int left = (int) u, top = (int) v;
    int right = left + (left < canvas->width - 1);
    int below = top + (top < canvas->height - 1);
    size_t width = (size_t) canvas->width;
    const float *level =
        canvas->level + (size_t) channel * width * (size_t) canvas->height;
    const float *upper = level + (size_t) top * width;
    const float *lower = level + (size_t) below * width;

    u -= left;
    v -= top;
    return (float) ((1 - v) *
                        ((1 - u) * (double) upper[left] + u * (double) upper[right]) +
                    v * ((1 - u) * (double) lower[left] + u * (double) lower[right]));
}

// Where a pixel of the photograph, from its middle, is in the picture, from its middle.
static void look_back(const struct canvas *canvas, const struct view *view, double x,
                      double y, double at[2])
{
    double angle = view->degrees * PI / 180;
    double depth =
        1 + view->slant[0] * x / canvas->width + view->slant[1] * y / canvas->height;
    double u = (cos(angle) * x + sin(angle) * y) / depth;
    double v = (cos(angle) * y - sin(angle) * x) / depth;

    at[0] = u + view->shear * v;
    at[1] = v;
}

static void take(struct canvas *canvas, const struct view *view)
{
    double angle = fabs(view->degrees) * PI / 180, at[2];
    double room[2] = { view->margin * canvas->width, view->margin * canvas->height };
    int width =
        (int) (cos(angle) * canvas->width + sin(angle) * canvas->height + 2 * room[0]);
    int height =
        (int) (cos(angle) * canvas->height + sin(angle) * canvas->width + 2 * room[1]);
    struct canvas out = canvas_make(width, height, canvas->channels, view->table);
    double x0 = width / 2.0 + view->shift[0] * room[0];
    double y0 = height / 2.0 + view->shift[1] * room[1];

    for (int c = 0; c < canvas->channels; c++)
        for (int y = 0; y < height; y++) {
            float *level =
                out.level + ((size_t) c * (size_t) height + (size_t) y) * (size_t) width;

            for (int x = 0; x < width; x++) {
                look_back(canvas, view, x + 0.5 - x0, y + 0.5 - y0, at);
                at[0] += canvas->width / 2.0;
                at[1] += canvas->height / 2.0;
                if (at[0] >= 0 && at[0] < canvas->width && at[1] >= 0 &&
                    at[1] < canvas->height)
                    level[x] = sample(canvas, c, at[0], at[1]);
                else
                    level[x] +=
                        view->fades * (float) (width > height ? (double) x / width
                                                              : (double) y / height);
            }
        }
    canvas_finish(canvas);
    *canvas = out;
}

static void tilt(struct distort_case *picture, double degrees, float table,
                 uint64_t *seed)
{
    take(&picture->canvas, &(struct view){ .degrees = either_way(degrees, seed),
                                           .margin = 0.08,
                                           .table = table });
}

static float any_table(uint64_t *seed)
{
    int which = (int) retouch_random(seed, 4);

    return which == 0 ? 0 : which == 1 ? 1 : (float) retouch_uniform(seed);
}

static void on_black(struct distort_case *picture, double strength, uint64_t *seed)
{
    tilt(picture, strength, 0, seed);
}

static void on_white(struct distort_case *picture, double strength, uint64_t *seed)
{
    tilt(picture, strength, 1, seed);
}

static void on_grey(struct distort_case *picture, double strength, uint64_t *seed)
{
    tilt(picture, strength, 0.2f + 0.6f * (float) retouch_uniform(seed), seed);
}

// A table that is not of one level, in even light.
static void on_fading(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_turn(&picture->canvas, (int) retouch_random(seed, 8));
    take(&picture->canvas,
         &(struct view){ .degrees = either_way(0.5 + 6 * retouch_uniform(seed), seed),
                         .margin = 0.08,
                         .table = 0.2f + 0.3f * (float) retouch_uniform(seed),
                         .fades = (float) strength / 100 });
}

// What a camera does to it.
static void expose(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_blur(&picture->canvas, 0.7);
    retouch_curve(&picture->canvas, 0.9 + 0.2 * retouch_uniform(seed), 0.85, 0.06);
    retouch_light(&picture->canvas, 0.02 * strength, 0.02 * strength);
    retouch_noise(&picture->canvas, 3, seed);
    retouch_jpeg(&picture->canvas, 90);
}

static void by_camera(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_scale(&picture->canvas, 2, 2, RETOUCH_LINEAR);
    take(&picture->canvas,
         &(struct view){
             .degrees = strength * signed_uniform(seed),
             .slant = { 0.01 * signed_uniform(seed), 0.01 * signed_uniform(seed) },
             .margin = 0.08,
             .shift = { 0.4 * signed_uniform(seed), 0.4 * signed_uniform(seed) },
             .table = 0.2f + 0.7f * (float) retouch_uniform(seed) });
    expose(picture, strength, seed);
}

// Per cent of depth, besides a tilt that is not measured for it.
static void in_perspective(struct distort_case *picture, double strength, uint64_t *seed)
{
    double slant = strength / 100;

    retouch_scale(&picture->canvas, 1.5, 1.5, RETOUCH_LINEAR);
    take(&picture->canvas, &(struct view){ .degrees = 4 * signed_uniform(seed),
                                           .slant = { slant * signed_uniform(seed),
                                                      either_way(slant, seed) },
                                           .margin = 0.15,
                                           .table = any_table(seed) });
}

static void scaled(struct distort_case *picture, double strength, uint64_t *seed)
{
    double scale = 0.7 + 1.5 * retouch_uniform(seed);

    retouch_turn(&picture->canvas, (int) retouch_random(seed, 8));
    tilt(picture, strength, any_table(seed), seed);
    retouch_scale(&picture->canvas, scale, scale, RETOUCH_LINEAR);
    retouch_jpeg(&picture->canvas, 60 + (int) retouch_random(seed, 36));
}

// Seven ways up, and no table: corners are cut off.
static void tight(struct distort_case *picture, double strength, uint64_t *seed)
{
    retouch_turn(&picture->canvas, (int) retouch_random(seed, 8));
    take(&picture->canvas, &(struct view){ .degrees = either_way(strength, seed),
                                           .margin = -0.03 + 0.06 * retouch_uniform(seed),
                                           .table = any_table(seed) });
}

static void cut(struct distort_case *picture, double stripes, bool below, uint64_t *seed)
{
    int rows = (int) round(stripes * distort_stripe(picture));

    retouch_crop(&picture->canvas,
                 (struct sides){ .top = below ? 0 : rows, .bottom = below ? rows : 0 });
    take(&picture->canvas, &(struct view){ .degrees = 5 * signed_uniform(seed),
                                           .margin = 0.08,
                                           .table = any_table(seed) });
}

static void cut_below(struct distort_case *picture, double strength, uint64_t *seed)
{
    cut(picture, strength, true, seed);
}

static void cut_above(struct distort_case *picture, double strength, uint64_t *seed)
{
    cut(picture, strength, false, seed);
}

// Cut below by the photograph, behind which nothing is. Black above, as much as is cut
// below, would be another device's picture.
static void cut_after(struct distort_case *picture, double strength, uint64_t *seed)
{
    int rows = (int) round(strength * distort_stripe(picture));
    int margin = (int) (0.08 * picture->canvas.height);

    tilt(picture, 5 * retouch_uniform(seed), 0.2f + 0.8f * (float) retouch_uniform(seed),
         seed);
    retouch_crop(&picture->canvas, (struct sides){ .bottom = margin + rows });
}

static void sheared(struct distort_case *picture, double strength, uint64_t *seed)
{
    take(&picture->canvas, &(struct view){ .degrees = 4 * signed_uniform(seed),
                                           .shear = either_way(strength / 100, seed),
                                           .margin = 0.08,
                                           .table = any_table(seed) });
}

// Another distortion before.
static void apply_any(struct distort_case *picture, const struct distort_group *group,
                      uint64_t *seed)
{
    const struct distortion *distortion;

    do
        distortion = &group->distortions[retouch_random(seed, (uint32_t) group->count)];
    while (picture->device.height / picture->device.stripes <
           distortion->stripes_rows_min);
    int strengths = distort_strengths(distortion);
    double strength =
        distortion->strengths[retouch_random(seed, (uint32_t) strengths)].value;

    distortion->apply(picture, strength, seed);
}

// Any of the other groups', then turned.
static void after_any(struct distort_case *picture, double strength, uint64_t *seed)
{
    static const struct distort_group *const groups[] = { &distort_shape, &distort_light,
                                                          &distort_frame,
                                                          &distort_number };

    apply_any(picture, groups[retouch_random(seed, 4)], seed);
    tilt(picture, strength, any_table(seed), seed);
}

static const struct distortion *named(const struct distort_group *group, const char *name)
{
    for (int i = 0; i < group->count; i++)
        if (!strcmp(group->distortions[i].name, name))
            return &group->distortions[i];
    return NULL;
}

// Two pictures, or parts of one, then turned.
static void parts(struct distort_case *picture, double strength, uint64_t *seed)
{
    static const char *const names[] = { "spliced", "torn", "two-alike", "two-unlike" };
    const struct distortion *distortion =
        named(&distort_chain, names[retouch_random(seed, 4)]);
    int strengths = distort_strengths(distortion);
    double value =
        distortion->strengths[retouch_random(seed, (uint32_t) strengths)].value;

    distortion->apply(picture, value, seed);
    tilt(picture, strength, any_table(seed), seed);
}

static void no_stripes(struct distort_case *picture, double strength, uint64_t *seed)
{
    apply_any(picture, &distort_none, seed);
    tilt(picture, strength, any_table(seed), seed);
}

#define DEGREES(most)                                                          \
    {                                                                          \
        { 0.3, most }, { 0.7, most }, { 1.5, most }, { 3, most }, { 5, most }, \
        {                                                                      \
            8, most                                                            \
        }                                                                      \
    }

static const struct distortion distortions[] = {
    { "tilted-on-black", "degrees", DEGREES(100), on_black, 0 },
    { "tilted-on-white", "degrees", DEGREES(100), on_white, 0 },
    { "tilted-on-grey", "degrees", DEGREES(100), on_grey, 0 },
    { "tilted-on-fading", "%", { { 5, 100 }, { 20, 100 }, { 45, 100 } }, on_fading, 0 },
    { "tilted-by-camera", "degrees", DEGREES(100), by_camera, 0 },
    { "tilted-scaled", "degrees", DEGREES(100), scaled, 0 },
    { "tilted-tight", "degrees", DEGREES(100), tight, 0 },
    { "tilted-perspective",
      "%",
      { { 1, 100 }, { 3, 100 }, { 6, 100 }, { 12, 100 } },
      in_perspective,
      0 },
    { "tilted-cut-below",
      "stripes",
      { { 0.5, 100 }, { 1, 100 }, { 1.5, 100 }, { 2, 100 }, { 3, 100 } },
      cut_below,
      0 },
    { "tilted-cut-above",
      "stripes",
      { { 0.5, 100 }, { 1, 100 }, { 2, 100 }, { 5, 100 } },
      cut_above,
      0 },
    { "tilted-cut-after",
      "stripes",
      { { 0, 100 }, { 0.5, 100 }, { 1, 100 }, { 2, 100 } },
      cut_after,
      0 },
    { "tilted-sheared", "%", { { 1, 100 }, { 4, 100 }, { 10, 100 } }, sheared, 0 },
    { "tilted-after-any",
      "degrees",
      { { 0.4, 100 }, { 1, 100 }, { 2, 100 }, { 3, 100 }, { 4, 100 }, { 6, 100 } },
      after_any,
      0 },
    { "tilted-parts", "degrees", { { 1, 100 }, { 3, 100 }, { 6, 100 } }, parts, 0 },
    { "tilted-no-stripes",
      "degrees",
      { { 0, 100 }, { 2, 100 }, { 5, 100 } },
      no_stripes,
      0 },
};

const struct distort_group distort_tilt = {
    "tilt", distortions, (int) (sizeof(distortions) / sizeof(*distortions)), false, 95
};
