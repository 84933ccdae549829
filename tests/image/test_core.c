// SPDX-License-Identifier: MIT
//
// analyze() by its parts: the model of a stripe against what devices paint, and that no
// picture, however small or odd, breaks it; what it must not read, a half of a ramp as a
// whole one or more stripes than it was told of; and what it takes for granted.

#include "image/fit.h"
#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "analyze_core" };

static struct canvas painted(enum fp_round round, int precision, int width, int rows)
{
    struct simulated device = simulated_device(round, precision, width, rows);

    return simulated_paint(&device);
}

static const struct {
    enum fp_round rule;
    enum analyze_flavor flavor;
    uint32_t others; // rules of its family that must be in the answer
    enum rewriting order;
} rules[] = {
    { FP_RTZ, ANALYZE_TRUNCATE, VERDICT_RULE(FP_RDN) | VERDICT_RULE(FP_CHOP_G0),
      REWRITING_NONE },
    { FP_CHOP_G3, ANALYZE_TRUNCATE, VERDICT_RULE(FP_RTZ), REWRITING_NONE },
    { FP_RUP, ANALYZE_UPWARD, VERDICT_RULE(FP_RAZ), REWRITING_NONE },
    { FP_RAZ, ANALYZE_UPWARD, VERDICT_RULE(FP_RUP), REWRITING_NONE },
    { FP_RO, ANALYZE_ODD, 0, REWRITING_NONE },
    { FP_RNE, ANALYZE_NEAREST, VERDICT_RULE(FP_RNA), REWRITING_NONE },
    { FP_RNE_NS1, ANALYZE_NO_STICKY_1, VERDICT_RULE(FP_RNE), REWRITING_NONE },
    { FP_RNE_NS2, ANALYZE_NO_STICKY_2, VERDICT_RULE(FP_RNE), REWRITING_NONE },
    { FP_RNE_NS3, ANALYZE_NO_STICKY_3, VERDICT_RULE(FP_RNE), REWRITING_NONE },
    { FP_RNE, ANALYZE_MINUS_FIRST, VERDICT_RULE(FP_RNE), REWRITING_MINUS_FIRST },
};

// Every flavor, form and octave, in ramps narrow and wide; ties are the rule's own.
TEST(model)
{
    const int bits = 12;

    for (size_t i = 0; i < COUNT_OF(rules) * 2; i++)
        for (int width = 16; width <= 256; width *= 4) {
            struct simulated device =
                simulated_device(rules[i / 2].rule, bits + 1, width, 1);
            struct analyze_shape shape = { rules[i / 2].flavor, i % 2, 0, width };

            device.subtract = i % 2;
            device.order = rules[i / 2].order;
            struct canvas canvas = simulated_paint(&device);
            for (int k = 0; k < width * (32 - bits); k++) {
                int stripe = bits - 6 + k / width, column = k % width;
                double got = (double) canvas_row(&canvas, 0, 25 - stripe)[column] * 255;

                shape.octave = bits - stripe + 1 < 0 ? 0 : bits - stripe + 1;
                double want = analyze_model_level(&shape, (column + 0.5) / width) * 255;
                if (fabs(want - got) > 0.51)
                    fail_msg("%s %d columns, stripe %d, column %d: got %g want %g",
                             fp_round_name(rules[i / 2].rule), width, stripe, column, got,
                             want);
            }
            canvas_finish(&canvas);
        }
}

