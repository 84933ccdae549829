// SPDX-License-Identifier: MIT

#include "tests/compare/invented_sides.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_compare", .after = compared_free };

#define R(rule) VERDICT_RULE(FP_##rule)

// ---- what holds of every comparison ----

TEST(holds_of_all)
{
    for (int i = 0; i < INVENTED_CASES; i++) {
        compared_sides[i] = compared_folder((enum invented_case) i);
        personality_add(&compared_sides[i].report, (enum personality)(i % 3));
        report_conclude(&compared_sides[i].report);
    }
    compared_make(INVENTED_CASES);
    compared_check();
    assert_true(compared.differing > 0);
    for (int i = 0; i + 1 < INVENTED_CASES; i++) {
        compare_finish(&compared);
        compare_init(&compared, compared_sides + i, 2);
        compared_check();
    }
}

TEST(not_asked_is_same)
{
    compared_sides[0] = compared_folder(INVENTED_RNE);
    compared_sides[1] = compared_folder(INVENTED_RNE);
    personality_add(&compared_sides[0].report, PERSONALITY_MESA);
    compared_sides[1].report.count = 2;
    report_conclude(&compared_sides[1].report);
    compared_make(2);
    compared_check();
    for (int i = 0; i < compared.row_count; i++)
        if (compared.rows[i].groups > 1)
            fail_msg("%s, %s: %s", compared.rows[i].section, compared.rows[i].name,
                     compared.rows[i].words);
    compared_sides[1].report.count = 12;
}

// ---- verdicts ----

static const struct {
    int emax[3];
    bool at_least[3];
    int groups[3];
} emaxes[] = {
    { { 127, 127, 15 }, { false, true, false }, { 0, 0, 1 } },
    { { 15, 127, 127 }, { true, false, true }, { 0, 0, 0 } },
    { { 15, 31, 127 }, { false, true, false }, { 0, 1, 1 } },
    { { 15, 31, 16 }, { false, true, true }, { 0, 1, 1 } },
};

TEST(bounds_of_exponents)
{
    for (size_t i = 0; i < COUNT_OF(emaxes); i++) {
        compared_alike(3);
        for (int j = 0; j < 3; j++) {
            compared_sides[j].report.headline.emax = emaxes[i].emax[j];
            compared_sides[j].report.headline.emax_at_least = emaxes[i].at_least[j];
        }
        compared_make(3);
        const struct compare_row *row = compared_row("verdict", "largest exponent");

        for (int j = 0; j < 3; j++)
            assert_int_equal(row->cells[j].group, emaxes[i].groups[j]);
    }
}

// ---- lines ----

TEST(other_lines_as_many)
{
    compared_alike(2);
    for (int i = 0; i < 2; i++) {
        compared_line(&compared_sides[i].report, "folding", "a - a",
                      i ? "kept" : "folded to 0.0", FORM_PLAIN);
        compared_line(&compared_sides[i].report, "folding", "a / a",
                      i ? "folded to 1.0" : "kept", FORM_PLAIN);
        compared_line(&compared_sides[i].report, "folding", "a + 0.0", "kept",
                      FORM_PLAIN);
    }
    compared_make(2);
    assert_string_equal(compared_row("folding", "all idioms")->words, "2 of 3 differ");
}

// Two places with equal counts, but of different expressions, make two rows.
TEST(other_places)
{
    static const char *const answers[2][2][2] = {
        { { "folded to a", "kept" }, { "kept", "folded to b" } },
        { { "folded to a", "kept" }, { "folded to b", "kept" } }
    };

    compared_alike(2);
    for (int form = FORM_PLAIN; form <= FORM_GUARDED; form++)
        for (int i = 0; i < 2; i++)
            for (int line = 0; line < 2; line++)
                compared_line(&compared_sides[i].report, "folding",
                              line ? "one" : "other", answers[form][i][line],
                              (enum form) form);
    compared_make(2);
    assert_string_equal(compared_row("folding", "all idioms, plain")->words,
                        "2 of 2 differ");
    assert_string_equal(compared_row("folding", "all idioms, guarded")->words,
                        "1 of 2 differs");
}

// A skipped result was not measured: it makes no row.
TEST(skipped)
{
    compared_alike(2);
    struct result *result = invented_result(&compared_sides[0].report, "ties",
                                            PRECISION_HIGHP, FORM_GUARDED, -1, 0);

    result->verdict = verdict_because(STATUS_SKIPPED, "not asked");
    compared_make(2);
    for (int i = 0; i < compared.row_count; i++)
        assert_null(strstr(compared.rows[i].name, "ties"));
}

// A probe that became unsupported is a difference: one row for the probe, none for its
// expressions.
TEST(vanished)
{
    const struct compare_row *row;

    compared_alike(2);
    compared_line(&compared_sides[0].report, "folding", "a - a", "kept", FORM_GUARDED);
    compared_line(&compared_sides[1].report, "folding", "a - a", "kept", FORM_GUARDED);
    compared_sides[1].report.results[1].verdict =
        verdict_because(STATUS_UNSUPPORTED, "no");
    compared_make(2);
    compared_check();
    assert_int_equal(compared.differing, 1);
    row = compared_row("forms", compared_sides[1].report.results[1].probe);
    assert_string_equal(row->brief, "ok on A; unsupported on B");
    assert_true(row->weight < 460); // less than any answer of another kind
    row = compared_row("folding", "a - a");
    assert_int_equal(row->groups, 1);
    assert_string_equal(row->cells[1].text, "unsupported");
}

// A precision that vanished is a difference.
TEST(vanished_precision)
{
    compared_alike(2);
    compared_sides[1].report.results[0].verdict =
        verdict_because(STATUS_UNSUPPORTED, "no");
    report_conclude(&compared_sides[1].report);
    compared_make(2);
    assert_string_equal(compared_row("precisions", "highp")->brief,
                        "24 bits, rne on A; unsupported on B");
}

// An unsupported readout is no difference if another one is supported.
TEST(vanished_readout)
{
    for (int first = 0; first < 2; first++) {
        compared_alike(2);
        struct report *report = &compared_sides[1].report;

        invented_result(report, "stripes", PRECISION_HIGHP, FORM_PLAIN, 23, R(RNE));
        report->results[1].readout = READOUT_FLOAT16;
        report->results[first].verdict = verdict_because(STATUS_UNSUPPORTED, "no");
        compared_make(2);
        assert_int_equal(compared_row("forms", "stripes")->groups, 1);
    }
}

// An expression that one side lacks is a difference, but does not count when both sides
// are counted.
TEST(lacking_lines)
{
    compared_alike(2);
    for (int i = 0; i < 2; i++)
        compared_line(&compared_sides[i].report, "folding", "a - a", "kept", FORM_PLAIN);
    compared_line(&compared_sides[1].report, "folding", "a / a", "folded to 1.0",
                  FORM_PLAIN);
    compared_line(&compared_sides[0].report, "folding", "a / a", "unsupported",
                  FORM_PLAIN)
        ->cases = 0;
    compared_make(2);
    assert_int_equal(compared.differing, 1);
    assert_int_equal(compared_row("folding", "all idioms")->groups, 1);
    assert_string_equal(compared_row("folding", "a / a")->brief,
                        "unsupported on A; folded to 1.0 on B");
}
