// SPDX-License-Identifier: MIT
//
// Tilted pictures: what is measured of the tilt is what they were tilted by, what stands
// upright again is what it was, and the answer lies where the stripes are.

#include "image/analyze.h"
#include "image/straighten.h"
#include "image/tilt.h"
#include "tests/image/simulated.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))
#define PI              3.14159265358979323846
#define MARGIN          0.2

static struct simulated device_of(int precision, int width, int rows)
{
    return (struct simulated){ .model = { { precision, 127 }, FP_RNE, false, false },
                               .subtract = true,
                               .width = width,
                               .height = 26 * rows,
                               .stripes = 26 };
}

static struct canvas painted(int width, int rows)
{
    struct simulated device = device_of(12, width, rows);

    return simulated_paint(&device);
}

// Takes the canvas over.
static struct shot shot_of(struct canvas canvas)
{
    size_t count = (size_t) canvas.width * (size_t) canvas.height;
    struct shot shot = { canvas.width, canvas.height, malloc(count) };

    assert_non_null(shot.grey);
    for (size_t i = 0; i < count; i++)
        shot.grey[i] = (uint8_t) (canvas.level[i] * 255 + 0.5f);
    canvas_finish(&canvas);
    return shot;
}

static struct shot tilted(int orientation, double degrees, double slant, float table)
{
    struct canvas canvas = painted(256, 16);

    retouch_turn(&canvas, orientation);
    retouch_photograph(&canvas, degrees, slant, MARGIN, table);
    return shot_of(canvas);
}

static bool find(const struct shot *shot, struct analyze_tilt *tilt)
{
    struct analyze_view views[2];
    bool found;

    assert_true(analyze_view_init(&views[0], shot, false));
    assert_true(analyze_view_init(&views[1], shot, true));
    found = analyze_tilt_find(views, tilt);
    analyze_view_finish(&views[1]);
    analyze_view_finish(&views[0]);
    return found;
}

static struct analyze_answer ask(const struct shot *shot)
{
    struct analyze_answer answer;

    assert_true(analyze(shot, &(struct analyze_options){ 0 }, &answer));
    assert_true(answer.conclusive == (answer.reason[0] == 0));
    return answer;
}

// Turned by so many degrees, on a table: to half a row at the sides.
static void slopes(void **state)
{
    static const struct {
        int orientation;
        double degrees;
        float table;
    } cases[] = { { 0, 1.1, 1 },  { 0, -0.8, 0 },  { 0, 1.5, 0.5f }, { 0, -3, 1 },
                  { 0, 5, 0 },    { 0, -8, 0.5f }, { 1, 2, 1 },      { 1, -6, 0.3f },
                  { 2, 4, 0.7f }, { 3, -4, 0 },    { 5, 7, 1 },      { 6, -2, 0.5f },
                  { 7, 8, 0.6f } };

    (void) state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct shot shot =
            tilted(cases[i].orientation, cases[i].degrees, 0, cases[i].table);
        struct analyze_tilt tilt;
        double want = tan(cases[i].degrees * PI / 180);
        bool upright = cases[i].orientation % 2 == 0;

        if (!find(&shot, &tilt))
            fail_msg("%g degrees on %g: no tilt", cases[i].degrees,
                     (double) cases[i].table);
        double rows = upright ? tilt.a : -tilt.c, sides = upright ? -tilt.c : tilt.a;

        assert_true(fabs(tilt.b) < 0.04 / 416 && fabs(tilt.d) < 0.03 / 416);
        if (fabs(rows - want) > 0.0035 || fabs(sides - want) > 0.005)
            fail_msg("%g degrees: got slopes %g and %g, want %g", cases[i].degrees, rows,
                     sides, want);
        shot_finish(&shot);
    }
}

// The depth of retouch_photograph() grows downwards: the columns meet. Few lines would
// not tell.
static void perspective(void **state)
{
    static const double slants[] = { 0.06, -0.06, 0.03, -0.08 };

    (void) state;
    for (size_t i = 0; i < COUNT_OF(slants); i++) {
        struct simulated device = device_of(22, 256, 16);
        struct canvas canvas = simulated_paint(&device);
        struct analyze_tilt tilt;
        double want = slants[i] / (26 * 16);

        retouch_photograph(&canvas, 2, slants[i], MARGIN, 0.5f);
        struct shot shot = shot_of(canvas);

        assert_true(find(&shot, &tilt));
        if (fabs(tilt.d - want) > 0.012 / (26 * 16) || fabs(tilt.b) > 0.02 / (26 * 16))
            fail_msg("slant %g: got d %g b %g, want %g 0", slants[i], tilt.d * 26 * 16,
                     tilt.b * 26 * 16, want * 26 * 16);
        shot_finish(&shot);
    }
}

static void untilted(void **state)
{
    static const double other[] = { 0.1, -0.1, 8.95, -9.05, 14 };
    struct analyze_tilt tilt;

    (void) state;
    for (int orientation = 0; orientation < 8; orientation++) {
        struct shot shot = tilted(orientation, 0, 0, 0.5f);

        assert_false(find(&shot, &tilt));
        shot_finish(&shot);
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        struct shot shot = tilted(0, other[i], 0, 1);

        assert_false(find(&shot, &tilt));
        shot_finish(&shot);
    }
}