// Whole pictures, as they are.
TEST(verdicts)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        for (int precision = 5; precision <= 24; precision += 1 + precision / 8) {
            int width = precision < 9 ? 1 << (precision - 1) : 256;
            struct simulated device =
                simulated_device(rules[i].rule, precision, width, 20);

            device.subtract = (precision + i) % 2;
            device.order = rules[i].order;
            struct analyze_answer answer = distort_read(simulated_paint(&device), 0);
            uint32_t want = VERDICT_RULE(rules[i].rule) | rules[i].others;
            bool upward = rules[i].flavor == ANALYZE_UPWARD;
            char bits[40];

            snprintf(bits, sizeof bits, "%d fraction bits rounded upward", precision - 1);
            if (answer.conclusive == upward ||
                !strstr(answer.reason, upward ? bits : "") ||
                answer.fraction_bits != (upward ? -1 : precision - 1) ||
                (answer.survivors & want) != want || answer.rewriting != rules[i].order ||
                answer.pattern != verdict_pattern(want))
                fail_msg("%s, p = %d: %d bits, %s (%s)", fp_round_name(rules[i].rule),
                         precision, answer.fraction_bits,
                         verdict_rounding(answer.survivors), answer.reason);
            bool hidden = rules[i].flavor == ANALYZE_TRUNCATE ||
                          (rules[i].flavor == ANALYZE_ODD && !device.subtract);
            assert_int_equal(answer.form, hidden            ? ANALYZE_FORM_UNKNOWN
                                          : device.subtract ? ANALYZE_FORM_SUBTRACT
                                                            : ANALYZE_FORM_FRACT);
            // The last stripe has the levels 1/2 and 0.
            const struct analyze_stripe *last = &answer.stripe[precision - 2];
            if (rules[i].flavor == ANALYZE_TRUNCATE)
                assert_true(last->left == 0.5 && last->right == 0);
        }
}

// Whether an answer says nothing of a device that is not so. Where it is inconclusive,
// and has rules all the same, these are of several orders of the sum.
static bool is_true_of(const struct analyze_answer *answer,
                       const struct simulated *device)
{
    uint32_t rule = VERDICT_RULE(device->model.round);
    enum rewriting order =
        device->order == REWRITING_PLUS_FIRST ? REWRITING_MINUS_FIRST : device->order;
    int less = answer->fraction_bits - (device->model.format.precision - 1);

    if (!answer->conclusive)
        return !answer->survivors || answer->survivors & rule;
    if (answer->rewriting && answer->rewriting != device->order)
        return false;
    if (less == 0 && answer->survivors & rule)
        return true;
    return less == (order == REWRITING_ONE_LAST) && answer->reordered[order] & rule;
}

// Every model in every order of the sum: no other width, no rules without the model's,
// no order but the device's, unless the answer says of what order they are. By default
// few formats, and pictures.
TEST(orders)
{
    static const struct {
        enum rewriting order;
        bool subtract;
    } forms[] = {
        { REWRITING_NONE, false },       { REWRITING_MINUS_FIRST, false },
        { REWRITING_NONE, true },        { REWRITING_MINUS_FIRST, true },
        { REWRITING_PLUS_FIRST, true },  { REWRITING_ONE_LAST, true },
        { REWRITING_PLUS_FIRST, false },
    };
    static const struct {
        int width, rows;
        bool cuts;
    } sizes[] = { { 64, 10, false }, { 64, 10, true },   { 200, 6, false },
                  { 256, 12, true }, { 512, 20, false }, { 500, 3, true } };
    const int each = COUNT_OF(forms) * FP_ROUND_COUNT * 18;
    long told = 0, either = 0;

    for (int i = 0; i < each * (int) COUNT_OF(sizes); i++) {
        int form = i % (int) COUNT_OF(forms), k = i / (int) COUNT_OF(forms);
        int round = k % FP_ROUND_COUNT, p = 7 + k / FP_ROUND_COUNT % 18, size = i / each;

        if ((!group_every && ((p + round) % 18 || size != p % (int) COUNT_OF(sizes))) ||
            sizes[size].width > 1 << (p - 1))
            continue;
        struct simulated device = simulated_device((enum fp_round) round, p,
                                                   sizes[size].width, sizes[size].rows);
        device.order = forms[form].order;
        device.subtract = forms[form].subtract;
        device.cuts = sizes[size].cuts;
        struct analyze_answer answer = distort_read(simulated_paint(&device), 0);

        told += answer.conclusive;
        either += !answer.conclusive && answer.survivors;
        if (!is_true_of(&answer, &device))
            fail_msg("%s, p = %d, %s, %s, %d columns: %s %d bits, %s, %s",
                     fp_round_name(device.model.round), p, rewriting_name(device.order),
                     device.subtract ? "subtract" : "fract", device.width, answer.reason,
                     answer.fraction_bits, verdict_rounding(answer.survivors),
                     rewriting_name(answer.rewriting));
    }
    printf("# %ld verdicts, %ld of several orders, 0 wrong\n", told, either);
    assert_true(told > (group_every ? 5000 : 50) && either > told / 30);
}

