// SPDX-License-Identifier: MIT
//
// analyze() by its parts. The model of a stripe equals what devices paint, and no
// picture, however small or odd, breaks it. analyze() must not read half of a ramp as a
// whole one, nor more stripes than it was told of.

#include "image/fit.h"
#include "tests/image/distort.h"
#include "tests/shared/group.h"
#include "tests/shared/rows.h"

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
        for (int precision = 5; precision <= 24; precision += 1 + precision / 3) {
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

// Every model in every order of the sum, each in few formats and sizes. The answer has no
// other width, no rules without the model's, and no order but the device's, unless it
// says to which order its rules belong.
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

        if ((p + round) % 27 || size != p % (int) COUNT_OF(sizes) ||
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
    assert_true(told > 30 && either > told / 30);
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

static void check_fixed(const char *const field[])
{
    struct simulated device;
    int bits = atoi(field[3]);

    assert_true(simulated_parse(field[1], &device));
    struct distort_case picture = distort_begin(&device, 1);

    distort_apply(&picture, field[2]);
    struct analyze_answer answer = distort_ask(&picture);

    if (answer.fraction_bits != bits || answer.conclusive != (bits >= 0) ||
        !strstr(answer.reason, field[4]))
        fail_msg("%s: %d bits, %s", field[0], answer.fraction_bits, answer.reason);
    assert_true(answer.conclusive || !answer.survivors ||
                strstr(field[4], "rounded upward"));
    distort_finish(&picture);
}

TEST(fixed_pictures)
{
    struct rows rows = rows_read("image/fixed.txt");

    for (size_t i = 0; i < rows.count; i++)
        check_fixed(rows.list[i].field);
    rows_finish(&rows);
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

// A picture in a screenshot is where it was put, however that was turned.
TEST(place)
{
    for (int turns = 0; turns < 8; turns += turns ? 3 : 1) {
        struct canvas canvas = canvas_make(360, 640, 1, 0.1f);
        struct canvas picture = painted(FP_RTZ, 12, 256, 16);
        uint64_t seed = 1;

        retouch_paste(&canvas, &picture, 40, 90);
        retouch_text(&canvas, (struct sides){ 10, 6, 90, 24 }, 12, 0.9f, &seed);
        canvas_finish(&picture);
        retouch_turn(&canvas, turns);
        struct analyze_answer answer = distort_read(canvas, 0);
        const struct analyze_place *place = &answer.place;
        double area = fabs(place->ux * place->vy - place->uy * place->vx);
        double x = place->x0 + (place->ux + place->vx) / 2;
        double y = place->y0 + (place->uy + place->vy) / 2;

        assert_true(answer.conclusive);
        assert_int_equal(answer.fraction_bits, 11);
        assert_true(fabs(area / (256 * 416.0) - 1) < 0.03);
        // The middle of the picture, wherever its corners went.
        if (turns == 0) {
            assert_true(fabs(x - 168) < 3 && fabs(y - 298) < 1);
            assert_true(fabs(answer.stripe[0].bottom - 506) < 1);
        } else if (turns == 1) {
            assert_true(fabs(y - 168) < 3 && fabs(640 - x - 298) < 1);
            assert_true(fabs(answer.stripe[0].top - 134) < 1);
        }
    }
}