// One half is turned clockwise, the other one not.
static void halves(void **state)
{
    struct canvas left = painted(256, 16), right = canvas_copy(&left);
    struct analyze_tilt tilt;

    (void) state;
    retouch_photograph(&left, 3, 0, MARGIN, 0.5f);
    retouch_photograph(&right, -3, 0, MARGIN, 0.5f);
    retouch_crop(&right, (struct sides){ .left = right.width / 2 });
    retouch_paste(&left, &right, left.width / 2, 0);
    canvas_finish(&right);
    struct shot shot = shot_of(left);

    assert_false(find(&shot, &tilt));
    shot_finish(&shot);
}

// Rows of three degrees, sides that stand as before.
static void sheared(void **state)
{
    struct canvas canvas = painted(256, 16);
    struct canvas out = canvas_make(360, 500, 1, 0.5f);
    struct analyze_tilt tilt;

    (void) state;
    for (int x = 0; x < canvas.width; x++)
        for (int y = 1; y < canvas.height; y++) {
            float part = (float) (x * 6 % 100) / 100;
            const float *level = canvas.level + y * canvas.width + x;

            out.level[(y + 40 + x * 6 / 100) * out.width + x + 50] =
                level[0] + part * (level[-canvas.width] - level[0]);
        }
    canvas_finish(&canvas);
    struct shot shot = shot_of(out);

    assert_false(find(&shot, &tilt));
    shot_finish(&shot);
}

// Noise, one level, and pictures of a few pixels.
static void nothing(void **state)
{
    static const int sizes[][2] = { { 1, 1 },  { 1, 300 },  { 300, 1 },  { 7, 7 },
                                    { 9, 17 }, { 40, 400 }, { 300, 200 } };
    uint64_t seed = 5;

    (void) state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct canvas canvas = canvas_make(sizes[i][0], sizes[i][1], 1, 0.5f);

            if (noisy)
                retouch_noise(&canvas, 60, &seed);
            struct shot shot = shot_of(canvas);
            struct analyze_tilt tilt;

            assert_false(find(&shot, &tilt));
            shot_finish(&shot);
        }
}

// A bright dot, anywhere, is where analyze_straight_point() says.
static void points(void **state)
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

    (void) state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = canvas_make(cases[i].width, cases[i].height, 1, 0);
        int x = cases[i].x, y = cases[i].y, best = 0;

        retouch_box(&canvas, (struct sides){ x - 4, y - 4, x + 5, y + 5 }, 1);
        struct shot shot = shot_of(canvas);
        struct analyze_straight straight;

        assert_true(analyze_straighten(&shot, &cases[i].tilt, &straight));
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
static void light(void **state)
{
    static const struct {
        float table;
        bool box;
        int spread_most, spread_least;
    } cases[] = { { 0.7f, false, 3, 0 },
                  { 0.7f, true, 255, 60 },
                  { 0.08f, false, 20, 4 } };

    (void) state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = canvas_make(300, 240, 1, cases[i].table);

        retouch_light(&canvas, 0.2, 0.1);
        if (cases[i].box)
            retouch_box(&canvas, (struct sides){ 0, 0, 60, 240 }, 0.1f);
        struct shot shot = shot_of(canvas);
        struct analyze_straight straight;
        int low = 255, high = 0;

        assert_true(analyze_straighten(&shot, &(struct analyze_tilt){ 0 }, &straight));
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

// All eight ways up, tilted: the verdict, and its place to three pixels.
static void places(void **state)
{
    static const double angles[] = { 4, -7, 2.5, -1.5, 7, -3, 6, -5 };

    (void) state;
    for (int orientation = 0; orientation < 8; orientation++) {
        double degrees = angles[orientation], want[2];
        struct shot shot = tilted(orientation, degrees, 0, 0.6f);
        struct analyze_answer answer = ask(&shot);
        const struct analyze_place *place = &answer.place;

        if (!answer.conclusive || answer.fraction_bits != 11 ||
            !(answer.survivors & VERDICT_RULE(FP_RNE)))
            fail_msg("way %d: got %d bits, %s", orientation, answer.fraction_bits,
                     answer.reason);
        assert_int_equal(place->quarter_turns, orientation % 4);
        assert_int_equal(place->mirrored, orientation >= 4);
        assert_true(fabs(place->tilt - degrees) < 0.1);
        for (int i = 0; i < 4; i++) {
            int u = i % 2, v = i / 2;
            double x = place->x0 + u * place->ux + v * place->vx;
            double y = place->y0 + u * place->uy + v * place->vy;

            corner_of(orientation, degrees, u, v, want);
            if (fabs(x - want[0]) > 3 || fabs(y - want[1]) > 3)
                fail_msg("way %d, corner %d: got (%g, %g) want (%g, %g)", orientation, i,
                         x, y, want[0], want[1]);
        }
        shot_finish(&shot);
    }
}

// What an upright one lacks a tilted one lacks too; the reason begins with its tilt.
static void refused(void **state)
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

    (void) state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct canvas canvas = painted(256, 16);

        retouch_crop(&canvas, cases[i].cut);
        retouch_photograph(&canvas, cases[i].degrees, 0, MARGIN, cases[i].table);
        retouch_crop(&canvas, cases[i].cut_after);
        struct shot shot = shot_of(canvas);
        struct analyze_answer answer = ask(&shot);

        if (answer.conclusive)
            fail_msg("case %zu: %d bits", i, answer.fraction_bits);
        assert_int_equal(answer.fraction_bits, -1);
        assert_int_equal(answer.survivors, 0);
        shot_finish(&shot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes),   cmocka_unit_test(perspective),
        cmocka_unit_test(untilted), cmocka_unit_test(halves),
        cmocka_unit_test(sheared),  cmocka_unit_test(nothing),
        cmocka_unit_test(points),   cmocka_unit_test(light),
        cmocka_unit_test(places),   cmocka_unit_test(refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