// Whole stripes cut off below, and what stands in their place above.
TEST(cut)
{
    for (int precision = 6; precision <= 22; precision += 4)
        for (int lost = 1; lost <= 3; lost++) {
            struct canvas canvas = painted(FP_RTZ, precision, 32, 20);

            retouch_crop(&canvas, (struct sides){ .bottom = lost * 20 });
            struct analyze_answer answer = distort_read(canvas, 0);

            assert_false(answer.conclusive);
            assert_int_equal(answer.fraction_bits, -1);
            assert_int_equal(answer.survivors, 0);
        }
}

// One bit less is never said of binary32, since more than 23 bits there are none.
TEST(cut_above)
{
    struct canvas canvas = painted(FP_RTZ, 24, 512, 20);

    retouch_crop(&canvas, (struct sides){ .top = 2 * 20 });
    struct analyze_answer answer = distort_read(canvas, 0);

    assert_true(answer.conclusive);
    assert_int_equal(answer.fraction_bits, 23);
}

// A letterbox as black as the picture, the same on both sides, and not the same.
TEST(letterbox)
{
    for (int top = 40; top >= 21; top -= 19) {
        struct canvas canvas = painted(FP_RNE, 11, 256, 12);

        retouch_pad(&canvas, (struct sides){ .top = top, .bottom = 80 - top },
                    retouch_grey(0));
        struct analyze_answer answer = distort_read(canvas, 0);

        assert_true(top != 40 || answer.conclusive);
        assert_true(!answer.conclusive || answer.fraction_bits == 10);
    }
}

// Black lifted above that of an uneven frame, which is then none of the picture's.
TEST(lifted)
{
    struct canvas canvas = painted(FP_RNE, 11, 256, 12);

    retouch_curve(&canvas, 1, 180 / 255.0, 40 / 255.0);
    retouch_pad(&canvas, (struct sides){ 10, 17, 34, 63 }, retouch_grey(0));
    struct analyze_answer answer = distort_read(canvas, 0);

    assert_true(answer.conclusive);
    assert_int_equal(answer.fraction_bits, 10);
}

// One stripe is of another device.
TEST(contradiction)
{
    for (int stripe = 7; stripe <= 9; stripe++) {
        struct canvas canvas = painted(FP_RTZ, 11, 256, 20), other = canvas_copy(&canvas);
        int top = 20 * (25 - stripe);

        retouch_crop(&other,
                     (struct sides){ .top = top + 40, .bottom = 520 - 20 - top - 40 });
        retouch_paste(&canvas, &other, 0, top);
        canvas_finish(&other);
        assert_false(distort_read(canvas, 0).conclusive);
    }
}

// No stripes at all, in every odd size.
TEST(nothing)
{
    static const int sizes[][2] = { { 1, 1 },     { 1, 300 },    { 300, 1 },
                                    { 16384, 1 }, { 1, 16384 },  { 2, 2 },
                                    { 7, 26 },    { 26, 7 },     { 64, 52 },
                                    { 129, 53 },  { 2049, 130 }, { 300, 64 } };
    uint64_t seed = 1;

    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (int kind = 0; kind < 5; kind++) {
            struct canvas canvas =
                canvas_make(sizes[i][0], sizes[i][1], 1, (float) (kind == 1));

            for (int k = 0; k < canvas.width * canvas.height && kind > 1; k++) {
                int x = k % canvas.width, y = k / canvas.width;

                canvas.level[k] = kind == 2   ? (float) retouch_uniform(&seed)
                                  : kind == 3 ? 1 - (float) x / (float) canvas.width
                                  : x         ? 0.5f // a frame of one column
                                              : (float) (y * 40 % 256) / 255;
            }
            assert_false(distort_read(canvas, 0).conclusive);
        }
}

