// SPDX-License-Identifier: MIT
//
// Tilted pictures: what is measured of the tilt is what they were tilted by, what stands
// upright again is what it was, and the answer lies where the stripes are.

#include "image/analyze.h"
#include "image/tilt.h"
#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdlib.h>

static struct group this_group = { .name = "analyze_tilt" };

#define PI     3.14159265358979323846
#define MARGIN 0.2

static struct canvas painted(int precision)
{
    struct simulated device = simulated_device(FP_RNE, precision, 256, 16);

    device.subtract = true;
    return simulated_paint(&device);
}

// Takes the canvas over.
static struct shot shot_of(struct canvas canvas)
{
    struct shot shot = distort_shot(&canvas);

    canvas_finish(&canvas);
    return shot;
}

static struct canvas tilted(int orientation, double degrees, float table)
{
    struct canvas canvas = painted(12);

    retouch_turn(&canvas, orientation);
    retouch_photograph(&canvas, degrees, 0, MARGIN, table);
    return canvas;
}

// Takes the canvas over.
static bool find(struct canvas canvas, struct analyze_tilt *tilt)
{
    struct shot shot = shot_of(canvas);
    struct analyze_view views[2];
    bool found;

    analyze_view_init(&views[0], &shot, false);
    analyze_view_init(&views[1], &shot, true);
    found = analyze_tilt_find(views, tilt);
    analyze_view_finish(&views[1]);
    analyze_view_finish(&views[0]);
    shot_finish(&shot);
    return found;
}

// Turned by so many degrees, on a table: to half a row at the sides.
TEST(slopes)
{
    static const struct {
        int orientation;
        double degrees;
        float table;
    } cases[] = { { 0, 1.1, 1 },  { 0, -0.8, 0 },  { 0, 1.5, 0.5f }, { 0, -3, 1 },
                  { 0, 5, 0 },    { 0, -8, 0.5f }, { 1, 2, 1 },      { 1, -6, 0.3f },
                  { 2, 4, 0.7f }, { 3, -4, 0 },    { 5, 7, 1 },      { 6, -2, 0.5f },
                  { 7, 8, 0.6f } };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas =
            tilted(cases[i].orientation, cases[i].degrees, cases[i].table);
        struct analyze_tilt tilt;
        double want = tan(cases[i].degrees * PI / 180);
        bool upright = cases[i].orientation % 2 == 0;

        if (!find(canvas, &tilt))
            fail_msg("%g degrees on %g: no tilt", cases[i].degrees,
                     (double) cases[i].table);
        double rows = upright ? tilt.a : -tilt.c, sides = upright ? -tilt.c : tilt.a;

        assert_true(fabs(tilt.b) < 0.04 / 416 && fabs(tilt.d) < 0.03 / 416);
        if (fabs(rows - want) > 0.0035 || fabs(sides - want) > 0.005)
            fail_msg("%g degrees: got slopes %g and %g, want %g", cases[i].degrees, rows,
                     sides, want);
    }
}

// The depth of retouch_photograph() grows downwards: the columns meet. Few lines would
// not tell.
TEST(perspective)
{
    static const double slants[] = { 0.06, -0.06, 0.03, -0.08 };

    for (size_t i = 0; i < COUNT_OF(slants); i++) {
        struct canvas canvas = painted(22);
        struct analyze_tilt tilt;
        double want = slants[i] / (26 * 16);

        retouch_photograph(&canvas, 2, slants[i], MARGIN, 0.5f);
        assert_true(find(canvas, &tilt));
        if (fabs(tilt.d - want) > 0.012 / (26 * 16) || fabs(tilt.b) > 0.02 / (26 * 16))
            fail_msg("slant %g: got d %g b %g, want %g 0", slants[i], tilt.d * 26 * 16,
                     tilt.b * 26 * 16, want * 26 * 16);
    }
}

TEST(untilted)
{
    static const double other[] = { 0.1, -0.1, 8.95, -9.05, 14 };
    struct analyze_tilt tilt;

    for (int orientation = 0; orientation < 8; orientation++)
        assert_false(find(tilted(orientation, 0, 0.5f), &tilt));
    for (size_t i = 0; i < COUNT_OF(other); i++)
        assert_false(find(tilted(0, other[i], 1), &tilt));
}

