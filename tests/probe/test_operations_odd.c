// SPDX-License-Identifier: MIT
//
// The probe operations on devices that are like no rule: coarse ones, wide ones, ones
// that give infinities.

#include "tests/probe/asked.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// A mediump that is binary32 gives answers that no 11 bits hold.
static void wide_answers_are_found(void **state)
{
    static const char *const want[OPERATIONS_LINES] = {
        [OPERATIONS_ADD] = "rne, in 24 bits",
        [OPERATIONS_SUB] = "rne, in 24 bits",
        [OPERATIONS_MUL] = "exact, in 24 bits", // 22 bits are all there are
        [OPERATIONS_DIV] = "nearest, in 24 bits",
        [OPERATIONS_SQRT] = "nearest, in 24 bits",
        [OPERATIONS_INVERSESQRT] = "nearest, in 24 bits",
        [OPERATIONS_RECIPROCAL] = "nearest, in 24 bits",
    };
    static struct operations_asked asked;
    struct traits narrow = TRAITS_NONE(operations_asked_model_of(FP_BINARY16, FP_RNE));
    struct traits wide = TRAITS_NONE(operations_asked_model_of(FP_BINARY32, FP_RNE));

    (void) state;
    for (int line = 0; line < OPERATIONS_LINES; line++) {
        operations_asked_make(&asked, line, &narrow, FORM_PLAIN);
        operations_asked_answer(&asked, &wide);
        operations_asked_judge(&asked);
        const struct finding *finding = &asked.finding;
        if (!strstr(finding->answer, ", in 24 bits") || finding->departs ||
            !asked.known || finding->error_max_ulp > 0.51)
            fail_msg("%s", operations_asked_place(&asked, &wide));
        // nothing is half-way between numbers of 24 bits here
        if (want[line] && line > OPERATIONS_SUB)
            if (strcmp(finding->answer, want[line]) != 0)
                fail_msg("want %s: %s", want[line],
                         operations_asked_place(&asked, &wide));
    }
}

// Answers that another expression gives.
static void other_expressions_are_found(void **state)
{
    static const struct {
        int line, computed;
        const char *answer;
    } others[] = {
        { OPERATIONS_INVERSESQRT, OPERATIONS_RECIPROCAL_OF_SQRT,
          "nearest, 1.0 / sqrt(a)" },
        { OPERATIONS_MUL_RECIPROCAL, OPERATIONS_DIV, "nearest, a / b" },
    };
    static struct operations_asked asked;

    (void) state;
    for (int i = 0; i < 2; i++) {
        for (size_t f = 6; f < OPERATIONS_ASKED_FORMATS; f++) {
            struct traits traits = TRAITS_NONE(
                operations_asked_model_of(operations_asked_formats[f], FP_RNE));

            operations_asked_make(&asked, others[i].line, &traits, FORM_PLAIN);
            asked.seen.line = others[i].computed;
            operations_asked_answer(&asked, &traits);
            asked.seen.line = others[i].line;
            operations_asked_judge(&asked);
            if (strcmp(asked.finding.answer, others[i].answer) != 0 || asked.known ||
                asked.finding.departs)
                fail_msg("%s", operations_asked_place(&asked, &traits));
        }
    }
}

// What is not a number is told, and the error is that of the others.
static void infinite_answers_are_told(void **state)
{
    static struct operations_asked asked;
    struct traits traits = TRAITS_NONE(operations_asked_model_of(FP_BINARY32, FP_RNE));

    (void) state;
    for (int line = 0; line < OPERATIONS_LINES; line++) {
        operations_asked_make(&asked, line, &traits, FORM_PLAIN);
        asked.got[7] = 0x7f800000;
        asked.got[9] = 0x7fc00000;
        operations_asked_judge(&asked);
        assert_string_equal(asked.finding.answer, "none");
        assert_true(asked.finding.departs);
        assert_true(isfinite(asked.finding.error_max_ulp));
        assert_non_null(strstr(asked.finding.detail, "2 answers are no finite numbers"));
        for (int i = 0; i < OPERATIONS_ASKED_COUNT; i++)
            asked.got[i] = 0x7fc00000;
        operations_asked_judge(&asked);
        assert_string_equal(asked.finding.answer, "none");
        assert_false(asked.finding.error_known);
    }
}

