// SPDX-License-Identifier: MIT
//
// The width of integers: the judge compares it with the claim, and counts wrong
// results.

#include "probe/shared/integer.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <string.h>

static struct group this_group = { .name = "integer_width" };

extern const struct probe probe_integer_width;
static const struct probe *const probe = &probe_integer_width;

enum { WANG = 11 };

static struct probe_params integers_of(enum precision precision)
{
    return look_params(precision, FORM_PLAIN, FP_BINARY32);
}

static struct traits of_bits(int bits)
{
    struct traits traits = look_traits(24, FP_RNE);

    traits.integer_bits = bits;
    return traits;
}

static const struct finding *see(enum precision precision, int bits, int claimed)
{
    const struct facts_claim claim = { 127, 127, 23, claimed };
    struct probe_params params = integers_of(precision);
    struct traits traits = of_bits(bits);
    struct pixels pixels;

    look_paint(probe, &params, &traits, &pixels);
    const struct finding *findings = look_judge(probe, &params, &claim, &pixels);

    pixels_finish(&pixels);
    return findings;
}

// 300 * 300 and 40000 * 40000 in words, and a claim of more than there is.
TEST(claims_are_held)
{
    const struct finding *findings = see(PRECISION_MEDIUMP, 16, 16);

    assert_string_equal(said_detail(&findings[0]),
                        "claimed 16 bits: as claimed; 300 and 300 give 24464, not 90000");
    assert_string_equal(said_detail(&findings[6]),
                        "claimed 16 bits: as claimed; 40000 and 40000 give 4096, not "
                        "24414");
    assert_non_null(strstr(said_detail(&findings[WANG]), "1 different of 32"));
    for (int line = 0; line < probe->expressions->count; line++)
        assert_false(findings[line].deviates);
    findings = see(PRECISION_MEDIUMP, 16, 17);
    look_expect(&findings[0], "in 16 bits", true);
    assert_non_null(strstr(said_detail(&findings[0]), "worse than claimed; "));
    look_expect(&findings[6], "in 16 bits", true);
    look_expect(&findings[WANG], "in 16 bits", false);
    findings = see(PRECISION_HIGHP, 17, 32);
    look_expect(&findings[0], "in 17 bits", true);
    look_expect(&findings[WANG], "in 17 bits", true);
    findings = see(PRECISION_LOWP, 16, 9);
    look_expect(&findings[0], "in 16 bits", false);
    assert_non_null(strstr(said_detail(&findings[0]), "better than claimed; "));
}

// The judge counts results that no width explains. They deviate if the numbers are in
// range.
TEST(wrong_answers_are_counted)
{
    struct probe_params params = integers_of(PRECISION_MEDIUMP);
    struct traits traits = of_bits(32);
    struct pixels pixels;

    look_paint(probe, &params, &traits, &pixels);
    *look_word(&pixels, 0, 4) ^= 2; // 15 * 17
    *look_word(&pixels, 1, 0) ^= 2; // 30000 + 30000
    const struct finding *findings = look_judge(probe, &params, NULL, &pixels);

    look_expect(&findings[0], "1 of 32 wrong", true);
    assert_non_null(strstr(said_detail(&findings[0]), "15 and 17 give 253, not 255"));
    look_expect(&findings[1], "1 of 32 wrong", false);
    pixels_finish(&pixels);
}
