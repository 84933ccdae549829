// SPDX-License-Identifier: MIT
//
// analyze() by its parts: the model of a stripe against what the probes paint, where the
// picture lies, and that no picture, however small or odd, breaks it.

#include "image/model.h"
#include "tests/image/striped.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
    enum fp_round rule;
    enum analyze_flavor flavor;
    uint32_t others; // rules of its family that must be in the answer
} rules[] = {
    { FP_RTZ, ANALYZE_TRUNCATE, VERDICT_RULE(FP_RDN) | VERDICT_RULE(FP_CHOP_G0) },
    { FP_CHOP_G3, ANALYZE_TRUNCATE, VERDICT_RULE(FP_RTZ) },
    { FP_RUP, ANALYZE_UPWARD, VERDICT_RULE(FP_RAZ) },
    { FP_RAZ, ANALYZE_UPWARD, VERDICT_RULE(FP_RUP) },
    { FP_RO, ANALYZE_ODD, 0 },
    { FP_RNE, ANALYZE_NEAREST, VERDICT_RULE(FP_RNA) },
    { FP_RNE_NS1, ANALYZE_NO_STICKY_1, VERDICT_RULE(FP_RNE) },
    { FP_RNE_NS2, ANALYZE_NO_STICKY_2, VERDICT_RULE(FP_RNE) },
    { FP_RNE_NS3, ANALYZE_NO_STICKY_3, VERDICT_RULE(FP_RNE) },
};

// Every flavor, form and octave, in ramps narrow and wide; ties are the rule's own.
static void model(void **state)
{
    (void) state;
    const int bits = 12;

    for (size_t i = 0; i < COUNT_OF(rules); i++)
        for (int subtract = 0; subtract < 2; subtract++)
            for (int width = 16; width <= 256; width *= 4) {
                struct probe_params params =
                    striped_params(rules[i].rule, bits + 1, width, 1);
                struct pixels pixels = striped_paint(subtract, &params);

                for (int band = bits - 6; band < 26; band++)
                    for (int column = 0; column < width; column++) {
                        int octave = bits - band + 1;
                        struct analyze_shape shape = { rules[i].flavor, subtract,
                                                       octave < 0 ? 0 : octave, width };
                        double want = analyze_model_level(&shape, (column + 0.5) / width);
                        uint32_t got = pixels_row(&pixels, 25 - band)[column] & 255;

                        if (fabs(want * 255 - got) > 0.51)
                            fail_msg("%s %d bits, %d columns, stripe %d, column %d: got "
                                     "%u want %g",
                                     fp_round_name(rules[i].rule), bits, width, band,
                                     column, got, want * 255);
                    }
                pixels_finish(&pixels);
            }
}

// Whole pictures, as they are.
static void verdicts(void **state)
{
    (void) state;

    for (size_t i = 0; i < COUNT_OF(rules); i++)
        for (int precision = 5; precision <= 24; precision += 1 + precision / 8) {
            int width = precision < 9 ? 1 << (precision - 1) : 256;
            bool subtract = (precision + i) % 2;
            struct probe_params params =
                striped_params(rules[i].rule, precision, width, 20);
            struct pixels pixels = striped_paint(subtract, &params);
            struct shot shot = striped_shot(&pixels);
            struct analyze_answer answer = striped_ask(&shot);
            uint32_t want = VERDICT_RULE(rules[i].rule) | rules[i].others;

            if (!answer.conclusive || answer.fraction_bits != precision - 1 ||
                (answer.survivors & want) != want ||
                answer.pattern != verdict_pattern(want))
                fail_msg("%s, p = %d: %d bits, %s (%s)", fp_round_name(rules[i].rule),
                         precision, answer.fraction_bits,
                         verdict_rounding(answer.survivors), answer.reason);
            enum analyze_form form =
                subtract ? ANALYZE_FORM_SUBTRACT : ANALYZE_FORM_FRACT;
            assert_int_equal(answer.form, rules[i].flavor == ANALYZE_TRUNCATE
                                              ? ANALYZE_FORM_UNKNOWN
                                              : form);
            // The last stripe has the levels 1/2 and 0.
            const struct analyze_stripe *last = &answer.stripe[precision - 2];
            if (rules[i].flavor == ANALYZE_TRUNCATE)
                assert_true(last->left == 0.5 && last->right == 0);
            shot_finish(&shot);
            pixels_finish(&pixels);
        }
}