// One half is turned clockwise, the other one not.
TEST(halves)
{
    struct canvas left = painted(12), right = canvas_copy(&left);
    struct analyze_tilt tilt;

    retouch_photograph(&left, 3, 0, MARGIN, 0.5f);
    retouch_photograph(&right, -3, 0, MARGIN, 0.5f);
    retouch_crop(&right, (struct sides){ .left = right.width / 2 });
    retouch_paste(&left, &right, left.width / 2, 0);
    canvas_finish(&right);
    assert_false(find(left, &tilt));
}

// Rows of three degrees, sides that stand as before.
TEST(sheared)
{
    struct canvas canvas = painted(12);
    struct canvas out = canvas_make(360, 500, 1, 0.5f);
    struct analyze_tilt tilt;

    for (int x = 0; x < canvas.width; x++)
        for (int y = 1; y < canvas.height; y++) {
            float part = (float) (x * 6 % 100) / 100;
            const float *level = canvas.level + y * canvas.width + x;

            out.level[(y + 40 + x * 6 / 100) * out.width + x + 50] =
                level[0] + part * (level[-canvas.width] - level[0]);
        }
    canvas_finish(&canvas);
    assert_false(find(out, &tilt));
}

// Noise, one level, and pictures of a few pixels.
TEST(nothing)
{
    static const int sizes[][2] = { { 1, 1 },  { 1, 300 },  { 300, 1 },  { 7, 7 },
                                    { 9, 17 }, { 40, 400 }, { 300, 200 } };
    uint64_t seed = 5;

    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct canvas canvas = canvas_make(sizes[i][0], sizes[i][1], 1, 0.5f);

            if (noisy)
                retouch_noise(&canvas, 60, &seed);
            struct analyze_tilt tilt;

            assert_false(find(canvas, &tilt));
        }
}

// A bright dot, anywhere, is where analyze_straight_point() says.
TEST(points)
{
    static const struct {
        int width, height, x, y;
        struct analyze_tilt tilt;
    } cases[] = {
        { 300, 200, 40, 30, { 0.1, 0, -0.1, 0 } },
        { 300, 200, 250, 160, { -0.14, 0.0008, 0.13, 0.0006 } },
        { 200, 400, 20, 380, { 0.05, -0.0002, -0.06, -0.0002 } },
        { 5000, 800, 4900, 700, { 0.02, 0, -0.02, 0 } },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = canvas_make(cases[i].width, cases[i].height, 1, 0);
        int x = cases[i].x, y = cases[i].y, best = 0;

        retouch_box(&canvas, (struct sides){ x - 4, y - 4, x + 5, y + 5 }, 1);
        struct shot shot = shot_of(canvas);
        struct analyze_straight straight;

        analyze_straighten(&shot, &cases[i].tilt, &straight);
        double sum = 0, mean[2] = { 0 }, at[2];
        int width = straight.shot.width;

        for (int k = 0; k < width * straight.shot.height; k++) {
            best = straight.shot.grey[k];
            sum += best;
            mean[0] += best * (k % width + 0.5);
            mean[1] += best * (k / width + 0.5);
        }
        assert_true(sum > 0);
        analyze_straight_point(&straight, (double[2]){ mean[0] / sum, mean[1] / sum },
                               at);
        if (fabs(at[0] - x - 0.5) > 0.3 || fabs(at[1] - y - 0.5) > 0.3)
            fail_msg("case %zu: got (%g, %g)", i, at[0], at[1]);
        analyze_straight_finish(&straight);
        shot_finish(&shot);
    }
}

