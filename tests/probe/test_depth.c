// SPDX-License-Identifier: MIT
//
// Depth buffers. The judge names each simulated device by what its buffers keep, and no
// other. A table lists what each of the devices shows.

#include "probe/expressions/depth.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "depth" };

#define CASES 256

enum {
    KEPT,
    POSITION = 3,
    OUTSIDE = 6,
    UNITS = 9,
    FACTOR = 12,
    EQUAL,
    EQUAL_POSITION,
    EQUAL_INVARIANT,
    LINES,
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

#define LEVEL "a unit is a level"

static const char *const clean[LINES] = {
    "16 bits, nearest",
    "24 bits, nearest",
    "all 256 exact",
    "16 bits, nearest",
    "24 bits, nearest",
    "all 256 exact",
    "clamped",
    "clamped",
    "clamped",
    LEVEL,
    LEVEL,
    "a unit is 1 ulp",
    "max(|dz/dx|, |dz/dy|)",
    "all 256 pass",
    "all 256 pass",
    "all 256 pass",
};

// The finding of each expression on a device. NULL: that of a clean device; a ! marks a
// deviation.
static const struct {
    struct traits_depth depth;
    const char *lines[LINES];
} devices[] = {
    { { 0 }, { NULL } },
    { { .bits = 20 },
      { [1] = "!20 bits, nearest",
        [4] = "20 bits, nearest",
        [10] = "!in these cases a unit moves 0.5 to 1.5 levels" } },
    { { .bits = 23 },
      { [1] = "!23 bits, nearest",
        [4] = "23 bits, nearest",
        [10] = "in these cases a unit moves 0.938 to 1.06 levels" } },
    { { .bits = 12 },
      { [0] = "!12 bits, nearest",
        [1] = "!12 bits, nearest",
        [3] = "12 bits, nearest",
        [4] = "12 bits, nearest",
        [9] = "!in these cases a unit moves 0.5 to 1.52 levels",
        [10] = "!in these cases a unit moves -126 to 129 levels",
        [12] = "in these cases 0.888 to 1.11 of max(|dz/dx|, |dz/dy|)" } },
    { { .by = TRAITS_DEPTH_TRUNCATED },
      { "16 bits, truncates", "24 bits, truncates", NULL, "16 bits, truncates",
        "24 bits, truncates" } },
    { { .by = TRAITS_DEPTH_UP },
      { "16 bits, rounds up", "24 bits, rounds up", NULL, "16 bits, rounds up",
        "24 bits, rounds up" } },
    { { .by = TRAITS_DEPTH_FLOAT },
      { "finer than 16 bits", "finer than 24 bits", NULL, "finer than 16 bits",
        "finer than 24 bits" } },
    { { .by = TRAITS_DEPTH_TRUNCATED, .bits = 18, .unit = 2 },
      { "16 bits, truncates", "!18 bits, truncates", NULL, "16 bits, truncates",
        "18 bits, truncates", [9] = "a unit is 2 levels",
        [10] = "!in these cases a unit moves -1.94 to 2 levels", [11] = "a unit is 2 ulp",
        [12] = "in these cases 0.996 to 1 of max(|dz/dx|, |dz/dy|)" } },
    { { .unclamped = true }, { [8] = "!not clamped" } },
    { { .unequal = true },
      { [13] = "203 of 256 pass", [14] = "203 of 256 pass", [15] = "!203 of 256 pass" } },
    { { .unit = 7 },
      { [9] = "a unit is 7 levels",
        [10] = "a unit is 7 levels",
        [11] = "a unit is 7 ulp" } },
    { { .constant = true, .unit = 2 },
      { [9] = "a unit is 2 levels",
        [10] = "a unit is 2 levels",
        [11] = "!a unit is 2 * 2^-24 everywhere" } },
    { { .length = true }, { [12] = "length of (dz/dx, dz/dy)" } },
};

TEST(each_device_is_named)
{
    struct probe_params params = deep();

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        struct traits traits = kept_by(devices[i].depth);
        const struct finding *findings = look(&probe_depth, &params, &traits);

        for (int line = 0; line < LINES; line++) {
            const char *want = devices[i].lines[line];

            want = want ? want : clean[line];
            look_expect(&findings[line], want[0] == '!' ? want + 1 : want,
                        want[0] == '!');
        }
    }
}

// A program that fuses, or that keeps its sum in more bits where the other stores it.
TEST(fused_or_kept)
{
    static const int known[] = { 0, 64, VERDICT_INSIDE_UNKNOWN };
    struct traits traits = kept_by((struct traits_depth){ .unequal = true });
    struct probe_params params = deep();

    for (size_t i = 0; i < COUNT_OF(known); i++) {
        params.inside_bits = known[i];
        const struct finding *finding = &look(&probe_depth, &params, &traits)[13];

        look_expect(finding, "203 of 256 pass", false);
        assert_int_equal(said_find(finding, "fused-in-one") != NULL, !known[i]);
        assert_int_equal(said_find(finding, "inside-unclear") != NULL, known[i] != 0);
    }
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
