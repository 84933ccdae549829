// SPDX-License-Identifier: MIT
//
// Screenshots of which all is known: where the picture in them stands, and when it must
// not be read. Those of any phone are distort_screen.c's.

#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <math.h>

static struct group this_group = { .name = "analyze_inset" };

enum { WIDTH = 360, HEIGHT = 640, LEFT = 40, TOP = 90, WIDE = 256, PITCH = 16 };

// A clock, three buttons, and between them a picture of 26 stripes.
static struct canvas screen_of(enum fp_round rule, float frame, int precision, int lost)
{
    struct simulated device = simulated_device(rule, precision, WIDE, PITCH);

    device.subtract = true;
    struct canvas picture = simulated_paint(&device);
    struct canvas canvas = canvas_make(WIDTH, HEIGHT, 1, frame);
    uint64_t seed = 1;

    retouch_crop(&picture, (struct sides){ .bottom = lost * PITCH });
    retouch_paste(&canvas, &picture, LEFT, TOP);
    retouch_text(&canvas, (struct sides){ 10, 6, 90, 24 }, 12, 0.9f, &seed);
    for (int i = 1; i <= 3; i++)
        retouch_box(&canvas, (struct sides){ 90 * i - 8, 610, 90 * i + 8, 626 }, 0.8f);
    canvas_finish(&picture);
    return canvas;
}

static struct canvas screen(float frame, int precision, int lost)
{
    return screen_of(FP_RTZ, frame, precision, lost);
}

TEST(place)
{
    for (int turns = 0; turns < 8; turns += turns ? 3 : 1) {
        struct canvas canvas = screen(0.1f, 12, 0);

        retouch_turn(&canvas, turns);
        struct analyze_answer answer = distort_read(canvas, 0);
        const struct analyze_place *place = &answer.place;
        double area = fabs(place->ux * place->vy - place->uy * place->vx);
        double x = place->x0 + (place->ux + place->vx) / 2;
        double y = place->y0 + (place->uy + place->vy) / 2;
        double middle[2] = { LEFT + WIDE / 2.0, TOP + 26 * PITCH / 2.0 };

        assert_true(answer.conclusive);
        assert_int_equal(answer.fraction_bits, 11);
        assert_true(fabs(area / (WIDE * 26.0 * PITCH) - 1) < 0.03);
        // The middle of the picture, wherever its corners went.
        if (turns == 0) {
            assert_true(fabs(x - middle[0]) < 3 && fabs(y - middle[1]) < 1);
            assert_true(fabs(answer.stripe[0].bottom - (TOP + 26 * PITCH)) < 1);
        } else if (turns == 1) {
            assert_true(fabs(y - middle[0]) < 3);
            assert_true(fabs(HEIGHT - x - middle[1]) < 1);
            assert_true(fabs(answer.stripe[0].top - (HEIGHT - TOP - 26 * PITCH)) < 1);
        }
    }
}

// Stripes that are missing below, on any frame.
TEST(lost)
{
    for (int precision = 12; precision <= 24; precision += 6)
        for (int lost = 1; lost <= 3; lost += 2)
            for (int level = 0; level <= 2; level++) {
                enum fp_round rule = precision == 18 ? FP_RTZ : FP_RNE;
                struct analyze_answer answer =
                    distort_read(screen_of(rule, (float) level / 8, precision, lost), 0);

                assert_false(answer.conclusive);
            }
}

// Of few stripes that are lit, low ones, the lines hardly move if one is missing.
TEST(few_lit)
{
    for (int precision = 5; precision <= 6; precision++)
        for (int pitch = 5; pitch <= 9; pitch += 2) {
            struct simulated device =
                simulated_device(FP_RTZ, precision, 1 << (precision - 1), pitch);
            struct canvas picture = simulated_paint(&device);
            struct canvas canvas = canvas_make(WIDTH, HEIGHT, 1, 0.4f);
            uint64_t seed = 1;

            retouch_crop(&picture, (struct sides){ .bottom = pitch });
            retouch_scale(&picture, 256.0 / picture.width, 1, RETOUCH_NEAREST);
            retouch_paste(&canvas, &picture, LEFT, TOP);
            retouch_text(&canvas, (struct sides){ 10, 6, 90, 24 }, 12, 0.9f, &seed);
            canvas_finish(&picture);
            assert_false(distort_read(canvas, 0).conclusive);
        }
}

// A page of 900 x 900 on which the pictures of two devices stand, each with its corner
// where `corners` says; the second one only if `both`.
static struct canvas page_of(const int corners[4], bool both)
{
    struct canvas page = canvas_make(900, 900, 1, 0.98f);
    const enum fp_round rules[] = { FP_RTZ, FP_RNE };
    uint64_t seed = 1;

    retouch_text(&page, (struct sides){ 10, 6, 90, 24 }, 12, 0.1f, &seed);
    for (int i = 0; i <= both; i++) {
        struct simulated device = simulated_device(rules[i], 12 + 4 * i, WIDE, 10);
        struct canvas picture = simulated_paint(&device);

        retouch_paste(&page, &picture, corners[2 * i], corners[2 * i + 1]);
        canvas_finish(&picture);
    }
    return page;
}

// A device beside its reference, as on a sheet: nothing says which one is meant, wherever
// the second one stands.
TEST(twins)
{
    static const int pages[][4] = {
        { 322, 100, 34, 100 },
        { 322, 100, 610, 100 },
        { 322, 480, 322, 160 },
        { 322, 160, 322, 480 },
    };

    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct analyze_answer answer = distort_read(page_of(pages[i], false), 0);

        assert_true(answer.conclusive);
        assert_int_equal(answer.fraction_bits, 11);
        answer = distort_read(page_of(pages[i], true), 0);
        if (answer.conclusive || answer.fraction_bits != -1 || answer.survivors)
            fail_msg("page %zu: %d bits", i, answer.fraction_bits);
    }
}

// Lines between stripes are no edges of a picture of fewer stripes.
TEST(told)
{
    for (int stripes = 16; stripes <= 22; stripes += 3)
        assert_false(distort_read(screen(0, 24, 0), stripes).conclusive);
}

// As black as the picture, nothing shows where that ends: only 23 bits are read.
TEST(on_black)
{
    for (int precision = 10; precision <= 24; precision += 7) {
        struct analyze_answer answer = distort_read(screen(0, precision, 0), 0);

        if (answer.conclusive != (precision == 24) ||
            answer.fraction_bits != (precision == 24 ? 23 : -1))
            fail_msg("p = %d: %d bits, %s", precision, answer.fraction_bits,
                     answer.reason);
    }
}

// So many bars that no screen has them end the search.
TEST(bars)
{
    struct canvas canvas = screen(0.1f, 12, 0);

    for (int y = 0; y < TOP - 2; y += 4)
        retouch_box(&canvas, (struct sides){ 0, y, WIDTH, y + 2 }, (float) (y % 8) / 8);
    for (int y = TOP + 26 * PITCH + 2; y < HEIGHT; y += 4)
        retouch_box(&canvas, (struct sides){ 0, y, WIDTH, y + 2 }, (float) (y % 8) / 8);
    struct analyze_answer answer = distort_read(canvas, 0);
    assert_true(!answer.conclusive || answer.fraction_bits == 11);
}
