// SPDX-License-Identifier: MIT

#include "base/fp_format.h"
#include "base/log.h"
#include "document/load.h"
#include "report/report.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report" };

TEST(test_round_trip)
{
    for (int which = 0; which < INVENTED_CASES; which++) {
        struct report report = invented_report(which), again;

        invented_round_trip(&report, &again);
        // All strings are in the structs' own arrays: equal JSON, equal results.
        if (which != INVENTED_BAD_UTF8 && report.count)
            assert_memory_equal(report.results, again.results,
                                (size_t) report.count * sizeof *report.results);
        report_finish(&again);
        report_finish(&report);
    }
}

TEST(test_locale)
{
    struct report report = invented_report(INVENTED_RTZ);
    char *text = report_json(&report);

    // Only where such a locale is installed does this ask anything.
    setlocale(LC_ALL, "de_DE.UTF-8");
    char *more = report_json(&report);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, more);
    assert_non_null(strstr(text, "\"bits\": \"0xbfefffffe0000000"));
    free(text);
    free(more);
    report_finish(&report);
}

// Edits of a good report that must each be refused, and a word of the message.
static const struct invented_edit edits[] = {
    { "fpstripe-report/2", "fpstripe-report/3", "schema" },
    { "\"schema\"", "\"shema\"", "schema: is missing" },
    { "\"complete\": true", "\"complete\": 1", "complete: is not" },
    { "\"complete\": true", "\"complete\": NaN", "r.json:" },
    { "\"api\": \"es3\"", "\"api\": \"es9\"", "device.api" },
    { "\"software\": true", "\"software\": null", "device.software" },
    { "\"precision\": 23", "\"precision\": 23.5", "claimed.fragment.highp" },
    { "\"mismatches\": 0", "\"mismatches\": -1", "results[0].comparison.mismatches" },
    { "\"mismatches\": 0", "\"mismatches\": 99999999",
      "results[0].comparison.mismatches" },
    { "\"mismatches\": 0", "\"mismatches\": 1", "results[0].comparison.first" },
    { "\"pixels\": 266240", "\"pixels\": 1e99", "results[0].comparison.pixels" },
    { "\"pixels\": 266240", "\"pixels\": 99999999999999999999", "r.json:" },
    { "\"width\": 512", "\"width\": -512", "results[0].width" },
    { "\"width\": 512", "\"width\": \"512\"", "results[0].width: is not an integer" },
    { "\"height\": 520", "\"height\": 16385", "results[0].height" },
    { "\"form\": \"plain\"", "\"form\": \"plane\"", "there is no \"plane\"" },
    { "\"probe\": \"width\"", "\"probe\": \"a_name_that_does_not_fit_into_32_bytes\"",
      "longer than 31" },
    { "\"rne\"", "\"even\"", "there is no rule" },
    { "\"rne\"", "{}", "there is no rule" },
    { "\"bits\": \"0x", "\"bits\": \"0X", "is not 0x and 16 hex digits" },
    { "\"flushed\": true", "\"flushed\": 1", "results[0].operands.flushed" },
    { "\"rounding\": \"rna\"", "\"rounding\": \"up\"", "results[0].operands.rounding" },
    { "\"operands\": {", "\"operands\": 1, \"x\": {", "operands: is not an object" },
    { "\"status\": \"folded\"", "\"status\": \"ok\"", "measurement_sha256" },
    { "\"pixels_sha256\": \"111", "\"pixels_sha256\": \"11g", "is not a SHA-256" },
    { "\"pixels_sha256\": \"111", "\"pixels_sha256\": \"112", "measurement_sha256" },
    { "\"results\": [", "\"results\": [ 5,", "results[0]" },
    { "\"results\": [", "\"results\": [], \"x\": [", "measurement_sha256" },
    { "\"verdict\":", "\"verdict\": 1, \"verdict\":", "r.json:" },
    { "\"device\": {", "\"device\": [], \"divice\": {", "device: is not an object" },
};

TEST(test_hostile)
{
    struct report report = invented_report(INVENTED_RNE);

    invented_refuse(&report, "", edits, COUNT_OF(edits));
    report_finish(&report);
}

TEST(test_truncated)
{
    struct report report = invented_report(INVENTED_DIFFERS), read;
    char *text = report_json(&report);
    size_t length = strlen(text) - 1; // all but the line feed is needed

    log_hold(true);
    for (size_t size = 0; size < length; size += size < 200 ? 1 : 61)
        assert_false(report_read(&read, text, size, "r.json"));
    assert_false(report_read(&read, "\0{}", 3, "r.json"));
    assert_false(report_read(&read, "[]", 2, "r.json"));
    log_hold(false);
    assert_true(report_read(&read, text, length, "r.json"));
    report_finish(&read);
    free(text);
    report_finish(&report);
}

