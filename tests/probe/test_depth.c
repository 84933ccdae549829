// SPDX-License-Identifier: MIT
//
// Depth buffers: the judge names no result that no buffer gives.

#include "probe/drawn.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "depth" };

#define CASES 256

enum {
    POSITION = 3,
    OUTSIDE = 6,
    UNITS = 9,
    EQUAL = 13,
    LINES = 16,
};

static struct probe_params deep(void)
{
    return look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
}

static struct traits kept_by(struct traits_depth depth)
{
    struct traits traits = look_traits(24, FP_RNE);

    traits.depth = depth;
    return traits;
}

// A sampler that multiplies by a rounded reciprocal shows every level of a quarter of the
// range as it is.
TEST(inexact_samplers_show_levels)
{
    const volatile float most = 0xffffff, reciprocal = 1 / most;

    for (uint32_t level = 0; level < 1u << 22; level += level < 4096 ? 1 : 61) {
        volatile float depth = (float) level * reciprocal, x = depth * most;
        volatile float down = nextafterf(depth, 0) * most;

        assert_int_equal(depth_word_of((double) x), level);
        if (level < 1u << 21)
            assert_int_equal(depth_word_of((double) down), level);
    }
    assert_int_equal(depth_word_of(0xffffff), 0xffffff);
    assert_int_equal(depth_word_of(5.25), 5 | 1u << 30);
    assert_int_equal(depth_word_of(0x100000 + 0.5), 0x100000 | 2u << 30);
    assert_true(depth_levels(5 | 3u << 30) == 5.75);
}

// A depth just beside 1 counts as clamped, because samplers round; a float does not.
TEST(near_ends_are_clamped)
{
    struct probe_params params = deep();
    struct traits traits = kept_by((struct traits_depth){ 0 });
    struct look_spoil spoil = { .at = 7, .by = 3 };
    const struct finding *findings = look_spoilt(&probe_depth, &params, &traits, &spoil);

    for (int line = OUTSIDE; line < UNITS; line++) {
        bool exact = line == OUTSIDE + 2;

        look_expect(&findings[line], exact ? "not clamped" : "clamped", exact);
        assert_int_equal(findings[line].agree, CASES - 1);
    }
}

// One answer that no device gives: the first case, ten words on.
TEST(others_are_not_named)
{
    static const char *const want[LINES] = {
        "off by at least *",
        "off by at least *",
        "1 of 256 wrong",
        "off by at least *",
        "off by at least *",
        "1 of 256 wrong",
        "not clamped",
        "not clamped",
        "not clamped",
        "in these cases a unit moves 1 to 1.62 levels",
        "in these cases a unit moves 1 to 1.62 levels",
        "in these cases a unit moves 1 to 1.62 ulp",
        "max(|dz/dx|, |dz/dy|)",
    };
    struct probe_params params = deep();
    struct traits traits = kept_by((struct traits_depth){ 0 });
    struct look_spoil spoil = { .at = 7, .by = 10 };
    const struct finding *findings = look_spoilt(&probe_depth, &params, &traits, &spoil);

    for (int line = 0; line < EQUAL; line++) {
        char text[FINDING_ANSWER_TEXT];
        const char *star = strchr(want[line], '*');

        finding_text(&findings[line], text, sizeof text);
        assert_int_equal(strncmp(text, want[line],
                                 star ? (size_t) (star - want[line]) : strlen(text) + 1),
                         0);
        assert_int_equal(findings[line].agree, CASES - 1);
        assert_int_equal(findings[line].deviates, line < POSITION ||
                                                      (line >= OUTSIDE && line < UNITS) ||
                                                      line == UNITS + 2);
    }
}
