// SPDX-License-Identifier: MIT
//
// The adversary of analyze() itself: what it does to a picture is what its name says, and
// its judgement is that of its header.

#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include "base/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "distort" };

#define RULE VERDICT_RULE

// 11 fraction bits, forms that differ.
static struct simulated device_of(enum fp_round round, bool subtract)
{
    struct simulated device = simulated_device(round, 12, 64, 10);

    device.subtract = subtract;
    return device;
}

static struct canvas painted(void)
{
    struct simulated device = device_of(FP_RNE, true);

    return simulated_paint(&device);
}

// The largest difference of two pictures of one size. No fmax: it ends GCC 12.2 for
// aarch64 at -O3.
static double distance(const struct canvas *a, const struct canvas *b)
{
    double most = 0;

    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->channels, b->channels);
    for (int i = 0; i < a->width * a->height * a->channels; i++) {
        double apart = fabs((double) (a->level[i] - b->level[i]));

        most = apart > most ? apart : most;
    }
    return most;
}

static double mean(const struct canvas *canvas)
{
    double sum = 0;

    for (int i = 0; i < canvas->width * canvas->height; i++)
        sum += (double) canvas->level[i];
    return sum / (canvas->width * canvas->height);
}

TEST(judge)
{
    static const struct {
        enum fp_round round;
        bool subtract, conclusive;
        int bits;
        uint32_t survivors;
        enum pattern pattern;
        enum analyze_form form;
        enum distort_answer want;
    } cases[] = {
        { FP_RNE, 1, 1, 11, RULE(FP_RNE), PATTERN_BEEHIVE, 2, DISTORT_RIGHT },
        { FP_RNE, 1, 1, 11, RULE(FP_RNE), PATTERN_NONE, 0, DISTORT_RIGHT },
        { FP_RNE, 1, 0, 12, RULE(FP_RTZ), PATTERN_ORCA, 1, DISTORT_INCONCLUSIVE },
        { FP_RUP, 1, 0, -1, RULE(FP_RUP) | RULE(FP_CHOP_G0), 0, 2, DISTORT_RIGHT },
        { FP_RNE, 1, 0, -1, RULE(FP_RUP) | RULE(FP_CHOP_G0), 0, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, 12, RULE(FP_RNE), PATTERN_BEEHIVE, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, 10, RULE(FP_RNE), PATTERN_BEEHIVE, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, 11, RULE(FP_RNA), PATTERN_BEEHIVE, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, 11, RULE(FP_RNE), PATTERN_ORCA, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, 11, RULE(FP_RNE), PATTERN_BEEHIVE, 1, DISTORT_WRONG },
        { FP_RNE, 0, 1, 11, RULE(FP_RNE), PATTERN_BEEHIVE, 2, DISTORT_WRONG },
        { FP_RTZ, 0, 1, 11, RULE(FP_RTZ), PATTERN_ORCA, 2, DISTORT_RIGHT },
        { FP_RUP, 0, 1, 11, RULE(FP_RUP) | RULE(FP_RAZ), 0, 2, DISTORT_WRONG },
        { FP_RO, 1, 1, 11, RULE(FP_RO), PATTERN_NONE, 2, DISTORT_RIGHT },
        { FP_RO, 1, 1, 11, RULE(FP_RNE), PATTERN_NONE, 2, DISTORT_WRONG },
        { FP_RNE, 1, 1, -1, RULE(FP_RNE), PATTERN_BEEHIVE, 2, DISTORT_INCONCLUSIVE },
        { FP_RNE, 1, 1, 11, 0, PATTERN_NONE, 2, DISTORT_INCONCLUSIVE },
        { FP_RNE, 1, 1, 11, VERDICT_ALL_RULES, PATTERN_NONE, 0, DISTORT_INCONCLUSIVE },
        { FP_RNE, 1, 1, 12, VERDICT_ALL_RULES, PATTERN_NONE, 0, DISTORT_WRONG },
        { FP_RNE, 1, 1, -1, 0, PATTERN_NONE, 0, DISTORT_WRONG },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct simulated device = device_of(cases[i].round, cases[i].subtract);
        struct distort_case picture = { .truth = { simulated_truth(&device) },
                                        .truths = 1 };
        struct analyze_answer answer = {
            .conclusive = cases[i].conclusive,
            .fraction_bits = cases[i].bits,
            .survivors = cases[i].survivors,
            .pattern = cases[i].pattern,
            .form = cases[i].form,
        };

        assert_int_equal(distort_judge(&picture, &answer), cases[i].want);
        picture.truths = 0;
        bool says = cases[i].conclusive || (cases[i].bits < 0 && cases[i].survivors);

        assert_int_equal(distort_judge(&picture, &answer),
                         says ? DISTORT_WRONG : DISTORT_INCONCLUSIVE);
    }
}