// Adds `ulps` of the format to the magnitude of an answer.
static void move(struct operations_asked *asked, int at, int ulps)
{
    struct fp_format carrier = lines_carrier(&asked->params);
    int shift = carrier.precision - asked->params.precision_bits;

    asked->got[at] += (uint64_t) (int64_t) ulps << shift;
}

static void check_coarse(struct operations_asked *asked, int at, const char *want)
{
    const struct finding *finding = &asked->finding;
    double error;

    assert_true(operations_judge_error(&asked->seen, (size_t) at, &error));
    operations_asked_judge(asked);
    double worst = fmax(-finding->error_min_ulp, finding->error_max_ulp);
    if (strcmp(finding->answer, want) != 0 || finding->survivors || asked->known ||
        finding->departs !=
            (!operations_asked_is_lenient(asked->seen.line) || worst > 2.5) ||
        worst != fabs(error))
        fail_msg("p=%d %s, case %d, %a ulp, want %s: \"%s\" departs %d, %a ulp (%s)",
                 asked->params.precision_bits,
                 probe_operations.lines->names[asked->seen.line], at, error, want,
                 finding->answer, finding->departs, worst, finding->detail);
}

// One answer some ulps beside, or the wrong one of two neighbours: no rule any more. What
// is computed in two steps is more than an ulp off already.
static void coarse_answers_have_no_rule(void **state)
{
    static struct operations_asked asked;
    double error;

    (void) state;
    for (size_t i = 0; i < OPERATIONS_ASKED_FORMATS * OPERATIONS_LINES; i++) {
        struct traits traits = TRAITS_NONE(operations_asked_model_of(
            operations_asked_formats[i % OPERATIONS_ASKED_FORMATS], FP_RNE));
        int line = (int) (i / OPERATIONS_ASKED_FORMATS),
            at = (int) (41 * i) % OPERATIONS_ASKED_COUNT;

        operations_asked_make(&asked, line, &traits, FORM_PLAIN);
        assert_true(operations_judge_error(&asked.seen, (size_t) at, &error));
        if (line == OPERATIONS_MUL_ADD || line == OPERATIONS_MUL_RECIPROCAL)
            continue;
        bool down = error > 0;
        if (fp_unpack(lines_carrier(&asked.params), asked.got[at]).negative)
            down = !down;
        if (error != 0) {
            move(&asked, at, down ? -1 : 1);
            check_coarse(&asked, at, "faithful");
            move(&asked, at, down ? 1 : -1);
        }
        move(&asked, at, 3);
        check_coarse(&asked, at, "none");
    }
}

// An answer off by less than others are rightly: it is the one that is shown.
static void wrong_case_is_shown(void **state)
{
    static struct operations_asked asked;
    struct traits traits = TRAITS_NONE(operations_asked_model_of(FP_BINARY16, FP_RNE));
    char got[24];

    (void) state;
    for (int line = 0; line < OPERATIONS_LINES; line++) {
        operations_asked_make(&asked, line, &traits, FORM_PLAIN);
        asked.got[77] ^= 1;
        operations_asked_judge(&asked);
        snprintf(got, sizeof(got), "got 0x%08x", (unsigned) asked.got[77]);
        if (asked.known || !strstr(asked.finding.detail, got))
            fail_msg("want %s: %s", got, operations_asked_place(&asked, &traits));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_answers_are_found),
        cmocka_unit_test(other_expressions_are_found),
        cmocka_unit_test(infinite_answers_are_told),
        cmocka_unit_test(coarse_answers_have_no_rule),
        cmocka_unit_test(wrong_case_is_shown),
    };
    return cmocka_run_group_tests_name("operations_odd", tests, NULL, NULL);
}
