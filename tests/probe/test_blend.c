// SPDX-License-Identifier: MIT
//
// Blending: the judge names no result that no way to blend gives, and reports how far off
// it is.

#include "base/fp_bits.h"
#include "probe/shared/blend.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "blend" };

#define COLUMNS 512
#define EARLIER 256
#define ROWS    8

enum { FADE, OVER, OVER_10, OVER_HALF, OVER_FLOAT, ENCODE, OVER_SRGB, BETWEEN, LINES };

extern const struct probe probe_blend;

static struct probe_params blended(void)
{
    return look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
}

static struct traits blends_by(enum traits_blend how)
{
    struct traits traits = look_traits(24, FP_RNE);

    traits.blend = how;
    return traits;
}

// The picture of such a device, with answer `at` of each expression `by` levels beside.
static const struct finding *see_beside(enum traits_blend how, int at, uint32_t by)
{
    struct probe_params params = blended();
    struct traits traits = blends_by(how);
    struct pixels pixels;

    look_paint(&probe_blend, &params, &traits, &pixels);
    for (int line = 0; line < LINES; line++)
        *look_word(&pixels, line * ROWS + at / COLUMNS, at % COLUMNS) += by;
    const struct finding *findings = look_judge(&probe_blend, &params, NULL, &pixels);

    pixels_finish(&pixels);
    return findings;
}

// One answer that no way gives: a level beside, and 40 beside.
TEST(others_are_not_named)
{
    const struct finding *findings = see_beside(TRAITS_BLEND_CLOSE, 777, 1);

    for (int line = 0; line < LINES; line++) {
        assert_int_equal(said_is(&findings[line], "levels-off"),
                         line != OVER_HALF && line != OVER_FLOAT);
        assert_false(findings[line].survivors);
    }
    findings = see_beside(TRAITS_BLEND_CLOSE, 777, 40);
    for (int line = 0; line < LINES; line++)
        assert_true(findings[line].deviates);
}

// White that a layer of white darkens, a byte that changes below nothing.
TEST(symptoms_are_told)
{
    const struct finding *findings = see_beside(TRAITS_BLEND_NEAREST, 100, (uint32_t) -1);
    const struct finding_remark *white = said_find(&findings[OVER], "white-over-white");
    const struct finding_remark *changed =
        said_find(&findings[OVER_SRGB], "bytes-change");

    assert_non_null(white);
    assert_int_equal(white->count, 254);
    assert_int_equal(white->least, 100);
    assert_non_null(changed);
    assert_int_equal(changed->count, 1);
}

// Returns the largest error that is reported of a line in sRGB if each word is stored as
// though its level were `by` higher, and, of sums, only below a source of alpha 1 / 255.
static double largest_error(int line, double by, int cases)
{
    struct probe_params params = blended();
    struct traits traits = blends_by(TRAITS_BLEND_NEAREST);
    struct pixels pixels;

    params.cases = cases;
    look_paint(&probe_blend, &params, &traits, &pixels);
    for (int at = 0; at < cases * ROWS; at++) {
        uint64_t words[PROBE_OPERANDS];

        probe_blend.expressions->operand(&params, line, at, words);
        struct blend_case blend = {
            .format = PROBE_TARGET_SRGB8_ALPHA8,
            .s = (double) fp_from_bits((uint32_t) words[0]),
            .a = (double) fp_from_bits((uint32_t) words[1]),
            .d = (uint32_t) words[2],
        };
        if (line == ENCODE || lround(blend.a * 255) == 1)
            *look_word(&pixels, line * ROWS + at / cases, at % cases) =
                (uint32_t) fmin(blend_exact(&blend) + by + 0.5, 255);
    }
    const struct finding *findings = look_judge(&probe_blend, &params, NULL, &pixels);
    const struct finding_remark *off = said_find(&findings[line], "levels-off");

    pixels_finish(&pixels);
    assert_non_null(off);
    assert_false(findings[line].deviates);
    return off->value;
}

// Today's cases find errors that lie between those of earlier versions.
TEST(largest_errors_are_asked_for)
{
    assert_true(largest_error(ENCODE, 0.16, EARLIER) == 0.625);
    assert_in_range(lround(1000 * largest_error(ENCODE, 0.16, COLUMNS)), 650, 660);
    assert_in_range(lround(1000 * largest_error(ENCODE, -0.16, COLUMNS)), 650, 660);
    assert_true(largest_error(OVER_SRGB, 0.41, EARLIER) < 0.88);
    assert_in_range(lround(1000 * largest_error(OVER_SRGB, 0.41, COLUMNS)), 896, 910);
}

// From the standard: 188 stands for half the light, and 0.5 for 0.2140.
TEST(encoding_is_the_standards)
{
    assert_true(fabs(255 * blend_encoded(0.5) - 187.516) < 0.001);
    assert_true(fabs(blend_decoded(0.5) - 0.214041) < 1e-6);
    for (int byte = 0; byte < 256; byte++)
        assert_true(fabs(255 * blend_encoded(blend_decoded(byte / 255.0)) - byte) < 1e-3);
}