// (x, y) of the shot for (u, v) of the picture.
static void point(const struct analyze_place *place, double u, double v, double *x,
                  double *y)
{
    *x = place->x0 + u * place->ux + v * place->vx;
    *y = place->y0 + u * place->uy + v * place->vy;
}

// (x, y) of a picture of *width x *height, turned by a quarter, clockwise.
static void turn(int *x, int *y, int *width, int *height)
{
    int old_x = *x, old_width = *width;

    *x = *height - 1 - *y;
    *y = old_x;
    *width = *height;
    *height = old_width;
}

// The pixel of the shot where `place_shot` has one of the picture.
static void carry(const struct pixels *pixels, int turns, bool mirrored, int *x, int *y)
{
    int width = pixels->width, height = pixels->height;

    if (mirrored)
        *x = width - 1 - *x;
    for (int k = 0; k < turns; k++)
        turn(x, y, &width, &height);
    *x += 30;
    *y += 20;
}

// Turned and mirrored, in a border of another level.
static struct shot place_shot(const struct pixels *pixels, int turns, bool mirrored)
{
    int width = turns % 2 ? pixels->height : pixels->width;
    int height = turns % 2 ? pixels->width : pixels->height;
    struct shot shot = striped_blank(40 + width, 50 + height, 150);

    for (int row = 0; row < pixels->height; row++)
        for (int column = 0; column < pixels->width; column++) {
            int x = column, y = row;

            carry(pixels, turns, mirrored, &x, &y);
            shot.grey[(size_t) y * (size_t) shot.width + (size_t) x] =
                (uint8_t) pixels_row(pixels, row)[column];
        }
    return shot;
}

static void places(void **state)
{
    (void) state;
    struct probe_params params = striped_params(FP_RNE, 11, 256, 12);
    struct pixels pixels = striped_paint(false, &params);

    for (int i = 0; i < 8; i++) {
        struct shot shot = place_shot(&pixels, i / 2, i % 2);
        struct analyze_answer answer = striped_ask(&shot);

        assert_true(answer.conclusive);
        assert_int_equal(answer.fraction_bits, 10);
        assert_int_equal(answer.place.quarter_turns, i / 2);
        assert_int_equal(answer.place.mirrored, i % 2);
        for (int end = 0; end < 2; end++) {
            int want_x = end ? pixels.width - 1 : 0, want_y = end ? 0 : pixels.height - 1;
            double x, y;

            carry(&pixels, i / 2, i % 2, &want_x, &want_y);
            point(&answer.place, end, end, &x, &y);
            assert_true(fabs(x - want_x) < 4);
            assert_true(fabs(y - want_y) < 4);
        }
        shot_finish(&shot);
    }
    pixels_finish(&pixels);
}

// Whole stripes cut off below, and what stands in their place above.
static void cut(void **state)
{
    (void) state;

    for (int precision = 6; precision <= 22; precision += 4)
        for (int lost = 1; lost <= 3; lost++) {
            struct probe_params params = striped_params(FP_RTZ, precision, 32, 20);
            struct pixels pixels = striped_paint(false, &params);

            pixels.height -= lost * 20;
            struct shot shot = striped_framed(&pixels, 32, pixels.height, 0, 0, 0);
            struct analyze_answer answer = striped_ask(&shot);

            assert_false(answer.conclusive);
            assert_int_equal(answer.fraction_bits, -1);
            assert_int_equal(answer.survivors, 0);
            shot_finish(&shot);
            pixels_finish(&pixels);
        }
}

// One bit less is never said of binary32, since more than 23 bits there are none.
static void cut_above(void **state)
{
    (void) state;
    struct probe_params params = striped_params(FP_RTZ, 24, 512, 20);
    struct pixels pixels = striped_paint(false, &params);
    struct shot shot = striped_framed(&pixels, 512, pixels.height, 0, 0, 0);
    size_t rows = 2 * 20;

    memmove(shot.grey, shot.grey + rows * 512, 512 * ((size_t) shot.height - rows));
    shot.height -= (int) rows;
    struct analyze_answer answer = striped_ask(&shot);

    assert_true(answer.conclusive);
    assert_int_equal(answer.fraction_bits, 23);
    shot_finish(&shot);
    pixels_finish(&pixels);
}

