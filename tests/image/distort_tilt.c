// SPDX-License-Identifier: MIT
//
// Pictures that lie crooked on a table: turned by a few degrees, in perspective, sheared;
// cut before; other distortions, and things that are no stripes, turned.

#include "tests/image/distort.h"

#include <math.h>

static double signed_uniform(struct distort_case *picture)
{
    return 2 * retouch_uniform(picture->seed) - 1;
}

static double either_way(double value, struct distort_case *picture)
{
    return retouch_random(picture->seed, 2) ? value : -value;
}

// Tables, of a kind each.
enum { BLACK, WHITE, GREY, ANY };

static float table_of(struct distort_case *picture, int kind)
{
    int which = kind == ANY ? (int) retouch_random(picture->seed, 4) : kind;

    if (which == BLACK || which == WHITE)
        return (float) which;
    float level = (float) retouch_uniform(picture->seed);

    return kind == GREY ? 0.2f + 0.6f * level : level;
}

// Turned, and `shear` of the columns in rows; beside its corners the table shows.
static void take(struct distort_case *picture, double degrees, double shear, float table)
{
    retouch_camera(&picture->canvas, (struct retouch_camera){ .degrees = degrees,
                                                              .shear = shear,
                                                              .margin = 0.08,
                                                              .table = table });
}

static void tilt(struct distort_case *picture, double degrees, float table)
{
    take(picture, either_way(degrees, picture), 0, table);
}

static void turn_any(struct distort_case *picture)
{
    retouch_turn(&picture->canvas, (int) retouch_random(picture->seed, 8));
}

static void tilted(struct distort_case *picture)
{
    tilt(picture, picture->strength, table_of(picture, picture->kind));
}

// A table that is not of one level, in even light.
static void on_fading(struct distort_case *picture)
{
    turn_any(picture);
    double degrees = 0.5 + 6 * retouch_uniform(picture->seed);

    degrees = either_way(degrees, picture);
    retouch_camera(&picture->canvas,
                   (struct retouch_camera){
                       .degrees = degrees,
                       .margin = 0.08,
                       .table = 0.2f + 0.3f * (float) retouch_uniform(picture->seed),
                       .fades = (float) picture->strength / 100 });
}

// With what a camera does to it.
static void by_camera(struct distort_case *picture)
{
    struct canvas *canvas = &picture->canvas;
    double strength = picture->strength;
    struct retouch_camera camera = { .margin = 0.08 };

    retouch_scale(canvas, 2, 2, RETOUCH_LINEAR);
    camera.degrees = strength * signed_uniform(picture);
    for (int i = 0; i < 2; i++)
        camera.slant[i] = 0.01 * signed_uniform(picture);
    for (int i = 0; i < 2; i++)
        camera.shift[i] = 0.4 * signed_uniform(picture);
    camera.table = 0.2f + 0.7f * (float) retouch_uniform(picture->seed);
    retouch_camera(canvas, camera);
    retouch_blur(canvas, 0.7);
    retouch_curve(canvas, 0.9 + 0.2 * retouch_uniform(picture->seed), 0.85, 0.06);
    retouch_light(canvas, 0.02 * strength, 0.02 * strength);
    retouch_noise(canvas, 3, picture->seed);
    retouch_jpeg(canvas, 90);
}

// Per cent of depth, besides a tilt that is not measured for it.
static void in_perspective(struct distort_case *picture)
{
    double slant = picture->strength / 100;
    struct retouch_camera camera = { .margin = 0.15 };

    retouch_scale(&picture->canvas, 1.5, 1.5, RETOUCH_LINEAR);
    camera.degrees = 4 * signed_uniform(picture);
    camera.slant[0] = slant * signed_uniform(picture);
    camera.slant[1] = either_way(slant, picture);
    camera.table = table_of(picture, ANY);
    retouch_camera(&picture->canvas, camera);
}

static void scaled(struct distort_case *picture)
{
    double scale = 0.7 + 1.5 * retouch_uniform(picture->seed);

    turn_any(picture);
    tilt(picture, picture->strength, table_of(picture, ANY));
    retouch_scale(&picture->canvas, scale, scale, RETOUCH_LINEAR);
    retouch_jpeg(&picture->canvas, 60 + (int) retouch_random(picture->seed, 36));
}

