// SPDX-License-Identifier: MIT
//
// Infinities, NaNs, signed zeros, overflow and domain errors: a device without a defect
// deviates nowhere, and each defect is found on its lines and on no other.

#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "specials" };

#define LINES   64
#define COLUMNS 4

extern const struct probe probe_specials;
static const struct probe *const specials = &probe_specials;

static int line_of(const char *name)
{
    return look_line(specials, name);
}

static void check_sound(const struct finding findings[LINES], int line)
{
    const struct finding *finding = &findings[line];

    if (finding->deviates || finding->agree != finding->cases)
        fail_msg("%s: '%s', %ld of %ld; %s", specials->expressions->list[line].label,
                 said_answer(finding), finding->agree, finding->cases,
                 said_detail(finding));
    assert_true(said_answer(finding)[0]);
}

TEST(sound)
{
    for (int i = 0; i < 22 * FP_ROUND_COUNT; i++) {
        int p = 5 + i % 22;
        struct probe_params params =
            look_usual(p == 25   ? FP_BINARY64
                       : p == 26 ? (struct fp_format){ 17, 63 }
                                 : (struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);

        // sums that round as they are known to round
        traits.model.round = params.model.round = (enum fp_round)(i / 22);
        traits.model.flush_in = traits.model.flush_out = i & 1;
        const struct finding *findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++)
            check_sound(findings, line);
    }
}

TEST(words)
{
    static const struct {
        const char *line, *answer;
    } cases[] = {
        { "0 / 0", "NaN" },
        { "1 / -0", "-inf" },
        { "max * 2", "inf" },
        { "max + ulp/4", "max" },
        { "0 * -1", "-0" },
        { "NaN == NaN", "false" },
        { "NaN != NaN", "true" },
        { "min(NaN, 1)", "1" },
        { "bits of a NaN", "kept" },
        { "pow(-2, 2)", "4" },
        { "log2(0)", "-inf" },
        { "tanh(90)", "1" },
        { "atan(inf)", "0x1.921fb6p+0" },
    };
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    const struct finding *findings = look(specials, &params, &traits);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(said_answer(&findings[line_of(cases[i].line)]),
                            cases[i].answer);
    assert_non_null(
        strstr(said_detail(&findings[line_of("pow(-2, 2)")]), "undefined in GLSL"));
    assert_non_null(
        strstr(said_detail(&findings[line_of("0 / 0")]), "NaN is 0x7fc00000"));
}

TEST(equal_nans)
{
    for (int p = 11; p <= 24; p++) {
        struct probe_params params =
            look_usual((struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);

        traits.nan_equal = true;
        const struct finding *findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++) {
            bool equal = line == line_of("NaN == NaN");

            if (!equal && line != line_of("NaN != NaN")) {
                check_sound(findings, line);
                continue;
            }
            assert_string_equal(said_answer(&findings[line]), equal ? "true" : "false");
            assert_non_null(strstr(said_detail(&findings[line]), "as if a NaN equalled"));
        }
    }
}

// Among other defects, only those show that change a product that overflows.
TEST(other_defects)
{
    struct probe_params params = look_usual(FP_BINARY32);
    const struct finding *findings = NULL;

    for (int i = 0; i < 4; i++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.by_reciprocal = i == 0;
        traits.fma_separate = i == 1;
        traits.flushes = i == 2 ? UINT64_MAX : 0;
        traits.multiplier = i == 3 ? 0 : -1;
        traits.contracts = traits.folds = UINT64_MAX;
        traits.coarse_bits = 12;
        findings = look(specials, &params, &traits);
        for (int line = 0; line < LINES; line++)
            if (i < 3 || line != line_of("max * 2"))
                check_sound(findings, line);
    }
    assert_string_equal(said_answer(&findings[line_of("max * 2")]), "max");
}

// Overflow, and the sign of a difference that is zero, tell the rule where it is not
// known.
TEST(rules)
{
    static const struct {
        const char *line, *answer;
        enum fp_round round;
    } cases[] = {
        { "max * 2", "max", FP_RTZ },     { "max * 2", "-max", FP_RUP },
        { "max * 2", "max", FP_RDN },     { "max + max", "max", FP_RTZ },
        { "max + ulp/2", "max", FP_RTZ }, { "max + ulp/2", "max", FP_RNZ },
        { "max + ulp/4", "inf", FP_RUP }, { "max + ulp/4", "-inf", FP_RDN },
        { "max + ulp/4", "inf", FP_RAZ }, { "-0 + 0", "-0", FP_RDN },
        { "1 - 1", "-0", FP_RDN },        { "max + max", "max", FP_CHOP_G1 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct probe_params params = look_usual(FP_BINARY32);
        struct traits traits = TRAITS_NONE(params.model);
        int line = line_of(cases[i].line);

        traits.model.round = cases[i].round;
        const struct finding *findings = look(specials, &params, &traits);
        look_expect(&findings[line], cases[i].answer, true);
        assert_true(findings[line].survivors & VERDICT_RULE(cases[i].round));
        assert_false(findings[line].survivors & VERDICT_RULE(FP_RNE));
        assert_non_null(
            strstr(said_detail(&findings[line]), fp_round_name(cases[i].round)));
        for (int other = 0; other < line_of("-0 + 0"); other++)
            check_sound(findings, other);
    }
}

// One line whose words are changed to `to`, or to `mask` of what they were.
TEST(spoilt)
{
    static const struct {
        const char *line, *answer;
        uint32_t mask, to;
        bool deviates;
    } cases[] = {
        { "0 / 0", "0", 0, 0, true },
        { "0 / 0", "NaN", 0, 0xffffffff, false },
        { "bits of a NaN", "sign lost", 0x7fffffff, 0x400000, true },
        { "bits of a NaN", "made quiet", 0xffffffff, 0x400000, false },
        { "bits of a NaN", "payload lost", 0xffc00000, 0x400000, true },
        { "bits of a NaN", "always 0x7fffffff", 0, 0x7fffffff, true },
        { "bits of a NaN", "not NaN", 0, 0, true },
        { "min(-0, 0)", "0", 0, 0, false },
        { "min(-0, 0)", "1", 0, 0x3f800000, true },
        { "1 / -0", "inf", 0x7fffffff, 0, true },
        { "min(NaN, 1)", "NaN", 0, 0x7fc00000, true },
        { "pow(0, 0)", "NaN", 0, 0x7fc00000, true },
        { "pow(-2, 2)", "0x1.000002p+2", 0xffffffff, 1, false },
        { "atan(inf)", "0x1.921ep+0", 0xffffff00, 0, false },
        { "atan(inf)", "0x1.9p+0", 0xfff80000, 0, true },
        { "exp2(emax + 1)", "max", 0, 0x7f7fffff, true },
    };
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pixels pixels;
        int line = line_of(cases[i].line);

        look_paint(specials, &params, &traits, &pixels);
        for (int at = 0; at < COLUMNS; at++) {
            uint32_t *word = look_word(&pixels, line, at);

            *word = (*word & cases[i].mask) | cases[i].to;
        }
        const struct finding *findings = look_judge(specials, &params, NULL, &pixels);
        look_expect(&findings[line], cases[i].answer, cases[i].deviates);
        for (int other = 0; other < LINES; other++)
            if (other != line)
                check_sound(findings, other);
        pixels_finish(&pixels);
    }
}