// What is done and undone leaves the picture as it was.
TEST(undone)
{
    struct canvas was = painted(), canvas = canvas_copy(&was);

    for (int i = 0; i < 4; i++)
        retouch_turn(&canvas, 1);
    assert_true(distance(&canvas, &was) <= 0);
    for (int i = 4; i < 8; i += 2) {
        retouch_turn(&canvas, i);
        assert_true(distance(&canvas, &was) > 0.5);
        retouch_turn(&canvas, i);
        assert_true(distance(&canvas, &was) <= 0);
    }
    retouch_pad(&canvas, (struct sides){ 3, 5, 7, 11 }, retouch_grey(0.3f));
    assert_int_equal(canvas.width, was.width + 10);
    retouch_crop(&canvas, (struct sides){ 3, 5, 7, 11 });
    assert_true(distance(&canvas, &was) <= 0);
    retouch_curve(&canvas, 1, -1, 1);
    assert_true(distance(&canvas, &was) > 0.9);
    retouch_curve(&canvas, 1, -1, 1);
    assert_true(distance(&canvas, &was) < 1e-6);
    for (int filter = 0; filter < RETOUCH_FILTERS; filter++) {
        retouch_scale(&canvas, 1, 1, (enum retouch_filter) filter);
        assert_true(distance(&canvas, &was) < 1e-6);
    }
    retouch_scale(&canvas, 3, 2, RETOUCH_NEAREST);
    retouch_scale(&canvas, 1 / 3.0, 0.5, RETOUCH_AREA);
    assert_true(distance(&canvas, &was) < 1e-6);
    retouch_photograph(&canvas, 0, 0, 0, 0.5f);
    assert_true(distance(&canvas, &was) < 1e-6);
    canvas_finish(&canvas);
    canvas_finish(&was);
}

// Twice as large, a gradient is one, and nothing becomes brighter.
TEST(enlarged)
{
    for (int filter = RETOUCH_LINEAR; filter < RETOUCH_FILTERS; filter++) {
        struct canvas canvas = canvas_make(32, 4, 1, 0);

        for (int i = 0; i < 32 * 4; i++)
            canvas.level[i] = (float) (i % 32) / 32;
        double before = mean(&canvas);

        retouch_scale(&canvas, 2, 2, (enum retouch_filter) filter);
        assert_true(fabs(mean(&canvas) - before) < 0.002);
        for (int x = 8; x < 56; x++) {
            double want = (x + 0.5) / 64 - 0.5 / 32;

            assert_true(fabs((double) canvas.level[x] - want) <
                        (filter == RETOUCH_AREA ? 0.01 : 0.002));
        }
        canvas_finish(&canvas);
    }
}

// Two devices in one picture: either is right.
TEST(two_truths)
{
    struct simulated device = device_of(FP_RNE, true);
    struct canvas canvas = simulated_paint(&device);

    for (int d = 0; d < distort_chain.count; d++) {
        const struct distortion *distortion = &distort_chain.distortions[d];
        struct distort_case picture = distort_begin(&device, &canvas);
        uint64_t seed = 3;
        bool two = !strcmp(distortion->name, "two-unlike") ||
                   !strcmp(distortion->name, "spliced");

        distort_apply(&picture, distortion, atof(distortion->strengths), &seed);
        assert_true(!two || picture.truths == 2);
        assert_true(!two || picture.truth[1].round == FP_RTZ ||
                    picture.truth[1].round == FP_RNE);
        assert_true(picture.truth[0].fraction_bits == 11);
        distort_finish(&picture);
    }
    canvas_finish(&canvas);
}

