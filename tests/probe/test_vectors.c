// SPDX-License-Identifier: MIT
//
// Functions of vectors: the judge finds one wrong result, and how far off it is.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "vectors" };

enum { LENGTH, NORMAL = 3, ANGLE = 10, PIXELS = 13, LINES = 15 };
enum { DOT_UNIT = 15, POW_UNIT, FAR_ARGUMENT = 20 };

#define CASES 256

static const struct probe *const probe = &probe_vectors;

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

// A component of a unit vector, and the square of the vector, in steps of binary32.
static float unit_component(const double *v, int k)
{
    float a = (float) v[0], b = (float) v[1], c = (float) v[2];

    return (float) v[k] / sqrtf(a * a + b * b + c * c);
}

static float unit_square(const double *v)
{
    float x = unit_component(v, 0), y = unit_component(v, 1), z = unit_component(v, 2);

    return x * x + y * y + z * z;
}

// Counts as many dot products above 1, and powers of negative numbers, as the host has.
TEST(unit_vectors)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);

    for (int steps = 0; steps < 2; steps++) {
        int above[2] = { 0 };

        traits.by_steps = steps;
        for (int i = 0; i < 2; i++)
            for (int at = 0; steps && at < CASES; at++) {
                double v[PROBE_OPERANDS];

                look_operands(probe, &params, DOT_UNIT + i, at, v);
                above[i] += unit_square(v) > 1;
            }
        const struct finding *findings = look(probe, &params, &traits);

        assert_int_equal(said_find(&findings[DOT_UNIT], "above-one")->count, above[0]);
        assert_int_equal(said_find(&findings[POW_UNIT], "some-nan")->count, above[1]);
        assert_true(steps == (above[0] > 20 && above[1] > 20));
        assert_false(findings[DOT_UNIT].deviates || findings[POW_UNIT].deviates);
    }
}

// The argument of the hash at 100000, in steps of binary32: how many of 256 differ.
TEST(far_arguments)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look(probe, &params, &traits);
    float arguments[CASES];
    int different = 0;

    for (int at = 0; at < CASES; at++) {
        float x = 100000.5f + (float) (at % 16), y = 100000.5f + (float) (at / 16);
        bool seen = false;

        arguments[at] = x * 12.9898f + y * 78.233f;
        for (int other = 0; other < at; other++)
            seen |= arguments[other] == arguments[at];
        different += !seen;
    }
    assert_true(different < 200);
    assert_int_equal(said_find(&findings[FAR_ARGUMENT], "different")->count, different);
}

// In mediump the pixels of such places are not asked.
TEST(far_is_highp)
{
    struct probe_params params = look_params(PRECISION_MEDIUMP, FORM_PLAIN, FP_BINARY16);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look(probe, &params, &traits);

    assert_true(finding_is(&findings[FAR_ARGUMENT], &kind_unsupported));
}
