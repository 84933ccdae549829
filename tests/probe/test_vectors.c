// SPDX-License-Identifier: MIT
//
// Functions of vectors. A simulated device without a defect deviates nowhere. A device
// that computes by squares loses the numbers whose squares overflow, and one wrong
// result is found. The committed captures pin the results that the model computes.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "vectors" };

#define COLUMNS 256

enum {
    LENGTH,
    LENGTH_OVER,
    LENGTH_UNDER,
    NORMAL,
    NORMAL_OVER,
    NORMAL_UNDER,
    DOT,
    INVERSE,
    INVERSE_OVER,
    INVERSE_UNDER,
    ANGLE,
    AXES,
    FAR_AWAY,
    PIXELS,
    TEXELS,
    LINES,
};

static const struct probe *const probe = &probe_vectors;

TEST(clean_fakes_deviate_nowhere)
{
    for (int p = 5; p <= 24; p++)
        for (int round = p % 5; round < FP_ROUND_COUNT; round += 5) {
            struct fp_format format = { p, p <= 11 ? 15 : 127 };
            struct probe_params params = look_known(format, (enum fp_round) round);
            struct traits traits = TRAITS_NONE(params.model);

            if (round % 2)
                params.precision = PRECISION_MEDIUMP;
            const struct finding *findings = look(probe, &params, &traits);

            for (int line = 0; line < LINES; line++) {
                const struct finding *finding = &findings[line];

                if (finding->deviates || finding->cases != COLUMNS)
                    fail_msg("%s p=%d %s: %s; %s", fp_round_name((enum fp_round) round),
                             p, finding->expression, said_answer(finding),
                             said_detail(finding));
                if (line >= PIXELS) {
                    assert_non_null(strstr(said_detail(finding), "step by step"));
                    continue;
                }
                assert_true(finding->survivors &
                            VERDICT_RULE(fp_round_last((enum fp_round) round)));
                assert_true(finding->error_known);
            }
        }
}

// By hand: the square of what is from 2^(emax/2) on is infinite, of a small one it is 0;
// divided by these a component is 0, or infinite; inf - inf is NaN.
static const struct told {
    int line;
    const char *answer;
} told[] = {
    { LENGTH_OVER, "256 of 256 infinite" },
    { LENGTH_UNDER, "256 of 256 zero" },
    { NORMAL_OVER, "256 of 256 zero" },
    { NORMAL_UNDER, "256 of 256 infinite" },
    { DOT, "256 of 256 NaN" },
};

TEST(squares_are_told)
{
    for (int half = 0; half < 2; half++) {
        struct fp_format format = half ? FP_BINARY16 : FP_BINARY32;
        struct probe_params params = look_usual(format);
        struct traits traits = TRAITS_NONE(params.model);

        traits.by_steps = true;
        const struct finding *findings = look(probe, &params, &traits);

        for (size_t i = 0; i < COUNT_OF(told); i++) {
            look_expect(&findings[told[i].line], told[i].answer, false);
            assert_false(findings[told[i].line].error_known);
            assert_non_null(strstr(said_detail(&findings[told[i].line]), "step by step"));
        }
        for (int line = LENGTH; line <= INVERSE; line += 3) {
            if (line == DOT)
                continue;
            double worst = atof(said_answer(&findings[line]) + strlen("at least "));

            if (!(worst > 0.5 && worst < 3) || findings[line].deviates)
                fail_msg("%s: %s", findings[line].expression,
                         said_answer(&findings[line]));
            assert_true(findings[line].survivors == VERDICT_RULE(FP_RNE));
        }
        assert_true(said_find(&findings[INVERSE_OVER], "some-zero"));
        assert_true(said_find(&findings[INVERSE_OVER], "some-nan"));
    }
}

// 4 ulp of 1 + 16 are within each bound, 2^15 beyond those that there are, which for
// GLSL is that of length alone.
static const struct look_spoil little = { .at = 64, .by = 4 };
static const struct look_spoil much = { .at = 64, .by = 0x8000 };
static const struct look_spoil none = { .at = 64, .to = 0x7fc00000 };

TEST(one_wrong_point_is_told)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &little);

    for (int line = 0; line < PIXELS; line++) {
        assert_false(findings[line].deviates);
        assert_int_equal(findings[line].agree, 255);
        assert_true(findings[line].error_max_ulp > 3 ||
                    findings[line].error_min_ulp < -3);
    }
    for (int i = 0; i < 2; i++) {
        findings = look_spoilt(probe, &params, &traits, i ? &none : &much);
        for (int line = 0; line < LINES; line++) {
            bool bounded =
                line == LENGTH || line == NORMAL || (line >= ANGLE && line < PIXELS);

            if (findings[line].deviates != bounded)
                fail_msg("%s: %s; %s", findings[line].expression,
                         said_answer(&findings[line]), said_detail(&findings[line]));
            assert_int_equal(said_find(&findings[line], "some-nan") != NULL, i);
        }
    }
}