// A quarter turn is clockwise: what was on top is on the right.
TEST(turned)
{
    struct canvas canvas = canvas_make(3, 2, 1, 0);

    canvas.level[0] = 1;
    retouch_turn(&canvas, 1);
    assert_int_equal(canvas.width, 2);
    assert_true(canvas.level[1] > 0.5f);
    retouch_turn(&canvas, 4);
    assert_true(canvas.level[0] > 0.5f);
    canvas_finish(&canvas);
}

TEST(compressed)
{
    struct canvas was = painted(), flat = canvas_make(20, 20, 1, 128.0f / 255);
    double before = 0;

    for (int quality = 100; quality >= 10; quality -= 30) {
        struct canvas canvas = canvas_copy(&was), even = canvas_copy(&flat);

        retouch_jpeg(&canvas, quality);
        retouch_jpeg(&even, quality);
        double now = distance(&canvas, &was);

        assert_true(now >= before);
        assert_true(quality < 100 || now < 4 / 255.0);
        assert_true(distance(&even, &flat) < 1e-6);
        before = now;
        canvas_finish(&canvas);
        canvas_finish(&even);
    }
    assert_true(before > 0.1);
    canvas_finish(&flat);
    canvas_finish(&was);
}

TEST(noisy)
{
    uint64_t seed = 1, again = 1;
    struct canvas was = canvas_make(200, 200, 1, 0.5f), canvas = canvas_copy(&was);
    struct canvas twin = canvas_copy(&was);
    double square = 0;

    retouch_noise(&canvas, 10, &seed);
    retouch_noise(&twin, 10, &again);
    assert_true(distance(&canvas, &twin) <= 0);
    for (int i = 0; i < 200 * 200; i++)
        square += pow((double) (canvas.level[i] - was.level[i]) * 255, 2);
    assert_true(fabs(sqrt(square / 40000) - 10) < 0.2);
    retouch_noise(&twin, 10, &again);
    assert_true(distance(&canvas, &twin) > 0);
    canvas_finish(&twin);
    canvas_finish(&canvas);
    canvas_finish(&was);
}

// Fewer levels, the same brightness.
TEST(dithered)
{
    for (int way = RETOUCH_PLAIN; way <= RETOUCH_ORDERED; way++) {
        struct canvas was = canvas_make(64, 64, 1, 0.4f), canvas = canvas_copy(&was);

        retouch_levels(&canvas, 4, (enum retouch_dither) way);
        for (int i = 0; i < 64 * 64; i++) {
            double third = (double) canvas.level[i] * 3;

            assert_true(fabs(third - round(third)) < 1e-6);
        }
        assert_true(way == RETOUCH_PLAIN || fabs(mean(&canvas) - 0.4) < 0.005);
        canvas_finish(&canvas);
        canvas_finish(&was);
    }
}

TEST(blurred)
{
    struct canvas canvas = canvas_make(41, 41, 1, 0);
    double around = 0;

    canvas.level[20 * 41 + 20] = 1;
    retouch_blur(&canvas, 2);
    assert_true(fabs(mean(&canvas) * 41 * 41 - 1) < 1e-4);
    for (int y = 0; y < 41; y++)
        for (int x = 0; x < 41; x++)
            around += (double) canvas.level[y * 41 + x] * (x - 20) * (x - 20);
    assert_true(fabs(sqrt(around) - 2) < 0.1);
    canvas_finish(&canvas);
}

// Each distortion does something, the same for one seed, and leaves a picture.
TEST(every_distortion)
{
    struct simulated device = device_of(FP_RNE, true);
    struct canvas canvas = simulated_paint(&device);

    for (int g = 0; g < distort_group_count; g++)
        for (int d = 0; d < distort_groups[g]->count; d++) {
            const struct distortion *distortion = &distort_groups[g]->distortions[d];

            struct distort_strength list[DISTORT_STRENGTHS];
            int strengths = distort_strengths(distortion, list);

            for (int s = 0; s < strengths; s++) {
                struct distort_case one = distort_begin(&device, &canvas), two = one;
                uint64_t seed = 7, again = 7;

                two.canvas = canvas_copy(&canvas);
                distort_apply(&one, distortion, list[s].value, &seed);
                distort_apply(&two, distortion, list[s].value, &again);
                assert_true(distance(&one.canvas, &two.canvas) <= 0);
                assert_true(one.truths <= 2 && one.canvas.width > 0);
                distort_finish(&one);
                distort_finish(&two);
            }
        }
    canvas_finish(&canvas);
}
