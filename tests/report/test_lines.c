// SPDX-License-Identifier: MIT

#include "report/lines.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLAIN     (1u << FORM_PLAIN)
#define GUARDED   (1u << FORM_GUARDED)
#define PRECISE   (1u << FORM_PRECISE)
#define INVARIANT (1u << FORM_INVARIANT)
#define ALL       (PLAIN | GUARDED | PRECISE | INVARIANT)

static void add_finding(struct result *result, const char *line, bool departs, long cases)
{
    size_t count = (size_t) result->finding_count + 1;

    result->findings = realloc(result->findings, count * sizeof *result->findings);
    assert_non_null(result->findings);
    struct finding *finding = &result->findings[result->finding_count++];
    *finding = (struct finding){ .departs = departs, .cases = cases };
    snprintf(finding->line, sizeof finding->line, "%s", line);
    snprintf(finding->answer, sizeof finding->answer, departs ? "folded" : "exact");
}

static struct result *add_result(struct report *report, const char *topic, enum form form)
{
    struct result *result =
        invented_result(report, "invented", PRECISION_HIGHP, form, -1, 0);

    snprintf(result->topic, sizeof result->topic, "%s", topic);
    return result;
}

// The forms in which each error-free line is exact, and what follows for float-float
// arithmetic. ~0u: the line was not asked.
#define ABSENT ~0u
static const char *const names[] = {
    "TwoSum(a, b)",
    "Fast2Sum(a, b)",
    "TwoProd(a, b) by fma",
    "TwoProd(a, b) by Dekker",
    "split(a)",
    "float-float a + b",
    "float-float a * b",
};

#define NAMES (sizeof names / sizeof *names)

static const struct {
    unsigned good[NAMES];
    const char *text;
} conclusions[] = {
    { { ALL, ALL, ALL, ALL, ALL, ALL, ALL }, "as written" },
    { { 0, 0, 0, 0, 0, 0, 0 }, "not at all" },
    { { ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT }, "not asked" },
    // The sums need the qualifier or the guard; the products do not.
    { { GUARDED | PRECISE, GUARDED | PRECISE, ALL, ALL, ALL, GUARDED | PRECISE, ALL },
      "only guarded or precise" },
    // fma() is two steps here: Dekker's way is enough.
    { { ALL, ALL, 0, ALL, ALL, ALL, ALL }, "as written" },
    // The split is folded unless guarded, but nobody needs it where fma() is exact.
    { { ALL, ALL, ALL, GUARDED, GUARDED, ALL, GUARDED }, "as written" },
    { { ALL, ALL, PRECISE, GUARDED, GUARDED, ALL, GUARDED }, "only guarded or precise" },
    // Without fma() in the language.
    { { ALL, ALL, ABSENT, ALL, ALL, ALL, ALL }, "as written" },
    { { ALL, ALL, ABSENT, PRECISE, PRECISE, ALL, PRECISE }, "only precise" },
    // No form for all of them.
    { { PRECISE, PRECISE, GUARDED, GUARDED, GUARDED, ALL, ALL }, "not at all" },
    // One of the sums alone.
    { { ALL, PRECISE, ALL, ALL, ALL, ALL, ALL }, "only precise" },
    { { ALL, ALL, ALL, ALL, ALL, PRECISE, ALL }, "only precise" },
    { { INVARIANT, ALL, ALL, ALL, ALL, ALL, ALL }, "only invariant" },
};

static void test_df64(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof conclusions / sizeof *conclusions; i++) {
        struct report report = { 0 };
        char text[80];
        for (int form = 0; form <= FORM_INVARIANT; form++) {
            struct result *result =
                add_result(&report, REPORT_LINES_ERROR_FREE, (enum form) form);
            for (size_t j = 0; j < NAMES; j++)
                if (conclusions[i].good[j] != ABSENT)
                    add_finding(result, names[j], !(conclusions[i].good[j] & 1u << form),
                                96);
        }
        report_lines_forms_text(
            report_lines_df64(&report, STAGE_FRAGMENT, PRECISION_HIGHP), text,
            sizeof text);
        if (strcmp(text, conclusions[i].text) != 0)
            fail_msg("%zu: \"%s\", not \"%s\"", i, text, conclusions[i].text);
        report_lines_forms_text(report_lines_df64(&report, STAGE_VERTEX, PRECISION_HIGHP),
                                text, sizeof text);
        assert_string_equal(text, "not asked");
        report_finish(&report);
    }
}