// Told of fewer stripes, or of more, than there are.
TEST(misled)
{
    static const enum fp_round drawn[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RO };
    static const int told[] = { 13, 18, 25, 27 };

    for (size_t i = 0; i < COUNT_OF(drawn) * 2; i++) {
        int precision = i % 2 ? 14 : 24;
        struct simulated device = simulated_device(drawn[i / 2], precision, 512, 10);

        device.subtract = i % 2;
        for (size_t k = 0; k < COUNT_OF(told); k++) {
            struct analyze_answer answer =
                distort_read(simulated_paint(&device), told[k]);

            assert_false(answer.conclusive);
            assert_int_equal(answer.fraction_bits, -1);
            assert_true((strstr(answer.reason, "steps end above") != NULL) ==
                        (told[k] < precision - 1));
        }
    }
}

// An assumption is printed and lowers the confidence, except where there cannot be more
// bits.
TEST(assumed)
{
    for (int precision = 8; precision <= 24; precision += 16) {
        struct analyze_answer answer =
            distort_read(painted(FP_RTZ, precision, 256, 10), 0);

        assert_true(answer.conclusive);
        assert_int_equal(answer.assumes_lowest, precision < 24);
        assert_int_equal(answer.confidence > 0.75, precision == 24);
    }
}

// A picture of 256 columns, `lift` being its black, and beside it 256 more of the level
// `beside`, in which stripe 5 has the level `lit`; then bars of `level`.
struct half {
    int left, right, level, lift, beside, lit;
    bool conclusive;
};

static struct retouch_colour grey_of(int level)
{
    return retouch_grey((float) level / 255);
}

static struct canvas half_of(const struct half *half, bool mirrored)
{
    struct canvas canvas = painted(FP_RNE, 14, 256, 10);

    retouch_curve(&canvas, 1, (255 - half->lift) / 255.0, half->lift / 255.0);
    retouch_pad(&canvas, (struct sides){ .right = 256 }, grey_of(half->beside));
    if (half->lit)
        retouch_box(&canvas, (struct sides){ 256, 200, 512, 210 },
                    (float) half->lit / 255);
    retouch_pad(&canvas, (struct sides){ .left = half->left, .right = half->right },
                grey_of(half->level));
    retouch_turn(&canvas, mirrored ? 4 : 0);
    return canvas;
}

// What is beside the ramp may be as wide a part of it again: if it is black like the
// picture's, and nothing like it is at the other end. A lit stripe goes on there.
TEST(halves)
{
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

    for (size_t i = 0; i < COUNT_OF(table) * 2; i++) {
        struct analyze_answer answer = distort_read(half_of(&table[i / 2], i % 2), 0);

        if (answer.conclusive != table[i / 2].conclusive)
            fail_msg("row %d, %s: %s", (int) i / 2, i % 2 ? "mirrored" : "upright",
                     answer.reason);
        if (answer.conclusive)
            assert_int_equal(answer.fraction_bits, 13);
    }
}

// White bars at a picture whose uppermost stripes are white: were they a part of it, the
// black lines between stripes would go on there, if there are any. What is read as
// rounded upward has rules, and no verdict.
TEST(white_bars)
{
    static const struct {
        enum fp_round rule;
        int rows, left, right;
        bool read;
    } table[] = {
        { FP_RUP, 10, 100, 0, true },  { FP_RUP, 7, 100, 0, false },
        { FP_RUP, 7, 100, 100, true }, { FP_RUP, 7, 0, 100, true },
        { FP_RTZ, 5, 100, 0, true },   { FP_RUP, 7, 10, 0, true },
    };

    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct simulated device = simulated_device(table[i].rule, 14, 256, table[i].rows);

        device.subtract = true;
        struct canvas canvas = simulated_paint(&device);

        retouch_pad(&canvas,
                    (struct sides){ .left = table[i].left, .right = table[i].right },
                    retouch_grey(1));
        struct analyze_answer answer = distort_read(canvas, 0);

        if ((answer.survivors != 0) != table[i].read ||
            (answer.survivors && table[i].rule == FP_RUP &&
             !strstr(answer.reason, "13 fraction bits")))
            fail_msg("row %d: %s", (int) i, answer.reason);
        if (answer.conclusive)
            assert_int_equal(answer.fraction_bits, 13);
    }
}
