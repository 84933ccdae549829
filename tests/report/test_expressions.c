// SPDX-License-Identifier: MIT

#include "probe/expressions.h"
#include "probe/list.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "report/topics.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_expressions" };

#define PLAIN     (1u << FORM_PLAIN)
#define GUARDED   (1u << FORM_GUARDED)
#define PRECISE   (1u << FORM_PRECISE)
#define INVARIANT (1u << FORM_INVARIANT)
#define ALL       (PLAIN | GUARDED | PRECISE | INVARIANT)

static void add_finding(struct result *result, const char *line, bool deviates,
                        long cases)
{
    size_t count = (size_t) result->finding_count + 1;

    result->findings = realloc(result->findings, count * sizeof *result->findings);
    assert_non_null(result->findings);
    struct finding *finding = &result->findings[result->finding_count++];
    *finding = (struct finding){ .deviates = deviates,
                                 .from = deviates ? DEVIATION_IEEE754 : DEVIATION_NONE,
                                 .cases = cases };
    snprintf(finding->expression, sizeof finding->expression, "%s", line);
    expressions_name(result->probe, finding);
    FINDING_SAY(finding, deviates ? &kind_folded : &kind_exact);
}

static struct result *add_result(struct report *report, const char *topic, enum form form)
{
    struct result *result =
        invented_result(report, "error_free", PRECISION_HIGHP, form, -1, 0);

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

#define NAMES COUNT_OF(names)

static const struct {
    unsigned good[NAMES];
    const char *text;
} conclusions[] = {
    { { ALL, ALL, ALL, ALL, ALL, ALL, ALL }, "as written" },
    { { 0, 0, 0, 0, 0, 0, 0 }, "not at all" },
    { { ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT }, "not measured" },
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

TEST(test_df64)
{
    for (size_t i = 0; i < COUNT_OF(conclusions); i++) {
        struct report report = { 0 };
        char text[80];
        for (int form = 0; form <= FORM_INVARIANT; form++) {
            struct result *result =
                add_result(&report, topic_list[TOPIC_ERROR_FREE].name, (enum form) form);
            for (size_t j = 0; j < NAMES; j++)
                if (conclusions[i].good[j] != ABSENT)
                    add_finding(result, names[j], !(conclusions[i].good[j] & 1u << form),
                                96);
        }
        report_forms_text(report_forms_df64(&report, STAGE_FRAGMENT, PRECISION_HIGHP),
                          text, sizeof text);
        if (strcmp(text, conclusions[i].text) != 0)
            fail_msg("%zu: \"%s\", not \"%s\"", i, text, conclusions[i].text);
        report_forms_text(report_forms_df64(&report, STAGE_VERTEX, PRECISION_HIGHP), text,
                          sizeof text);
        assert_string_equal(text, "not measured");
        report_finish(&report);
    }
}

// The same as a headline, for those who never heard of forms.
TEST(test_headline)
{
    static const struct {
        struct report_forms forms;
        const char *text;
    } said[] = {
        { { 0, 0 }, "What this device does to an expression" },
        { { 15, 0 }, "Double-float tricks fail here" },
        { { 15, 15 }, "Double-float tricks work as written here" },
        { { 7, 1u << FORM_PRECISE }, "Double-float tricks need `precise` here" },
        { { 15, 14 }, "Double-float tricks need a guard, `precise` or `invariant` here" },
    };

    for (size_t i = 0; i < COUNT_OF(said); i++) {
        char text[80];

        report_forms_headline(said[i].forms, text, sizeof text);
        assert_string_equal(text, said[i].text);
    }
}

// A line without cases was not asked: it neither deviates nor holds.
TEST(test_counts)
{
    struct report report = { 0 };
    struct report_expressions_at at = { &report,
                                        "folding",
                                        { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN } };
    struct result *result = add_result(&report, "folding", FORM_PLAIN);

    add_finding(result, "a", true, 5);
    add_finding(result, "b", false, 5);
    add_finding(result, "c", false, 0);
    add_finding(result, "d", true, 5);
    result->findings[0].compared = 10;
    result->findings[3].compared = 20;
    result->findings[3].mismatches = 3;
    struct report_expressions_count count = report_expressions_count(&at);
    struct report_expressions_compared compared = report_expressions_compared(&report);
    assert_int_equal(count.lines, 3);
    assert_int_equal(count.from[DEVIATION_IEEE754], 2);
    assert_int_equal(count.changed, 2);
    assert_int_equal(compared.words, 30);
    assert_int_equal(compared.lines, 2);
    assert_int_equal(compared.mismatches, 3);
    char text[80];
    report_expressions_text(result, text, sizeof text);
    assert_string_equal(text, "2 of 3 expressions deviate");
    report_expressions_deviating(&count, text, sizeof text);
    assert_string_equal(text, "none of 3 deviates from GLSL, 2 from IEEE 754");
    assert_int_equal(report_forms_of(&at, "c").asked, 0);
    at.place.form = FORM_PRECISE;
    assert_int_equal(report_expressions_count(&at).lines, 0);
    assert_false(report_expressions_asked(&at));
    report_finish(&report);
}

TEST(test_tally)
{
    static const char *const answers[] = { "kept",       "flushed on input, sign kept",
                                           "kept",       "flushed",
                                           "flushed",    "mixed",
                                           "unsupported" };
    struct report report = { 0 };
    struct report_expressions_at at = { &report,
                                        "subnormals",
                                        { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN } };
    struct result *result = add_result(&report, "subnormals", FORM_PLAIN);
    char text[80];

    for (int i = 0; i < 7; i++) {
        add_finding(result, "x", false, i < 6);
        said_set(&result->findings[i], NULL, answers[i], "");
    }
    report_expressions_tally(&at, text, sizeof text);
    assert_string_equal(text, "3 flushed, 2 kept, 1 mixed");
    at.topic = "specials";
    report_expressions_tally(&at, text, sizeof text);
    assert_string_equal(text, "nothing asked");
    report_finish(&report);
}

// What a finding says of a claim.
static const struct {
    const char *detail;
    bool deviates;
    enum report_claim claim;
} said[] = {
    { "claimed 10 bits, up to 2^15: better than claimed; subnormals kept", false,
      REPORT_CLAIM_EXCEEDED },
    { "claimed 23 bits, up to 2^127: as claimed", false, REPORT_CLAIM_KEPT },
    { "claimed 23 bits, up to 2^127: worse than claimed", true, REPORT_CLAIM_BROKEN },
    { "nothing claimed", false, REPORT_CLAIM_NONE },
};

TEST(test_said)
{
    for (size_t i = 0; i < COUNT_OF(said); i++) {
        struct finding finding = { .deviates = said[i].deviates };

        said_set(&finding, NULL, "9 bits", said[i].detail);
        assert_int_equal(report_expressions_claim(&finding), said[i].claim);
    }
}

// Answers in arithmetic of 24 bits, and whether they are what the source says.
static const struct {
    const char *line, *answer;
    bool deviates, as_written;
} written[] = {
    { "a * b + c", "separate", false, true },
    { "a * b + c", "fused", false, false },
    { "a * b + c", "fused or separate", false, true },
    { "a * b + c", "neither", false, false },
    { "a * b + c", "fused or kept in more bits inside", false, false },
    { "a * b + c", "separate with 64 bits inside", false, true },
    { "fma(a, b, c)", "fused or kept in more bits inside", false, true },
    { "fma(a, b, c)", "fused", false, true },
    { "fma(a, b, c)", "separate", false, false },
    { "fma(a, b, c)", "fused", true, false },
    { "a - a", "folded to 0", false, false },
    { "a - a", "kept or folded", false, true },
    { "a - a", "kept", false, true },
    { "a - a", "kept", true, false },
    { "a + (1.0 - b)", "reassociated to (a - b) + 1.0", false, false },
    { "TwoSum(a, b)", "exact", false, true },
    { "TwoSum(a, b)", "folded: e is always 0", false, false },
    { "TwoSum(a, b)", "inexact by rtz, as written: 3 of 96", false, false },
    { "TwoSum(a, b)", "not exact, in mixed widths: 3 of 96", false, false },
    { "TwoProd(a, b) by fma", "fma is two steps: e is always 0", false, false },
    { "float-float a + b", "44 bits", false, true },
    { "float-float a + b", "43 bits", false, false },
    { "float-float a + b", "24 bits: no better than float", false, false },
};

TEST(test_as_written)
{
    for (size_t i = 0; i < COUNT_OF(written); i++) {
        struct finding finding = { .deviates = written[i].deviates };

        snprintf(finding.expression, sizeof finding.expression, "%s", written[i].line);
        expressions_name("contraction", &finding);
        said_set(&finding, NULL, written[i].answer, "");
        if (report_expressions_as_written(&finding, 24) != written[i].as_written)
            fail_msg("%s: %s", written[i].line, written[i].answer);
    }
}

// Bits that were found, or else the type's own.
TEST(test_bits)
{
    struct report report = invented_report(INVENTED_HALF);

    assert_int_equal(report_expressions_bits(&report, STAGE_FRAGMENT, PRECISION_HIGHP),
                     11);
    assert_int_equal(report_expressions_bits(&report, STAGE_VERTEX, PRECISION_HIGHP), 24);
    assert_int_equal(report_expressions_bits(&report, STAGE_VERTEX, PRECISION_MEDIUMP),
                     11);
    assert_int_equal(report_expressions_bits(&report, STAGE_VERTEX, PRECISION_DOUBLE),
                     53);
    report_finish(&report);
}

TEST(test_short)
{
    char text[48];

    report_forms_short("TwoProd(a, b) by fma", text, sizeof text);
    assert_string_equal(text, "TwoProd by fma");
    report_forms_short("f(g(a), b)c", text, sizeof text);
    assert_string_equal(text, "fc");
    report_forms_short("a + b", text, 3);
    assert_string_equal(text, "a ");
}

// Those that are known come first, in their order, then others as they come.
TEST(test_topics)
{
    struct report report = invented_report(INVENTED_RNE);
    const char *topics[REPORT_EXPRESSIONS_TOPICS];

    for (int i = 0; i < TOPIC_COUNT; i++)
        assert_non_null(topic_list[i].symptom);
    assert_int_equal(report_expressions_topics(&report, topics), 0);
    add_result(&report, "zebras", FORM_PLAIN);
    add_result(&report, topic_list[TOPIC_FUNCTIONS].name, FORM_PLAIN);
    add_result(&report, "apes", FORM_PLAIN);
    add_result(&report, topic_list[TOPIC_OPERATIONS].name, FORM_PLAIN);
    add_result(&report, "zebras", FORM_PLAIN);
    assert_int_equal(report_expressions_topics(&report, topics), 4);
    assert_string_equal(topics[0], topic_list[TOPIC_OPERATIONS].name);
    assert_string_equal(topics[1], topic_list[TOPIC_FUNCTIONS].name);
    assert_string_equal(topics[2], "zebras");
    assert_string_equal(topics[3], "apes");
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        add_result(&report, name, FORM_PLAIN);
    }
    assert_int_equal(report_expressions_topics(&report, topics),
                     REPORT_EXPRESSIONS_TOPICS);
    report_finish(&report);
}

TEST(test_best)
{
    struct report report = { 0 };
    struct report_expressions_at at = { &report, "folding", { 0 } };

    struct result *result = add_result(&report, "folding", FORM_PRECISE);
    result->precision = PRECISION_MEDIUMP;
    add_finding(result, "a", false, 1);
    result = add_result(&report, "folding", FORM_GUARDED);
    result->precision = PRECISION_MEDIUMP;
    add_finding(result, "a", false, 1);
    result = add_result(&report, "folding", FORM_PLAIN);
    result->verdict = verdict_unknown(STATUS_ERROR);
    assert_true(report_expressions_best(&at, STAGE_FRAGMENT));
    assert_int_equal(at.place.precision, PRECISION_MEDIUMP);
    assert_int_equal(at.place.form, FORM_GUARDED);
    assert_false(report_expressions_best(&at, STAGE_VERTEX));
    assert_null(report_expressions_status(&at));
    at.place.stage = STAGE_FRAGMENT;
    assert_string_equal(report_expressions_status(&at), "ok");
    report_finish(&report);
}