// What is too much is not taken apart.
TEST(test_bounds)
{
    static const struct {
        size_t count;
        char of;
        const char *says;
    } cases[] = { { DOCUMENT_LOAD_DEPTH + 1, '[', "nested more than 32 deep" },
                  { DOCUMENT_LOAD_VALUES + 1, ',', "more than 500000 values" } };
    static char text[DOCUMENT_LOAD_VALUES + 1];
    struct report read;

    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        memset(text, cases[i].of, cases[i].count);
        assert_false(report_read(&read, text, cases[i].count, "r.json"));
        assert_non_null(strstr(log_last_error(), cases[i].says));
    }
    log_hold(false);
}

TEST(test_unknown_keys)
{
    struct report report = invented_report(INVENTED_RNE), read;
    char *text = report_json(&report);
    char *more = invented_edited(text, "", "\"device\": {",
                                 "\"later\": [1], \"device\": { \"x\": {},");

    assert_true(invented_read(&read, more));
    report_finish(&read);
    free(text);
    free(more);
    report_finish(&report);
}

#define SET(a) VERDICT_RULE(FP_##a)

// Results of fragment highp, and what they combine to.
static const struct {
    struct verdict of[3];
    int count;
    struct verdict want;
    const char *reason;
} combinations[] = {
    { { { .fraction_bits = 23, .emax = 127, .survivors = VERDICT_ALL_RULES },
        { .fraction_bits = -1, .emax = -1, .survivors = SET(RNE) | SET(RNA) },
        { .fraction_bits = 23, .emax = -1, .survivors = SET(RNE) | SET(RTZ) } },
      3,
      { .fraction_bits = 23,
        .emax = 127,
        .survivors = SET(RNE),
        .pattern = PATTERN_BEEHIVE },
      "" },
    { { { .fraction_bits = 23, .emax = -1, .survivors = SET(RTZ) | SET(RDN) },
        { .status = STATUS_FOLDED, .fraction_bits = 10, .survivors = SET(RNE) } },
      2,
      { .fraction_bits = 23,
        .emax = -1,
        .survivors = SET(RTZ) | SET(RDN),
        .pattern = PATTERN_ORCA },
      "" },
    { { { .fraction_bits = 23, .emax = -1 }, { .fraction_bits = 22, .emax = -1 } },
      2,
      { .status = STATUS_UNDECIDED, .fraction_bits = -1, .emax = -1 },
      "p0 (plain) finds 23 fraction bits, p1 (plain) finds 22" },
    { { { .fraction_bits = 16, .emax = -1, .survivors = SET(RNE) },
        { .fraction_bits = 16, .emax = -1, .survivors = SET(RTZ) } },
      2,
      { .status = STATUS_UNDECIDED, .fraction_bits = -1, .emax = -1 },
      "no rounding rule survives all probes of fragment highp" },
    { { { .fraction_bits = 23, .emax = -1, .survivors = SET(RNE) },
        { .fraction_bits = 23, .emax = -1, .survivors = SET(RTZ) },
        { .status = STATUS_EXCESS, .inside_bits = 64 } },
      3,
      { .status = STATUS_UNDECIDED, .fraction_bits = -1, .emax = -1 },
      "no rounding rule survives all probes of fragment highp, where an expression keeps "
      "64 bits" },
    { { { .fraction_bits = 10, .emax = 20, .emax_at_least = true, .survivors = SET(RUP) },
        { .fraction_bits = 10, .emax = 15, .subnormals = SUBNORMALS_KEPT },
        { .fraction_bits = 10, .emax = 30, .emax_at_least = true } },
      3,
      { .fraction_bits = 10,
        .emax = 15,
        .survivors = SET(RUP),
        .subnormals = SUBNORMALS_KEPT },
      "" },
    { { { .status = STATUS_ERROR, .fraction_bits = 23, .emax = 4 } },
      1,
      { .status = STATUS_UNDECIDED, .fraction_bits = -1, .emax = -1 },
      "no probe gave an answer here" },
};

