// SPDX-License-Identifier: MIT
//
// Powers of two: what the judge reports of a device that is an ulp off, far off, or not
// finite at one n.

#include "base/fp.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <string.h>

static struct group this_group = { .name = "powers" };

#define LINES  6
#define EXP2   2
#define LOG2   3
#define SQUARE 5

extern const struct probe probe_powers;
static const struct probe *const probe = &probe_powers;

#define BUT(line) ~(UINT64_C(1) << (line))

// Case `at` is n = at - 126.
static const struct look_spoil three_low = { .at = 139, .by = -3u, .lines = BUT(LOG2) };
static const struct look_spoil off_by_400 = { .at = 200,
                                              .by = 400,
                                              .lines = BUT(SQUARE) };
static const struct look_spoil off_by_401 = { .at = 200,
                                              .by = 401,
                                              .lines = BUT(SQUARE) };
static const struct look_spoil near_zero = { .at = 126,
                                             .to = 0x34800000,
                                             .lines = 1 << LOG2 };

// Below 2^13 an ulp is half as large: 3 steps down are 1.5 ulp of 2^13.
TEST(one_wrong_n_is_found)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &three_low);
    for (int line = 0; line < SQUARE; line++)
        look_expect(&findings[line],
                    line == LOG2 ? "exact"
                                 : "exact on 253 of 254, worst 1.50 ulp at n = 13",
                    false);
    assert_non_null(
        strstr(said_answer(&findings[SQUARE]), "x * x on 253 of 254, at least "));
    assert_false(findings[SQUARE].deviates);
    assert_int_equal(findings[SQUARE].survivors, 0);
    assert_int_equal(findings[EXP2].agree, 253);
    assert_true(findings[EXP2].error_min_ulp == -1.5 &&
                findings[EXP2].error_max_ulp == 0);
    findings = look_spoilt(probe, &params, &traits, &near_zero);
    look_expect(&findings[LOG2], "exact on 253 of 254, worst 2.00 ulp at n = 0", false);
}

TEST(not_finite)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;
    look_paint(probe, &params, &traits, &pixels);
    *look_word(&pixels, EXP2, 3) = *look_word(&pixels, EXP2, 253) = 0x7f800000;
    look_expect(&look_judge(probe, &params, NULL, &pixels)[EXP2],
                "exact on 252 of 254, not finite at n = -123", true);
    pixels_finish(&pixels);
}

// n = 74: exp2 may be 3 + 2 * 74 = 151 ulp off. pow(2, 74) inherits ln(2) 74 2^-21 from
// log2(2) and ln(2) 2^-17 from the product, in all 205.2 + 44.4 ulp more: 400.5.
TEST(bounds_of_glsl)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &off_by_400);
    for (int line = 0; line < SQUARE; line++)
        look_expect(&findings[line], "exact on 253 of 254, worst 400.00 ulp at n = 74",
                    line >= EXP2);
    findings = look_spoilt(probe, &params, &traits, &off_by_401);
    for (int line = 0; line < SQUARE; line++)
        look_expect(&findings[line], "exact on 253 of 254, worst 401.00 ulp at n = 74",
                    true);
    look_expect(&findings[SQUARE], "x * x", false);
    params.precision = PRECISION_MEDIUMP;
    findings = look_spoilt(probe, &params, &traits, &off_by_401);
    for (int line = 0; line < LINES; line++)
        assert_false(findings[line].deviates);
}
