// SPDX-License-Identifier: MIT
//
// The probe operations on devices that are like no rule: coarse ones, wide ones, ones
// that give infinities.

#include "base/fp.h"
#include "probe/shared/postfix.h"
#include "tests/probe/asked.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "operations_odd" };

// A mediump that is binary32 gives answers that no 11 bits hold.
TEST(wide_answers_are_found)
{
    static const char *const want[OPERATIONS_COUNT] = {
        [OPERATIONS_ADD] = "rne, in 24 bits",
        [OPERATIONS_SUB] = "rne, in 24 bits",
        [OPERATIONS_MUL] = "exact, in 24 bits", // 22 bits are all there are
        [OPERATIONS_DIV] = "nearest, in 24 bits",
        [OPERATIONS_SQRT] = "nearest, in 24 bits",
        [OPERATIONS_INVERSESQRT] = "nearest, in 24 bits",
        [OPERATIONS_RECIPROCAL] = "nearest, in 24 bits",
    };
    struct traits narrow = asked_traits(FP_BINARY16, FP_RNE);
    struct traits wide = asked_traits(FP_BINARY32, FP_RNE);

    for (int line = 0; line < OPERATIONS_COUNT; line++) {
        struct inquiry *asked = asked_line(line, &narrow);

        inquiry_answer(asked, line, &wide);
        const struct finding *finding = inquiry_judge(asked);

        asked_check(strstr(said_answer(finding), ", in 24 bits") && !finding->deviates &&
                        asked->reproduced && finding->error_max_ulp <= 0.51,
                    asked, &wide);
        // nothing is half-way between numbers of 24 bits here
        if (want[line] && line > OPERATIONS_SUB)
            asked_check(!strcmp(said_answer(finding), want[line]), asked, &wide);
    }
}

// Answers that another expression gives.
TEST(other_expressions_are_found)
{
    static const struct {
        int line;
        const char *computed, *answer;
    } others[] = {
        { OPERATIONS_INVERSESQRT, "1ar/", "nearest, 1.0 / sqrt(a)" },
        { OPERATIONS_MUL_RECIPROCAL, "ab/", "nearest, a / b" },
    };
    uint64_t out[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    for (size_t i = 0; i < 2 * (ASKED_FORMATS - 6); i++) {
        struct traits traits = asked_traits(asked_formats[6 + i / 2], FP_RNE);
        struct inquiry *asked = asked_line(others[i % 2].line, &traits);

        struct postfix computed = { { others[i % 2].computed } };
        struct expressions_seen seen = inquiry_seen(asked);

        seen.programs = &computed;
        assert_true(expressions_ask(&seen, &traits, 0, ASKED_COUNT, out));
        memcpy(asked->got[0], out[0], ASKED_COUNT * sizeof *out[0]);
        look_expect(inquiry_judge(asked), others[i % 2].answer, false);
        asked_check(!asked->reproduced, asked, &traits);
    }
}

// What is not a number is told, and the error is that of the others.
TEST(infinite_answers_are_told)
{
    struct traits traits = asked_traits(FP_BINARY32, FP_RNE);

    for (int line = 0; line < OPERATIONS_COUNT; line++) {
        struct inquiry *asked = asked_line(line, &traits);

        asked->got[0][7] = 0x7f800000;
        asked->got[0][9] = 0x7fc00000;
        look_expect(inquiry_judge(asked), "none", true);
        assert_true(isfinite(asked->finding.error_max_ulp));
        assert_non_null(strstr(said_detail(&asked->finding), "2 results are not finite"));
        for (int i = 0; i < ASKED_COUNT; i++)
            asked->got[0][i] = 0x7fc00000;
        look_expect(inquiry_judge(asked), "none", true);
        assert_false(asked->finding.error_known);
    }
}

// Adds `ulps` of the format to the magnitude of an answer.
static void move(struct inquiry *asked, int at, int ulps)
{
    struct fp_format carrier = expressions_carrier(&asked->params);
    int shift = carrier.precision - asked->params.precision_bits;

    asked->got[0][at] += (uint64_t) (int64_t) ulps << shift;
}

static double error_at(const struct inquiry *asked, int at)
{
    struct expressions_seen seen = inquiry_seen(asked);
    double error;

    assert_true(operations_judge_error(&seen, (size_t) at, &error));
    return error;
}

static void check_coarse(struct inquiry *asked, int at, const char *want)
{
    const struct finding *finding = inquiry_judge(asked);
    double worst = fmax(-finding->error_min_ulp, finding->error_max_ulp);

    look_expect(finding, want, !asked_is_lenient(asked->expression) || worst > 2.5);
    if (finding->survivors || asked->reproduced || worst != fabs(error_at(asked, at)))
        fail_msg("p=%d %s, case %d, %a ulp: %a ulp", asked->params.precision_bits,
                 asked->probe->expressions->list[asked->expression].label, at,
                 error_at(asked, at), worst);
}

// One answer some ulps beside, or the wrong one of two neighbours: no rule any more. What
// is computed in two steps is more than an ulp off already.
TEST(coarse_answers_have_no_rule)
{
    for (size_t i = 0; i < ASKED_FORMATS * OPERATIONS_COUNT; i++) {
        struct traits traits = asked_traits(asked_formats[i % ASKED_FORMATS], FP_RNE);
        int line = (int) (i / ASKED_FORMATS), at = (int) (41 * i) % ASKED_COUNT;
        struct inquiry *asked = asked_line(line, &traits);
        double error = error_at(asked, at);

        if (line == OPERATIONS_MUL_ADD || line == OPERATIONS_MUL_RECIPROCAL)
            continue;
        bool down = error > 0;
        if (fp_unpack(expressions_carrier(&asked->params), asked->got[0][at]).negative)
            down = !down;
        if (error != 0) {
            move(asked, at, down ? -1 : 1);
            check_coarse(asked, at, "faithful");
            move(asked, at, down ? 1 : -1);
        }
        move(asked, at, 3);
        check_coarse(asked, at, "none");
    }
}

// An answer off by less than others are rightly: it is the one that is shown.
TEST(wrong_case_is_shown)
{
    struct traits traits = asked_traits(FP_BINARY16, FP_RNE);
    char got[24];

    for (int line = 0; line < OPERATIONS_COUNT; line++) {
        struct inquiry *asked = asked_line(line, &traits);

        asked->got[0][77] ^= 1;
        snprintf(got, sizeof got, "got 0x%08x", (unsigned) asked->got[0][77]);
        asked_check(strstr(said_detail(inquiry_judge(asked)), got) && !asked->reproduced,
                    asked, &traits);
    }
}