TEST(test_combine)
{
    for (size_t i = 0; i < COUNT_OF(combinations); i++) {
        const struct verdict *want = &combinations[i].want;
        struct report report = { 0 };
        for (int j = 0; j < combinations[i].count; j++) {
            char name[16];
            snprintf(name, sizeof name, "p%d", j);
            invented_result(&report, name, PRECISION_HIGHP, FORM_PLAIN, 0, 0)->verdict =
                combinations[i].of[j];
        }
        struct verdict got = report_combine(&report, STAGE_FRAGMENT, PRECISION_HIGHP);
        assert_int_equal(got.status, want->status);
        assert_int_equal(got.fraction_bits, want->fraction_bits);
        assert_int_equal(got.emax, want->emax);
        assert_int_equal(got.emax_at_least, want->emax_at_least);
        assert_int_equal(got.survivors, want->survivors);
        assert_int_equal(got.pattern, want->pattern);
        assert_int_equal(got.subnormals, want->subnormals);
        assert_string_equal(got.reason, combinations[i].reason);
        report_finish(&report);
    }
}

// A published picture whose pow lies says another rule: it does not count beside one
// with exact operands, and does where it is alone.
TEST(test_published)
{
    struct report report = { 0 };
    struct verdict verdict = verdict_unknown(STATUS_OK);

    verdict.fraction_bits = 23;
    verdict.survivors = VERDICT_RULE(FP_RNZ) | VERDICT_RULE(FP_RND);
    invented_result(&report, "stripes", PRECISION_HIGHP, FORM_PUBLISHED, 0, 0)->verdict =
        verdict;
    assert_int_equal(report_combine(&report, STAGE_FRAGMENT, PRECISION_HIGHP).survivors,
                     verdict.survivors);
    verdict.survivors = VERDICT_RULE(FP_RUP);
    invented_result(&report, "stripes", PRECISION_HIGHP, FORM_PLAIN, 0, 0)->verdict =
        verdict;
    struct verdict both = report_combine(&report, STAGE_FRAGMENT, PRECISION_HIGHP);

    assert_int_equal(both.status, STATUS_OK);
    assert_int_equal(both.survivors, VERDICT_RULE(FP_RUP));
    report_finish(&report);
}

// The headline is fragment's, at the highest precision that has an answer.
TEST(test_conclude)
{
    struct report report = { 0 };

    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_UNDECIDED);
    invented_result(&report, "a", PRECISION_HIGHP, FORM_PLAIN, 23, SET(RNE))->stage =
        STAGE_VERTEX;
    report_conclude(&report);
    assert_int_equal(report.headline_stage, STAGE_VERTEX);
    assert_int_equal(report.headline.fraction_bits, 23);
    invented_result(&report, "a", PRECISION_MEDIUMP, FORM_PLAIN, 10, SET(RTZ));
    report_conclude(&report);
    assert_int_equal(report.headline_stage, STAGE_FRAGMENT);
    assert_int_equal(report.headline_precision, PRECISION_MEDIUMP);
    assert_int_equal(report.headline.pattern, PATTERN_ORCA);
    struct result *failed =
        invented_result(&report, "a", PRECISION_HIGHP, FORM_PLAIN, 23, SET(RNE));
    failed->verdict.status = STATUS_UNSTABLE;
    report_conclude(&report);
    assert_int_equal(report.headline_precision, PRECISION_MEDIUMP);
    failed->verdict.status = STATUS_OK;
    report_conclude(&report);
    assert_int_equal(report.headline_precision, PRECISION_HIGHP);
    assert_string_equal(verdict_rounding(report.headline.survivors), "rne");
    // what is undecided in the end gives way to a precision that is not
    invented_result(&report, "b", PRECISION_HIGHP, FORM_PLAIN, 23, SET(RTZ));
    report_conclude(&report);
    assert_int_equal(report.headline_precision, PRECISION_MEDIUMP);
    // what is undecided at every precision does not give way to another stage
    invented_result(&report, "b", PRECISION_MEDIUMP, FORM_PLAIN, 10, SET(RNE));
    report_conclude(&report);
    assert_int_equal(report.headline.status, STATUS_UNDECIDED);
    assert_int_equal(report.headline_stage, STAGE_FRAGMENT);
    assert_int_equal(report.headline_precision, PRECISION_HIGHP);
    report_finish(&report);
}