// A letterbox as black as the picture, the same on both sides, and not the same.
static void letterbox(void **state)
{
    (void) state;
    struct probe_params params = striped_params(FP_RNE, 11, 256, 12);
    struct pixels pixels = striped_paint(false, &params);
    struct shot even = striped_framed(&pixels, 256, pixels.height + 80, 0, 40, 0);
    struct shot odd = striped_framed(&pixels, 256, pixels.height + 80, 0, 21, 0);
    struct analyze_answer answer = striped_ask(&even);

    assert_true(answer.conclusive);
    assert_int_equal(answer.fraction_bits, 10);
    answer = striped_ask(&odd);
    assert_true(!answer.conclusive || answer.fraction_bits == 10);
    shot_finish(&odd);
    shot_finish(&even);
    pixels_finish(&pixels);
}

// Black lifted above that of an uneven frame, which is then none of the picture's.
static void lifted(void **state)
{
    (void) state;
    struct probe_params params = striped_params(FP_RNE, 11, 256, 12);
    struct pixels pixels = striped_paint(false, &params);

    for (int row = 0; row < pixels.height; row++)
        for (int column = 0; column < pixels.width; column++) {
            uint32_t *word = &pixels_row(&pixels, row)[column];

            *word = 40 + (*word & 255) * 180 / 255;
        }
    struct shot shot = striped_framed(&pixels, 300, pixels.height + 80, 10, 17, 0);
    struct analyze_answer answer = striped_ask(&shot);

    assert_true(answer.conclusive);
    assert_int_equal(answer.fraction_bits, 10);
    shot_finish(&shot);
    pixels_finish(&pixels);
}

// One stripe is of another device.
static void contradiction(void **state)
{
    (void) state;

    for (int stripe = 7; stripe <= 9; stripe++) {
        struct probe_params params = striped_params(FP_RTZ, 11, 256, 20);
        struct pixels pixels = striped_paint(false, &params);
        struct shot shot = striped_framed(&pixels, 256, pixels.height, 0, 0, 0);
        size_t size = (size_t) 20 * 256;

        memcpy(shot.grey + (size_t) (25 - stripe) * size,
               shot.grey + (size_t) (25 - stripe + 2) * size, size);
        assert_false(striped_ask(&shot).conclusive);
        shot_finish(&shot);
        pixels_finish(&pixels);
    }
}

// No stripes at all, in every odd size.
static void nothing(void **state)
{
    (void) state;
    static const int sizes[][2] = { { 1, 1 },     { 1, 300 },    { 300, 1 },
                                    { 16384, 1 }, { 1, 16384 },  { 2, 2 },
                                    { 7, 26 },    { 26, 7 },     { 64, 52 },
                                    { 129, 53 },  { 2049, 130 }, { 300, 64 } };
    uint32_t random = 1;

    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (int kind = 0; kind < 5; kind++) {
            struct shot shot =
                striped_blank(sizes[i][0], sizes[i][1], kind == 1 ? 255 : 0);

            for (int y = 0; y < shot.height && kind > 1; y++)
                for (int x = 0; x < shot.width; x++) {
                    random = random * 1664525 + 1013904223;
                    shot.grey[(size_t) y * (size_t) shot.width + (size_t) x] =
                        (uint8_t) (kind == 2   ? random >> 24
                                   : kind == 3 ? 255 - 255 * (int64_t) x / shot.width
                                   : x         ? 128 // a frame of one column
                                               : y * 40);
                }
            assert_false(striped_ask(&shot).conclusive);
            shot_finish(&shot);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model),         cmocka_unit_test(verdicts),
        cmocka_unit_test(places),        cmocka_unit_test(cut),
        cmocka_unit_test(cut_above),     cmocka_unit_test(letterbox),
        cmocka_unit_test(nothing),       cmocka_unit_test(lifted),
        cmocka_unit_test(contradiction),
    };

    return cmocka_run_group_tests_name("analyze_core", tests, NULL, NULL);
}
