// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "report/report.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool read_text(struct report *report, const char *text)
{
    return report_read(report, text, strlen(text), "r.json");
}

static struct report personality(enum personality which)
{
    struct report report = invented_report(INVENTED_RNE);

    personality_add(&report, which);
    report_conclude(&report);
    return report;
}

// Findings come back to the last byte, and disturb nothing else.
static void test_findings(void **state)
{
    (void) state;
    for (int which = 0; which <= PERSONALITY_CROWDED; which++) {
        struct report report = personality(which), again;
        char *text = report_json(&report), *more;
        assert_non_null(text);
        assert_true(read_text(&again, text));
        more = report_json(&again);
        assert_string_equal(text, more);
        assert_int_equal(report.count, again.count);
        for (int i = 0; i < report.count; i++) {
            const struct result *want = &report.results[i], *got = &again.results[i];
            assert_int_equal(want->finding_count, got->finding_count);
            assert_string_equal(want->topic, got->topic);
            assert_int_equal(report_of_lines(got), i >= 12);
            if (want->finding_count)
                assert_memory_equal(want->findings, got->findings,
                                    (size_t) want->finding_count *
                                        sizeof *want->findings);
        }
        assert_int_equal(again.headline.fraction_bits, 23);
        assert_string_equal(verdict_rounding(again.headline.survivors), "rne");
        assert_int_equal(again.headline_stage, STAGE_FRAGMENT);
        assert_int_equal(again.headline_precision, PRECISION_HIGHP);
        free(text);
        free(more);
        report_finish(&again);
        report_finish(&report);
    }
}

// A result without lines has no such keys: older reports stay what they are.
static void test_no_findings(void **state)
{
    struct report report = invented_report(INVENTED_RNE);
    char *text = report_json(&report);

    (void) state;
    assert_null(strstr(text, "findings"));
    assert_null(strstr(text, "topic"));
    free(text);
    report_finish(&report);
}

// Edits of a good report that must each be refused, and a word of the message: the first
// such text behind the first findings is replaced.
static const struct {
    const char *from, *to, *message;
} edits[] = {
    { "\"topic\": \"operations\"", "\"topic\": \"\"", "results[12].topic: is empty" },
    { "\"topic\": \"operations\"", "\"topic\": 7", "results[12].topic: is not a string" },
    { "\"topic\": \"operations\"", "\"topic\": \"a heading of 24 characters\"",
      "longer than 23" },
    { "\"topic\": \"operations\"", "\"tropic\": \"operations\"", "topic: is missing" },
    { "\"findings\": [", "\"findlings\": [", "findings: is missing" },
    { "\"findings\": [", "\"findings\": [ 5,", "results[12].findings[0]" },
    { "\"findings\": [", "\"findings\": {}, \"x\": [", "findings: is not an array" },
    { "\"line\": \"a + b\"", "\"line\": \"\"", "results[12].findings[0].line: is empty" },
    { "\"line\": \"a - b\"", "\"line\": null", "results[12].findings[1].line" },
    { "\"answer\": \"rne\"", "\"answer\": \"\"", "findings[0].answer: is empty" },
    { "\"departs\": false", "\"departs\": 0", "findings[0].departs" },
    { "\"cases\": 96", "\"cases\": 95", "findings[0].agree" },
    { "\"cases\": 96", "\"cases\": -1", "findings[0].cases" },
    { "\"compared\": 96", "\"compared\": -1", "findings[0].compared" },
    { "\"mismatches\": 0,\n          \"reference\"",
      "\"mismatches\": 97,\n          \"reference\"", "findings[0].mismatches" },
    { "\"error_ulp\": {\n            \"max\"", "\"error_ulp\": {\n            \"mux\"",
      "max: is missing" },
    { "\"reference\": \"cuda\"", "\"reference\": \"sixteen and more\"",
      "longer than 15" },
    { "\"departs\": false", "\"departs\": false, \"detail\": \"\"", "r.json:" },
};

// A report of a few findings.
static struct report small(void)
{
    struct report report = invented_report(INVENTED_RNE);

    personality_add(&report, PERSONALITY_SOUND);
    for (int i = 13; i < report.count; i++)
        free(report.results[i].findings);
    report.count = 13;
    return report;
}

// Malloc'd.
static char *edited(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, "\"findings\": [");
    char *copy = malloc(strlen(text) + strlen(to) + 1);

    assert_non_null(at);
    assert_non_null(copy);
    // The topic comes behind the findings.
    at = strstr(at, from);
    assert_non_null(at);
    memcpy(copy, text, (size_t) (at - text));
    strcpy(copy + (at - text), to);
    strcat(copy, at + strlen(from));
    return copy;
}

static void test_hostile(void **state)
{
    struct report report = small(), read;
    char *text = report_json(&report);

    (void) state;
    assert_true(read_text(&read, text));
    report_finish(&read);
    log_hold(true);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *bad = edited(text, edits[i].from, edits[i].to);
        if (read_text(&read, bad))
            fail_msg("%s -> %s was accepted", edits[i].from, edits[i].to);
        assert_null(read.results);
        if (!strstr(log_last_error(), edits[i].message))
            fail_msg("%s: \"%s\"", edits[i].to, log_last_error());
        free(bad);
    }
    log_hold(false);
    free(text);
    report_finish(&report);
}

// One more than a reader takes, and an interval that is none.
static void test_limits(void **state)
{
    struct report report = small(), read;
    struct result *result = &report.results[12];

    (void) state;
    log_hold(true);
    result->findings[3].error_min_ulp = 0.75;
    char *text = report_json(&report);
    assert_false(read_text(&read, text));
    assert_non_null(strstr(log_last_error(), "findings[3].error_ulp: is no interval"));
    free(text);
    result->findings[3].error_min_ulp = 0;
    for (int count = 256; count <= 257; count++) {
        result->findings = realloc(result->findings, 257 * sizeof *result->findings);
        assert_non_null(result->findings);
        for (int i = 1; i < count; i++)
            result->findings[i] = result->findings[0];
        result->finding_count = count;
        text = report_json(&report);
        assert_int_equal(read_text(&read, text), count == 256);
        report_finish(&read);
        free(text);
    }
    assert_non_null(strstr(log_last_error(), "findings: are more than 256"));
    log_hold(false);
    report_finish(&report);
}

// Lines have no say in the headline, whatever their verdict holds, and alone they leave
// it skipped.
static void test_lines_alone(void **state)
{
    struct report report = { 0 };

    (void) state;
    personality_add(&report, PERSONALITY_SOUND);
    report.results[0].verdict.fraction_bits = 7;
    report.results[0].verdict.survivors = VERDICT_RULE(FP_RTZ);
    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_SKIPPED);
    assert_string_equal(report.headline.reason,
                        "no probe that tells how sums round was asked");
    assert_int_equal(report.headline_stage, STAGE_FRAGMENT);
    assert_int_equal(report.headline_precision, PRECISION_HIGHP);
    invented_result(&report, "sieve", PRECISION_LOWP, FORM_PLAIN, 10,
                    VERDICT_RULE(FP_RNE));
    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_OK);
    assert_int_equal(report.headline.fraction_bits, 10);
    assert_int_equal(report.headline_precision, PRECISION_LOWP);
    report_finish(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_findings),    cmocka_unit_test(test_no_findings),
        cmocka_unit_test(test_hostile),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_lines_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