// The headline says where it was found, unless that is fragment highp or nowhere.
TEST(test_headline_place)
{
    static const struct {
        enum stage stage;
        enum precision precision;
        enum status status;
        const char *text;
    } places[] = {
        { STAGE_FRAGMENT, PRECISION_HIGHP, STATUS_OK, "11-bit significand, truncates" },
        { STAGE_FRAGMENT, PRECISION_MEDIUMP, STATUS_OK,
          "fragment mediump: 11-bit significand, truncates" },
        { STAGE_COMPUTE, PRECISION_HIGHP, STATUS_OK,
          "compute highp: 11-bit significand, truncates" },
        { STAGE_FRAGMENT, PRECISION_LOWP, STATUS_UNDECIDED,
          "fragment lowp: undecided: so" },
        { STAGE_VERTEX, PRECISION_LOWP, STATUS_SKIPPED, "skipped: so" },
    };

    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct report report = { .complete = true,
                                 .headline_stage = places[i].stage,
                                 .headline_precision = places[i].precision,
                                 .headline = verdict_because(places[i].status, "so") };
        char text[400];

        report.headline.fraction_bits = 10;
        report.headline.survivors = VERDICT_TRUNCATE;
        report_headline_text(&report, text, sizeof text);
        assert_string_equal(text, places[i].text);
        if (places[i].status != STATUS_OK)
            assert_int_equal(verdict_told(&report.headline).fraction_bits, -1);
    }
}

// The headline says how a run ended that is not complete, in each view and as JSON.
TEST(test_headline_end)
{
    static const char *const ends[] = { "even", "even (incomplete)",
                                        "even (interrupted)" };

    for (int i = 0; i < 3; i++) {
        struct report report = invented_report(INVENTED_RNE), back;
        char text[400];

        report.complete = i == 0;
        report.interrupted = i == 2;
        report_headline_text(&report, text, sizeof text);
        assert_string_equal(strstr(text, "even"), ends[i]);
        char *json = report_json(&report);

        assert_true(report_read(&back, json, strlen(json), "it"));
        assert_int_equal(back.interrupted, i == 2);
        assert_non_null(strstr(json, text));
        report_finish(&back);
        free(json);
        report_finish(&report);
    }
}

// What is measured changes the hash; on whose machine it was measured does not.
TEST(test_hash)
{
    struct report report = invented_report(INVENTED_RNE);
    char one[65], other[65];

    report_sha256(&report, one);
    snprintf(report.device.renderer, sizeof report.device.renderer, "another");
    snprintf(report.results[0].reference, sizeof report.results[0].reference, "model");
    report_sha256(&report, other);
    assert_string_equal(one, other);
    report.results[1].sha256[5] ^= 1;
    report_sha256(&report, other);
    assert_string_not_equal(one, other);
    report_finish(&report);
}

// A shader of the user's is in the report and in its hash, and one that is not the same
// is another measurement.
TEST(test_shaders)
{
    struct report report = invented_report(INVENTED_RNE), read;
    char none[65], one[65], other[65], names[80];

    report_sha256(&report, none);
    report.shaders.count = 2;
    report.shaders.list[0] = (struct capture_shader){ .probe = "stripes" };
    report.shaders.list[1] = (struct capture_shader){ .probe = "width" };
    for (int i = 0; i < 2; i++)
        memset(report.shaders.list[i].sha256, 'a' + i, 64);
    report_sha256(&report, one);
    assert_string_not_equal(none, one);
    char *text = report_json(&report);

    assert_true(invented_read(&read, text));
    report_shaders_text(&read, names, sizeof names);
    assert_string_equal(names, "stripes, width");
    assert_string_equal(read.shaders.list[1].sha256, report.shaders.list[1].sha256);
    report_finish(&read);
    char *forged = invented_edited(text, "", "\"shaders\": [", "\"drawn\": [");

    log_hold(true);
    assert_false(report_read(&read, forged, strlen(forged), "r.json"));
    log_hold(false);
    report.shaders.list[0].sha256[7] = '0';
    report_sha256(&report, other);
    assert_string_not_equal(one, other);
    report.shaders.list[0].sha256[7] = 'a';
    report.shaders.list[1].probe[0] = 'W';
    report_sha256(&report, other);
    assert_string_not_equal(one, other);
    free(text);
    free(forged);
    report_finish(&report);
}

// For validate.py: every case as FOLDER/CASE.json.
// Writes reports into the folder that the next word names; nonzero: a failure.
TEST_GROUP(report_documents)
{
    for (int which = 0; which < INVENTED_CASES + 3; which++) {
        struct report report =
            which < INVENTED_CASES
                ? invented_report(which)
                : personality_report(INVENTED_RNE, which - INVENTED_CASES);
        char path[4096], *text = report_json(&report);
        snprintf(path, sizeof path, "%s/%d.json", group_argv[1], which);
        FILE *file = fopen(path, "w");
        if (!file || !text || fputs(text, file) < 0 || fclose(file))
            return 1;
        free(text);
        report_finish(&report);
    }
    return 0;
}