// A line without cases was not asked: it neither departs nor holds.
static void test_counts(void **state)
{
    struct report report = { 0 };
    struct report_lines_place place = { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN };
    struct result *result = add_result(&report, "folding", FORM_PLAIN);

    (void) state;
    add_finding(result, "a", true, 5);
    add_finding(result, "b", false, 5);
    add_finding(result, "c", false, 0);
    add_finding(result, "d", true, 5);
    result->findings[0].compared = 10;
    result->findings[3].compared = 20;
    result->findings[3].mismatches = 3;
    struct report_lines_count count = report_lines_count(&report, "folding", place);
    struct report_lines_compared compared = report_lines_compared(&report);
    assert_int_equal(count.lines, 3);
    assert_int_equal(count.departs, 2);
    assert_int_equal(count.changed, 2);
    assert_int_equal(compared.words, 30);
    assert_int_equal(compared.lines, 2);
    assert_int_equal(compared.mismatches, 3);
    char text[80];
    report_lines_text(result, text, sizeof text);
    assert_string_equal(text, "2 of 3 lines depart");
    assert_int_equal(
        report_lines_good(&report, "folding", "c", STAGE_FRAGMENT, PRECISION_HIGHP).asked,
        0);
    place.form = FORM_PRECISE;
    assert_int_equal(report_lines_count(&report, "folding", place).lines, 0);
    assert_false(report_lines_asked(&report, "folding", place));
    report_finish(&report);
}

static void test_tally(void **state)
{
    static const char *const answers[] = { "kept",       "flushed on input, sign kept",
                                           "kept",       "flushed",
                                           "flushed",    "mixed",
                                           "unsupported" };
    struct report report = { 0 };
    struct report_lines_place place = { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN };
    struct result *result = add_result(&report, "subnormals", FORM_PLAIN);
    char text[80];

    (void) state;
    for (int i = 0; i < 7; i++) {
        add_finding(result, "x", false, i < 6);
        snprintf(result->findings[i].answer, sizeof result->findings[i].answer, "%s",
                 answers[i]);
    }
    report_lines_tally(&report, "subnormals", place, text, sizeof text);
    assert_string_equal(text, "3 flushed, 2 kept, 1 mixed");
    report_lines_tally(&report, "specials", place, text, sizeof text);
    assert_string_equal(text, "nothing asked");
    report_finish(&report);
}

// What a finding says in a few words.
static const struct {
    struct finding finding;
    const char *answer, *claim;
} said[] = {
    { { .answer = "rne", .survivors = 1, .error_known = true, .error_max_ulp = 0.5 },
      "rne",
      "" },
    { { .answer = "faithful", .error_known = true, .error_min_ulp = -0.83 },
      "faithful 0.83 ulp",
      "" },
    { { .answer = "none", .error_known = true, .error_max_ulp = 4e6 },
      "none 4.0e+06 ulp",
      "" },
    { { .answer = "2.10 ulp", .error_known = true, .error_max_ulp = 2.1 },
      "2.10 ulp",
      "" },
    { { .answer = "23 bits", .detail = "claimed 10 bits: better than claimed; kept" },
      "23 bits",
      "better" },
    { { .answer = "23 bits", .detail = "claimed 23 bits: as claimed" },
      "23 bits",
      "as claimed" },
    { { .answer = "9 bits", .departs = true, .detail = "x: worse than claimed; first" },
      "9 bits",
      "worse" },
    { { .answer = "9 bits", .detail = "nothing claimed" }, "9 bits", "" },
};

static void test_said(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char text[80];
        report_lines_answer(&said[i].finding, text, sizeof text);
        assert_string_equal(text, said[i].answer);
        assert_string_equal(report_lines_claim(&said[i].finding), said[i].claim);
    }
}

// Answers in arithmetic of 24 bits, and whether they are what the source says.
static const struct {
    struct finding finding;
    bool as_written;
} written[] = {
    { { .line = "a * b + c", .answer = "separate" }, true },
    { { .line = "a * b + c", .answer = "fused" }, false },
    { { .line = "a * b + c", .answer = "fused or separate" }, true },
    { { .line = "a * b + c", .answer = "neither" }, false },
    { { .line = "fma(a, b, c)", .answer = "fused" }, true },
    { { .line = "fma(a, b, c)", .answer = "separate" }, false },
    { { .line = "fma(a, b, c)", .answer = "fused", .departs = true }, false },
    { { .line = "a - a", .answer = "folded to 0" }, false },
    { { .line = "a - a", .answer = "kept or folded" }, true },
    { { .line = "a - a", .answer = "kept" }, true },
    { { .line = "a - a", .answer = "kept", .departs = true }, false },
    { { .line = "TwoSum(a, b)", .answer = "exact" }, true },
    { { .line = "TwoSum(a, b)", .answer = "folded: e is always 0" }, false },
    { { .line = "TwoSum(a, b)", .answer = "inexact by rtz, as written: 3 of 96" },
      false },
    { { .line = "TwoSum(a, b)", .answer = "not exact, in mixed widths: 3 of 96" },
      false },
    { { .line = "TwoProd(a, b) by fma", .answer = "fma is two steps: e is always 0" },
      false },
    { { .line = "float-float a + b", .answer = "44 bits" }, true },
    { { .line = "float-float a + b", .answer = "43 bits" }, false },
    { { .line = "float-float a + b", .answer = "24 bits: no better than float" }, false },
};

