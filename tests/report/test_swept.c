// SPDX-License-Identifier: MIT

#include "report/swept.h"
#include "tests/shared/group.h"

#include <stdio.h>

static struct group this_group = { .name = "report_swept" };

#define LINE(COMPLETE, RENDERER, FUNCTION, PRECISION, SAMPLE, VALUE)    \
    "{\"complete\":" COMPLETE ",\"device\":{\"renderer\":\"" RENDERER   \
    "\",\"version\":\"V\"},\"sweep\":{\"function\":\"" FUNCTION         \
    "\",\"precision\":\"" PRECISION "\",\"domain\":{\"sample\":" SAMPLE \
    "},\"max_ulp\":" VALUE "}}\n"
#define ULP(VALUE) "{\"error\":{\"value\":" VALUE "}}"

TEST(lines)
{
    static const struct {
        const char *what, *text;
        bool any, whole;
        double most;
    } cases[] = {
        { "none", "", false, false, 0 },
        { "a sample", LINE("true", "R", "gl:div", "highp", "true", ULP("1.5")), true,
          false, 1.5 },
        { "all inputs, and a sample below it",
          LINE("true", "R", "gl:div", "highp", "true", ULP("1.5"))
              LINE("true", "R", "gl:div", "highp", "false", ULP("2.5")),
          true, true, 2.5 },
        { "an error below the result",
          LINE("true", "R", "gl:div", "highp", "false", ULP("-2.5")), true, true, 2.5 },
        { "another device", LINE("true", "S", "gl:div", "highp", "false", ULP("2.5")),
          false, false, 0 },
        { "another function",
          LINE("true", "R", "gl:divide", "highp", "false", ULP("2.5")), false, false, 0 },
        { "another precision",
          LINE("true", "R", "gl:div", "mediump", "false", ULP("2.5")), false, false, 0 },
        { "not complete", LINE("false", "R", "gl:div", "highp", "false", ULP("2.5")),
          false, false, 0 },
        { "no error", LINE("true", "R", "gl:div", "highp", "false", "null"), false, false,
          0 },
        { "no JSON", "gl:div {\n\n[\"gl:div\"]\n7 gl:div", false, false, 0 },
    };
    const struct facts device = { .renderer = "R", .version = "V" };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report_swept swept = { 0 };
        const bool any =
            report_swept_in(cases[i].text, "lines", &device, "gl:div", &swept);

        if (any != cases[i].any || swept.whole != cases[i].whole ||
            swept.most != cases[i].most)
            fail_msg("%s: %d, whole %d, %g", cases[i].what, any, swept.whole, swept.most);
    }
}
