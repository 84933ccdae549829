// SPDX-License-Identifier: MIT
//
// Infinities, NaNs, signed zeros, overflow and domain errors: the judge names a wrong
// word on its line, and on no other.

#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "specials" };

#define LINES   69
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
        { "mix(1, NaN, 0)", "1", 0, 0x3f800000, true },
        { "mix(1, NaN, false)", "NaN", 0, 0x7fc00000, true },
        { "false ? NaN : 1", "0", 0, 0, true },
        { "fract(-ulp/4)", "0x1.fffffep-1", 0, 0x3f7fffff, false },
        { "fract(-ulp/4)", "0", 0, 0, true },
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

// A device that multiplies what it selects: the judge finds that, and no other reason.
TEST(selections)
{
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    traits.by_product = true;
    const struct finding *findings = look(specials, &params, &traits);

    for (int line = 0; line < LINES; line++) {
        bool selects =
            line == line_of("mix(1, NaN, false)") || line == line_of("false ? NaN : 1");

        if (!selects) {
            check_sound(findings, line);
            continue;
        }
        look_expect(&findings[line], "NaN", true);
        assert_non_null(strstr(said_detail(&findings[line]), "as x * (1 - a) + y * a"));
    }
}
