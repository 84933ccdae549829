// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "report/report.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_findings" };

// Findings come back to the last byte, and disturb nothing else.
TEST(test_findings)
{
    for (int which = 0; which <= PERSONALITY_CROWDED; which++) {
        struct report report = personality_report(INVENTED_RNE, which), again;

        invented_round_trip(&report, &again);
        for (int i = 0; i < report.count; i++) {
            const struct result *want = &report.results[i], *got = &again.results[i];
            assert_int_equal(want->finding_count, got->finding_count);
            assert_string_equal(want->topic, got->topic);
            assert_int_equal(report_has_expressions(got), i >= 12);
            if (want->finding_count)
                assert_memory_equal(want->findings, got->findings,
                                    (size_t) want->finding_count *
                                        sizeof *want->findings);
        }
        assert_int_equal(again.headline.fraction_bits, 23);
        assert_string_equal(verdict_rounding(again.headline.survivors), "rne");
        assert_int_equal(again.headline_stage, STAGE_FRAGMENT);
        assert_int_equal(again.headline_precision, PRECISION_HIGHP);
        report_finish(&again);
        report_finish(&report);
    }
}

// From what an answer deviates is found again where a report does not say it.
TEST(test_older)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_MESA), again;
    char *text = report_json(&report), *key;
    int found[DEVIATION_COUNT] = { 0 };

    while ((key = strstr(text, "\"deviates_from\"")))
        memcpy(key, "\"older_version\"", 15);
    assert_true(invented_read(&again, text));
    for (int i = 0; i < report.count; i++)
        for (int j = 0; j < report.results[i].finding_count; j++) {
            assert_int_equal(again.results[i].findings[j].from,
                             report.results[i].findings[j].from);
            found[again.results[i].findings[j].from]++;
        }
    assert_true(found[DEVIATION_IEEE754] > 0 && found[DEVIATION_VULKAN] > 0);
    free(text);
    report_finish(&again);
    report_finish(&report);
}

// A result without lines has no such keys: older reports stay what they are.
TEST(test_no_findings)
{
    struct report report = invented_report(INVENTED_RNE);
    char *text = report_json(&report);

    assert_null(strstr(text, "findings"));
    assert_null(strstr(text, "topic"));
    free(text);
    report_finish(&report);
}

// Edits of a good report that must each be refused, and a word of the message: the first
// such text behind the first findings is replaced.
static const struct invented_edit edits[] = {
    { "\"topic\": \"operations\"", "\"topic\": \"\"", "results[12].topic: is empty" },
    { "\"topic\": \"operations\"", "\"topic\": 7", "results[12].topic: is not a string" },
    { "\"topic\": \"operations\"", "\"topic\": \"a heading of 24 characters\"",
      "longer than 23" },
    { "\"findings\": [", "\"findlings\": [", "findings: is missing" },
    { "\"findings\": [", "\"findings\": [ 5,", "results[12].findings[0]" },
    { "\"findings\": [", "\"findings\": {}, \"x\": [", "findings: is not an array" },
    { "\"expression\": \"a + b\"", "\"expression\": \"\"",
      "results[12].findings[0].expression: is empty" },
    { "\"expression\": \"a - b\"", "\"expression\": null",
      "results[12].findings[1].expression" },
    { "\"kind\": \"rule\"", "\"kind\": \"rules\"", "findings[0].kind" },
    { "\"rules\": \"rne\"", "\"rules\": \"rnx\"", "no rounding \"rnx\"" },
    { "\"kind\": \"rule\"", "\"kind\": \"nothing\"", "kind: there is no" },
    { "\"deviates\": false", "\"deviates\": 0", "findings[0].deviates" },
    { "\"cases\": 96", "\"cases\": 95", "findings[0].agree" },
    { "\"cases\": 96", "\"cases\": -1", "findings[0].cases" },
    { "\"compared\": 96", "\"compared\": -1", "findings[0].compared" },
    { "\"mismatches\": 0,\n          \"reference\"",
      "\"mismatches\": 97,\n          \"reference\"", "findings[0].mismatches" },
    { "\"error_ulp\": {\n            \"max\"", "\"error_ulp\": {\n            \"mux\"",
      "max: is missing" },
    { "\"reference\": \"cuda\"", "\"reference\": \"sixteen and more\"",
      "longer than 15" },
    { "\"deviates\": false", "\"deviates\": false, \"detail\": []", "r.json:" },
    { "\"deviates\": false", "\"deviates\": true, \"deviates_from\": \"Glsl\"",
      "findings[0].deviates_from" },
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

// The topic comes behind the findings.
TEST(test_hostile)
{
    struct report report = small();

    invented_refuse(&report, "\"findings\": [", edits, COUNT_OF(edits));
    report_finish(&report);
}

// One more than a reader takes, and an interval that is none.
TEST(test_limits)
{
    struct report report = small(), read;
    struct result *result = &report.results[12];

    log_hold(true);
    result->findings[3].error_min_ulp = 0.75;
    char *text = report_json(&report);
    assert_false(invented_read(&read, text));
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
        assert_int_equal(invented_read(&read, text), count == 256);
        report_finish(&read);
        free(text);
    }
    assert_non_null(strstr(log_last_error(), "findings: are more than 256"));
    log_hold(false);
    report_finish(&report);
}

// Lines have no say in the headline, whatever their verdict holds, and alone they leave
// it skipped; its sentence has their sums.
TEST(test_lines_alone)
{
    struct report report = { 0 };
    char text[REPORT_HEADLINE_TEXT];

    personality_add(&report, PERSONALITY_SOUND);
    report.results[0].verdict.fraction_bits = 7;
    report.results[0].verdict.survivors = VERDICT_RULE(FP_RTZ);
    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_SKIPPED);
    assert_string_equal(report.headline.reason,
                        "no probe that tests how sums round was run");
    assert_int_equal(report.headline_stage, STAGE_FRAGMENT);
    assert_int_equal(report.headline_precision, PRECISION_HIGHP);
    report_headline_sentence(&report, text, sizeof text);
    assert_null(strstr(text, "skipped"));
    assert_non_null(strstr(text, "specials: none of 7 deviates"));
    invented_result(&report, "sieve", PRECISION_LOWP, FORM_PLAIN, 10,
                    VERDICT_RULE(FP_RNE));
    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_OK);
    assert_int_equal(report.headline.fraction_bits, 10);
    assert_int_equal(report.headline_precision, PRECISION_LOWP);
    report_finish(&report);
}