// On a table of one level light is made even, and is not where the margin is of two.
TEST(light)
{
    static const struct {
        float table;
        bool box;
        int spread_most, spread_least;
    } cases[] = { { 0.7f, false, 3, 0 },
                  { 0.7f, true, 255, 60 },
                  { 0.08f, false, 20, 4 } };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = canvas_make(300, 240, 1, cases[i].table);

        retouch_light(&canvas, 0.2, 0.1);
        if (cases[i].box)
            retouch_box(&canvas, (struct sides){ 0, 0, 60, 240 }, 0.1f);
        struct shot shot = shot_of(canvas);
        struct analyze_straight straight;
        int low = 255, high = 0;

        analyze_straighten(&shot, &(struct analyze_tilt){ 0 }, &straight);
        for (int k = 0; k < straight.shot.width * straight.shot.height; k++) {
            low = straight.shot.grey[k] < low ? straight.shot.grey[k] : low;
            high = straight.shot.grey[k] > high ? straight.shot.grey[k] : high;
        }
        if (high - low > cases[i].spread_most || high - low < cases[i].spread_least)
            fail_msg("case %zu: levels from %d to %d", i, low, high);
        analyze_straight_finish(&straight);
        shot_finish(&shot);
    }
}

// Corner (u, v) of the picture, upright, behind retouch_turn() and retouch_photograph().
static void corner_of(int orientation, double degrees, double u, double v, double at[2])
{
    double width = 256, height = 26 * 16, x = u * width, y = (1 - v) * height;
    double angle = degrees * PI / 180;

    x = orientation >= 4 ? width - x : x;
    for (int i = 0; i < orientation % 4; i++) {
        double old = x;

        x = height - y;
        y = old;
        old = width;
        width = height;
        height = old;
    }
    x -= width / 2;
    y -= height / 2;
    at[0] = cos(angle) * x - sin(angle) * y + (int) (width * (1 + 2 * MARGIN)) / 2.0;
    at[1] = sin(angle) * x + cos(angle) * y + (int) (height * (1 + 2 * MARGIN)) / 2.0;
}

// All eight ways up, straight and tilted: the verdict, and its place to three pixels.
TEST(places)
{
    static const double angles[] = { 4, -7, 2.5, -1.5, 7, -3, 6, -5 };

    for (int i = 0; i < 16; i++) {
        int orientation = i % 8;
        double degrees = i < 8 ? 0 : angles[orientation], want[2];
        struct analyze_answer answer =
            distort_read(tilted(orientation, degrees, 0.6f), 0);
        const struct analyze_place *place = &answer.place;

        if (!answer.conclusive || answer.fraction_bits != 11 ||
            !(answer.survivors & VERDICT_RULE(FP_RNE)))
            fail_msg("way %d: got %d bits, %s", orientation, answer.fraction_bits,
                     answer.reason);
        assert_int_equal(place->quarter_turns, orientation % 4);
        assert_int_equal(place->mirrored, orientation >= 4);
        assert_true(fabs(place->tilt - degrees) < 0.1);
        for (int corner = 0; corner < 4; corner++) {
            int u = corner % 2, v = corner / 2;
            double x = place->x0 + u * place->ux + v * place->vx;
            double y = place->y0 + u * place->uy + v * place->vy;

            corner_of(orientation, degrees, u, v, want);
            if (fabs(x - want[0]) > 3 || fabs(y - want[1]) > 3)
                fail_msg("way %d, corner %d: got (%g, %g) want (%g, %g)", orientation,
                         corner, x, y, want[0], want[1]);
        }
    }
}

// What an upright one lacks a tilted one lacks too; the reason begins with its tilt.
TEST(refused)
{
    static const struct {
        struct sides cut, cut_after;
        float table;
        double degrees;
    } cases[] = {
        { { .bottom = 16 }, { 0 }, 0.5f, 3 },   { { .bottom = 16 }, { 0 }, 0, -4 },
        { { .bottom = 32 }, { 0 }, 1, 5 },      { { .bottom = 24 }, { 0 }, 0.12f, 1 },
        { { 0 }, { .bottom = 130 }, 0.5f, -3 }, { { 0 }, { .left = 140 }, 0.5f, 4 },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = painted(12);

        retouch_crop(&canvas, cases[i].cut);
        retouch_photograph(&canvas, cases[i].degrees, 0, MARGIN, cases[i].table);
        retouch_crop(&canvas, cases[i].cut_after);
        struct analyze_answer answer = distort_read(canvas, 0);

        if (answer.conclusive)
            fail_msg("case %zu: %d bits", i, answer.fraction_bits);
        assert_int_equal(answer.fraction_bits, -1);
        assert_int_equal(answer.survivors, 0);
    }
}