// Seven ways up, and no table: corners are cut off.
static void tight(struct distort_case *picture)
{
    struct retouch_camera camera = { 0 };

    turn_any(picture);
    camera.degrees = either_way(picture->strength, picture);
    camera.margin = -0.03 + 0.06 * retouch_uniform(picture->seed);
    camera.table = table_of(picture, ANY);
    retouch_camera(&picture->canvas, camera);
}

// Above or below, before.
static void cut(struct distort_case *picture)
{
    int rows = (int) round(picture->strength * distort_stripe(picture));

    retouch_crop(&picture->canvas, retouch_side(picture->kind, rows));
    double degrees = 5 * signed_uniform(picture);

    take(picture, degrees, 0, table_of(picture, ANY));
}

// Cut below by the photograph, behind which nothing is. Black above, as much as is cut
// below, would be another device's picture.
static void cut_after(struct distort_case *picture)
{
    int rows = (int) round(picture->strength * distort_stripe(picture));
    int margin = (int) (0.08 * picture->canvas.height);

    float table = 0.2f + 0.8f * (float) retouch_uniform(picture->seed);

    tilt(picture, 5 * retouch_uniform(picture->seed), table);
    retouch_crop(&picture->canvas, (struct sides){ .bottom = margin + rows });
}

static void sheared(struct distort_case *picture)
{
    double degrees = 4 * signed_uniform(picture);
    double shear = either_way(picture->strength / 100, picture);

    take(picture, degrees, shear, table_of(picture, ANY));
}

// Another distortion before.
static void apply_any(struct distort_case *picture, const struct distort_group *group)
{
    const struct distortion *distortion;
    uint32_t count = (uint32_t) group->count;

    do
        distortion = &group->distortions[retouch_random(picture->seed, count)];
    while (picture->device.height / picture->device.stripes <
           distortion->stripes_rows_min);
    distort_apply_any(picture, distortion, picture->seed);
}

// Any of the other groups', then turned.
static void after_any(struct distort_case *picture)
{
    static const struct distort_group *const groups[] = { &distort_shape, &distort_light,
                                                          &distort_frame,
                                                          &distort_number };
    double strength = picture->strength;

    apply_any(picture, groups[retouch_random(picture->seed, 4)]);
    tilt(picture, strength, table_of(picture, ANY));
}

// Two pictures, or parts of one, then turned.
static void parts(struct distort_case *picture)
{
    static const char *const names[] = { "spliced", "torn", "two-alike", "two-unlike" };
    double strength = picture->strength;

    distort_apply_any(picture, distort_find(names[retouch_random(picture->seed, 4)]),
                      picture->seed);
    tilt(picture, strength, table_of(picture, ANY));
}

static void no_stripes(struct distort_case *picture)
{
    double strength = picture->strength;

    apply_any(picture, &distort_none);
    tilt(picture, strength, table_of(picture, ANY));
}

#define DEGREES "degrees", "0.3 0.7 1.5 3 5 8"

// clang-format off
static const struct distortion distortions[] = {
    { "tilted-on-black", DEGREES, tilted, BLACK, 0 },
    { "tilted-on-white", DEGREES, tilted, WHITE, 0 },
    { "tilted-on-grey", DEGREES, tilted, GREY, 0 },
    { "tilted-on-fading", "%", "5 20 45", on_fading, 0, 0 },
    { "tilted-by-camera", DEGREES, by_camera, 0, 0 },
    { "tilted-scaled", DEGREES, scaled, 0, 0 },
    { "tilted-tight", DEGREES, tight, 0, 0 },
    { "tilted-perspective", "%", "1 3 6 12", in_perspective, 0, 0 },
    { "tilted-cut-below", "stripes", "0.5 1 1.5 2 3", cut, RETOUCH_BOTTOM, 0 },
    { "tilted-cut-above", "stripes", "0.5 1 2 5", cut, RETOUCH_TOP, 0 },
    { "tilted-cut-after", "stripes", "0 0.5 1 2", cut_after, 0, 0 },
    { "tilted-sheared", "%", "1 4 10", sheared, 0, 0 },
    { "tilted-after-any", "degrees", "0.4 1 2 3 4 6", after_any, 0, 0 },
    { "tilted-parts", "degrees", "1 3 6", parts, 0, 0 },
    { "tilted-no-stripes", "degrees", "0 2 5", no_stripes, 0, 0 },
};
// clang-format on

const struct distort_group distort_tilt = {
    "tilt", distortions, (int) (sizeof distortions / sizeof *distortions), false, 95
};
