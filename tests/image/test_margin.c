// SPDX-License-Identifier: MIT
//
// What analyze() must not read: a half of a ramp as a whole one, more stripes than it was
// told of; and what it takes for granted.

#include "tests/image/striped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// Told of fewer stripes, or of more, than there are.
static void misled(void **state)
{
    (void) state;
    static const enum fp_round drawn[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RO };
    static const int told[] = { 13, 18, 25, 27 };

    for (size_t i = 0; i < COUNT_OF(drawn) * 2; i++) {
        struct probe_params params =
            striped_params(drawn[i / 2], i % 2 ? 14 : 24, 512, 10);
        struct pixels pixels = striped_paint(i % 2, &params);
        struct shot shot = striped_shot(&pixels);

        for (size_t k = 0; k < COUNT_OF(told); k++) {
            struct analyze_answer answer;

            assert_true(analyze(&shot, &(struct analyze_options){ told[k] }, &answer));
            assert_false(answer.conclusive);
            assert_int_equal(answer.fraction_bits, -1);
            assert_true((strstr(answer.reason, "steps end above") != NULL) ==
                        (told[k] < params.precision_bits - 1));
        }
        shot_finish(&shot);
        pixels_finish(&pixels);
    }
}

// What is taken for granted is said, but where there cannot be more bits.
static void assumed(void **state)
{
    (void) state;

    for (int precision = 8; precision <= 24; precision += 16) {
        struct probe_params params = striped_params(FP_RTZ, precision, 256, 10);
        struct pixels pixels = striped_paint(false, &params);
        struct shot shot = striped_shot(&pixels);
        struct analyze_answer answer = striped_ask(&shot);

        assert_true(answer.conclusive);
        assert_int_equal(answer.assumes_lowest, precision < 24);
        shot_finish(&shot);
        pixels_finish(&pixels);
    }
}

// A picture of 256 columns, `lift` being its black, and beside it 256 more of the level
// `beside`, in which stripe 5 has the level `lit`; then bars of `level`.
struct half {
    int left, right, level, lift, beside, lit;
    bool conclusive;
};

static int level_of(const struct half *half, const struct pixels *pixels, int row,
                    int column)
{
    int stripe = 25 - row * 26 / pixels->height;

    if (column < 256)
        return half->lift +
               (int) (pixels_row(pixels, row)[column] & 255) * (255 - half->lift) / 255;
    return half->lit && stripe == 5 ? half->lit : half->beside;
}

static struct shot half_of(const struct pixels *pixels, const struct half *half,
                           bool mirrored)
{
    int width = half->left + 512 + half->right;
    struct shot shot = striped_blank(width, pixels->height, half->level);

    for (int row = 0; row < pixels->height; row++)
        for (int column = 0; column < 512; column++) {
            int x = half->left + column;

            shot.grey[(size_t) row * (size_t) width +
                      (size_t) (mirrored ? width - 1 - x : x)] =
                (uint8_t) level_of(half, pixels, row, column);
        }
    return shot;
}

// What is beside the ramp may be as wide a part of it again: if it is black like the
// picture's, and nothing like it is at the other end. A lit stripe goes on there.
static void halves(void **state)
{
    (void) state;
    static const struct half table[] = {
        { 0, 0, 0, 0, 0, 0, false },       { 100, 100, 0, 0, 0, 0, false },
        { 100, 100, 255, 0, 0, 0, false }, { 100, 100, 90, 0, 0, 0, false },
        { 256, 0, 0, 0, 0, 0, true },      { 356, 100, 0, 0, 0, 0, true },
        { 0, 0, 0, 0, 90, 0, true },       { 0, 0, 0, 0, 255, 0, true },
        { 0, 0, 0, 60, 60, 0, false },     { 0, 0, 0, 60, 0, 0, true },
        { 100, 100, 0, 60, 60, 0, false }, { 220, 0, 0, 0, 0, 0, false },
        { 250, 0, 0, 0, 0, 0, true },      { 256, 0, 0, 0, 0, 60, false },
        { 256, 0, 0, 0, 0, 9, true },
    };
    struct probe_params params = striped_params(FP_RNE, 14, 256, 10);
    struct pixels pixels = striped_paint(false, &params);

    for (size_t i = 0; i < COUNT_OF(table) * 2; i++) {
        const struct half *half = &table[i / 2];
        struct shot shot = half_of(&pixels, half, i % 2);
        struct analyze_answer answer = striped_ask(&shot);

        if (answer.conclusive != half->conclusive)
            fail_msg("row %d, %s: %s", (int) i / 2, i % 2 ? "mirrored" : "upright",
                     answer.reason);
        if (answer.conclusive)
            assert_int_equal(answer.fraction_bits, 13);
        shot_finish(&shot);
    }
    pixels_finish(&pixels);
}

// White bars at a picture whose uppermost stripes are white: were they a part of it, the
// black lines between stripes would go on there, if there are any.
static void white_bars(void **state)
{
    (void) state;
    static const struct {
        enum fp_round rule;
        int rows, left, right;
        bool conclusive;
    } table[] = {
        { FP_RUP, 10, 100, 0, true },  { FP_RUP, 7, 100, 0, false },
        { FP_RUP, 7, 100, 100, true }, { FP_RUP, 7, 0, 100, true },
        { FP_RTZ, 5, 100, 0, true },   { FP_RUP, 7, 10, 0, true },
    };

    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct probe_params params =
            striped_params(table[i].rule, 14, 256, table[i].rows);
        struct pixels pixels = striped_paint(true, &params);
        int width = table[i].left + 256 + table[i].right;
        struct shot shot = striped_blank(width, pixels.height, 255);

        for (int row = 0; row < pixels.height; row++)
            for (int column = 0; column < 256; column++)
                shot.grey[(size_t) row * (size_t) width +
                          (size_t) (table[i].left + column)] =
                    (uint8_t) pixels_row(&pixels, row)[column];
        struct analyze_answer answer = striped_ask(&shot);

        if (answer.conclusive != table[i].conclusive)
            fail_msg("row %d: %s", (int) i, answer.reason);
        if (answer.conclusive)
            assert_int_equal(answer.fraction_bits, 13);
        shot_finish(&shot);
        pixels_finish(&pixels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misled),
        cmocka_unit_test(assumed),
        cmocka_unit_test(halves),
        cmocka_unit_test(white_bars),
    };

    return cmocka_run_group_tests_name("analyze_margin", tests, NULL, NULL);
}
