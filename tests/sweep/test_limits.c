// SPDX-License-Identifier: MIT

#include "sweep/limits.h"
#include "tests/shared/group.h"

#include <math.h>

static struct group this_group = { .name = "limits" };

// Limits in units of the format's ulp of the exact result; 0: nothing is promised.
TEST(test_limits)
{
    static const struct {
        enum math_id math;
        bool half;
        double x, exact, ulps, y;
    } cases[] = {
        { MATH_EXP, false, 1, 0x1.5bf0a8p+1, 5, 0 },
        { MATH_EXP, true, 1, 0x1.5bf0a8p+1, 3, 0 },
        { MATH_EXP2, false, -4, 0.0625, 11, 0 },
        { MATH_LOG2, false, 4, 2, 3, 0 },
        { MATH_LOG2, false, 1.5, 0x1.2b8034p-1, 8, 0 },
        { MATH_RSQRT, false, 4, 0.5, 2, 0 },
        { MATH_SQRT, false, 4, 2, 6.5, 0 },
        { MATH_RCP, false, 3, 1 / 3.0, 2.5, 0 },
        { MATH_ATAN, false, 1, 0x1.921fb54442d18p-1, 4096, 0 },
        { MATH_FLOOR, true, 1.5, 1, 1, 0 },
        { MATH_DEGREES, false, 1, 0x1.ca5dc2p+5, 1 + 0x1.ca5dc2p+0, 0 },
        { MATH_SIN, false, 4, -0.7568, 0, 0 },
        { MATH_RCP, false, 0x1p-130, 0x1p+127, 0, 0 },
        { MATH_EXP, false, -100, 0x1p-144, 0, 0 },
        { MATH_RCP, true, 0x1p-17, 0x1p+17, 0, 0 },
        { MATH_DIV, false, 3, 1.5, 2.5, 2 },
        { MATH_DIV, false, 0x1p+127, 2, 2.5, 0x1p+126 },
        { MATH_DIV, false, 0x1p+127, 1, 0, 0x1p+127 },
        { MATH_DIV, false, 0x1p-126, 4, 0, 0x1p-128 },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct limit limit;
        assert_true(limits_find(cases[i].math, true, cases[i].half, &limit));
        double allowed = limits_allowed(&limit, cases[i].x, cases[i].y, cases[i].exact);
        double ulps = allowed / bound_ulp(&limit.format, cases[i].exact);
        if (cases[i].ulps == 0)
            assert_true(isinf(allowed));
        else if (fabs(ulps - cases[i].ulps) > 1e-6)
            fail_msg("%d: %s: %g", (int) i, limit.text, ulps);
    }
    struct limit limit;
    assert_false(limits_find(MATH_LGAMMA, true, false, &limit));
    assert_true(limits_find(MATH_EXP, false, false, &limit));
    assert_string_equal(limit.who, "GLSL 4.60, 4.7.1");
    assert_true(limits_find(MATH_EXP, true, true, &limit));
    assert_string_equal(limit.who, "Vulkan, precision of SPIR-V");
}