static void test_as_written(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (report_lines_as_written(&written[i].finding, 24) != written[i].as_written)
            fail_msg("%s: %s", written[i].finding.line, written[i].finding.answer);
}

// Bits that were found, or else the type's own.
static void test_bits(void **state)
{
    struct report report = invented_report(INVENTED_HALF);

    (void) state;
    assert_int_equal(report_lines_bits(&report, STAGE_FRAGMENT, PRECISION_HIGHP), 11);
    assert_int_equal(report_lines_bits(&report, STAGE_VERTEX, PRECISION_HIGHP), 24);
    assert_int_equal(report_lines_bits(&report, STAGE_VERTEX, PRECISION_MEDIUMP), 11);
    assert_int_equal(report_lines_bits(&report, STAGE_VERTEX, PRECISION_DOUBLE), 53);
    report_finish(&report);
}

static void test_short(void **state)
{
    char text[48];

    (void) state;
    report_lines_short("TwoProd(a, b) by fma", text, sizeof text);
    assert_string_equal(text, "TwoProd by fma");
    report_lines_short("f(g(a), b)c", text, sizeof text);
    assert_string_equal(text, "fc");
    report_lines_short("a + b", text, 3);
    assert_string_equal(text, "a ");
}

// Those that are known come first, in their order, then others as they come.
static void test_topics(void **state)
{
    struct report report = invented_report(INVENTED_RNE);
    const char *topics[REPORT_LINES_TOPICS];

    (void) state;
    assert_int_equal(report_lines_topics(&report, topics), 0);
    add_result(&report, "zebras", FORM_PLAIN);
    add_result(&report, REPORT_LINES_FUNCTIONS, FORM_PLAIN);
    add_result(&report, "apes", FORM_PLAIN);
    add_result(&report, REPORT_LINES_OPERATIONS, FORM_PLAIN);
    add_result(&report, "zebras", FORM_PLAIN);
    assert_int_equal(report_lines_topics(&report, topics), 4);
    assert_string_equal(topics[0], REPORT_LINES_OPERATIONS);
    assert_string_equal(topics[1], REPORT_LINES_FUNCTIONS);
    assert_string_equal(topics[2], "zebras");
    assert_string_equal(topics[3], "apes");
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        add_result(&report, name, FORM_PLAIN);
    }
    assert_int_equal(report_lines_topics(&report, topics), REPORT_LINES_TOPICS);
    report_finish(&report);
}

static void test_best(void **state)
{
    struct report report = { 0 };
    struct report_lines_place place;

    (void) state;
    struct result *result = add_result(&report, "folding", FORM_PRECISE);
    result->precision = PRECISION_MEDIUMP;
    add_finding(result, "a", false, 1);
    result = add_result(&report, "folding", FORM_GUARDED);
    result->precision = PRECISION_MEDIUMP;
    add_finding(result, "a", false, 1);
    result = add_result(&report, "folding", FORM_PLAIN);
    result->verdict = verdict_unknown(STATUS_ERROR);
    assert_true(report_lines_best(&report, "folding", STAGE_FRAGMENT, &place));
    assert_int_equal(place.precision, PRECISION_MEDIUMP);
    assert_int_equal(place.form, FORM_GUARDED);
    assert_false(report_lines_best(&report, "folding", STAGE_VERTEX, &place));
    assert_null(report_lines_status(&report, "folding", STAGE_VERTEX));
    assert_string_equal(report_lines_status(&report, "folding", STAGE_FRAGMENT), "ok");
    report_finish(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_df64),  cmocka_unit_test(test_counts),
        cmocka_unit_test(test_tally), cmocka_unit_test(test_said),
        cmocka_unit_test(test_short), cmocka_unit_test(test_as_written),
        cmocka_unit_test(test_bits),  cmocka_unit_test(test_topics),
        cmocka_unit_test(test_best),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
