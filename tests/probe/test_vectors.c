// SPDX-License-Identifier: MIT
//
// Functions of vectors: the judge finds one wrong result, and how far off it is.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "vectors" };

enum { LENGTH, NORMAL = 3, ANGLE = 10, PIXELS = 13, LINES = 15 };

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
