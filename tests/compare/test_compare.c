// SPDX-License-Identifier: MIT

#include "tests/compare/invented_sides.h"
#include "tests/report/personality.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define R(rule) VERDICT_RULE(FP_##rule)

// ---- what holds of every comparison ----

static void holds_of_all(void **state)
{
    struct report_folder folders[INVENTED_CASES];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < INVENTED_CASES; i++) {
        folders[i] = compared_folder((enum invented_case) i);
        personality_add(&folders[i].report, (enum personality)(i % 3));
        report_conclude(&folders[i].report);
    }
    assert_true(report_compare_init(&compare, folders, INVENTED_CASES));
    compared_check(&compare);
    assert_true(compare.differing > 0);
    report_compare_finish(&compare);
    for (int i = 0; i + 1 < INVENTED_CASES; i++) {
        assert_true(report_compare_init(&compare, folders + i, 2));
        compared_check(&compare);
        report_compare_finish(&compare);
    }
    compared_finish(folders, INVENTED_CASES);
}

static void same_is_same(void **state)
{
    struct report_folder folders[REPORT_COMPARE_SIDES];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < REPORT_COMPARE_SIDES; i++) {
        folders[i] = compared_folder(INVENTED_RNE);
        personality_add(&folders[i].report, PERSONALITY_MESA);
    }
    assert_true(report_compare_init(&compare, folders, REPORT_COMPARE_SIDES));
    compared_check(&compare);
    assert_int_equal(compare.differing, 0);
    assert_string_equal(compare.labels[0].name, "llvmpipe");
    assert_string_equal(compare.labels[19].name, "llvmpipe (20)");
    report_compare_finish(&compare);
    compared_finish(folders, REPORT_COMPARE_SIDES);
}

static void not_asked_is_same(void **state)
{
    struct report_folder folders[2] = { compared_folder(INVENTED_RNE),
                                        compared_folder(INVENTED_RNE) };
    struct report_compare compare;

    (void) state;
    personality_add(&folders[0].report, PERSONALITY_MESA);
    folders[1].report.count = 2;
    report_conclude(&folders[1].report);
    assert_true(report_compare_init(&compare, folders, 2));
    compared_check(&compare);
    for (int i = 0; i < compare.row_count; i++)
        if (compare.rows[i].groups > 1)
            fail_msg("%s, %s: %s", compare.rows[i].section, compare.rows[i].name,
                     compare.rows[i].words);
    report_compare_finish(&compare);
    folders[1].report.count = 12;
    compared_finish(folders, 2);
}

// ---- verdicts ----

static void verdict_rows(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(13, R(RTZ)) };
    struct report_compare compare;

    (void) state;
    snprintf(folders[1].report.device.renderer, 40, "NVIDIA Tegra 3");
    folders[1].report.headline.emax = 31;
    folders[1].report.headline.subnormals = SUBNORMALS_FLUSHED;
    assert_true(report_compare_init(&compare, folders, 2));
    compared_check(&compare);
    assert_string_equal(compared_row(&compare, "verdict", "significand")->words,
                        "24 bits on llvmpipe; 14 on NVIDIA Tegra 3");
    assert_string_equal(compared_row(&compare, "verdict", "rounding")->brief,
                        "rne on A; rtz on B");
    assert_string_equal(compared_row(&compare, "verdict", "pattern")->words,
                        "beehive on llvmpipe; orca on NVIDIA Tegra 3");
    assert_string_equal(compared_row(&compare, "precisions", "fragment, highp")->words,
                        "24 bits, rne on llvmpipe; 14 bits, rtz on NVIDIA Tegra 3");
    assert_string_equal(compare.labels[1].twins, "NVIDIA Tegra 3, fragment shader");
    assert_int_equal(compare.rows[0].weight, 1000);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

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

static void bounds_of_exponents(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(emaxes); i++) {
        struct report_folder folders[3];
        struct report_compare compare;

        for (int j = 0; j < 3; j++) {
            folders[j] = compared_result(23, R(RNE));
            folders[j].report.headline.emax = emaxes[i].emax[j];
            folders[j].report.headline.emax_at_least = emaxes[i].at_least[j];
        }
        assert_true(report_compare_init(&compare, folders, 3));
        const struct report_compare_row *row =
            compared_row(&compare, "verdict", "largest exponent");

        for (int j = 0; j < 3; j++)
            assert_int_equal(row->cells[j].group, emaxes[i].groups[j]);
        report_compare_finish(&compare);
        compared_finish(folders, 3);
    }
}

// ---- lines ----

static void contraction(struct report *report, int fused)
{
    static const char *const shapes[] = { "a * b + c", "c + a * b", "a * b - c",
                                          "fma(a, b, c)" };

    for (int form = FORM_PLAIN; form <= FORM_GUARDED; form++)
        for (int i = 0; i < 4; i++)
            compared_line(report, "contraction", shapes[i],
                          i < fused && form == FORM_PLAIN ? "fused" : "separate",
                          (enum form) form);
}

static void lines_in_words(void **state)
{
    struct report_folder folders[3];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 3; i++) {
        folders[i] = compared_result(23, R(RNE));
        contraction(&folders[i].report, i == 2 ? 2 : 0);
    }
    snprintf(folders[2].report.device.renderer, 40, "NVIDIA H200/PCIe/SSE2");
    assert_true(report_compare_init(&compare, folders, 3));
    compared_check(&compare);
    const struct report_compare_row *all =
        compared_row(&compare, "contraction", "in all, plain");

    assert_string_equal(all->words, "contracts 2 of 3 shapes on NVIDIA H200; none on "
                                    "llvmpipe and llvmpipe (2)");
    assert_string_equal(all->brief, "contracts 2 of 3 shapes on C; none on A, B");
    assert_string_equal(all->cells[0].text, "contracts none of 3 shapes");
    assert_string_equal(compared_row(&compare, "contraction", "a * b + c, plain")->brief,
                        "fused on C; separate on A, B");
    // Where all say the same everywhere, one row says so.
    assert_int_equal(compared_row(&compare, "contraction", "a * b - c")->groups, 1);
    report_compare_finish(&compare);
    compared_finish(folders, 3);
}

static void other_lines_as_many(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 2; i++) {
        compared_line(&folders[i].report, "folding", "a - a",
                      i ? "kept" : "folded to 0.0", FORM_PLAIN);
        compared_line(&folders[i].report, "folding", "a / a",
                      i ? "folded to 1.0" : "kept", FORM_PLAIN);
        compared_line(&folders[i].report, "folding", "a + 0.0", "kept", FORM_PLAIN);
    }
    assert_true(report_compare_init(&compare, folders, 2));
    assert_string_equal(compared_row(&compare, "folding", "in all")->words,
                        "2 of 3 idioms differ");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// As many of as many at two places, but not the same ones: two rows.
static void other_places(void **state)
{
    static const char *const answers[2][2][2] = {
        { { "folded to a", "kept" }, { "kept", "folded to b" } },
        { { "folded to a", "kept" }, { "folded to b", "kept" } }
    };
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;

    (void) state;
    for (int form = FORM_PLAIN; form <= FORM_GUARDED; form++)
        for (int i = 0; i < 2; i++)
            for (int line = 0; line < 2; line++)
                compared_line(&folders[i].report, "folding", line ? "one" : "other",
                              answers[form][i][line], (enum form) form);
    assert_true(report_compare_init(&compare, folders, 2));
    assert_string_equal(compared_row(&compare, "folding", "in all, plain")->words,
                        "2 of 2 idioms differ");
    assert_string_equal(compared_row(&compare, "folding", "in all, guarded")->words,
                        "1 of 2 idioms differs");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// Of many sides three are named; of letters all are.
static void many_in_words(void **state)
{
    struct report_folder folders[12];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 12; i++) {
        folders[i] = compared_result(i < 5 ? 10 : 23, R(RNE));
        snprintf(folders[i].report.device.renderer, 20, "gpu%d", i);
    }
    assert_true(report_compare_init(&compare, folders, 12));
    const struct report_compare_row *row =
        compared_row(&compare, "verdict", "significand");

    assert_string_equal(row->words,
                        "11 bits on gpu0, gpu1, gpu2 and 2 more; 24 on the other 7");
    assert_string_equal(row->brief, "11 bits on A-E; 24 on the other 7");
    report_compare_finish(&compare);
    compared_finish(folders, 12);
}

// What was skipped was not asked: it makes no row.
static void skipped(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;

    (void) state;
    struct result *result =
        invented_result(&folders[0].report, "ties", PRECISION_HIGHP, FORM_GUARDED, -1, 0);

    result->verdict = verdict_because(STATUS_SKIPPED, "not asked");
    assert_true(report_compare_init(&compare, folders, 2));
    for (int i = 0; i < compare.row_count; i++)
        assert_null(strstr(compare.rows[i].name, "ties"));
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// That a probe cannot be asked any more is a difference: of it, not of its lines.
static void vanished(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;
    const struct report_compare_row *row;

    (void) state;
    compared_line(&folders[0].report, "folding", "a - a", "kept", FORM_GUARDED);
    compared_line(&folders[1].report, "folding", "a - a", "kept", FORM_GUARDED);
    folders[1].report.results[1].verdict = verdict_because(STATUS_UNSUPPORTED, "no");
    assert_true(report_compare_init(&compare, folders, 2));
    compared_check(&compare);
    assert_int_equal(compare.differing, 1);
    row = compared_row(&compare, "forms", folders[1].report.results[1].probe);
    assert_string_equal(row->brief, "ok on A; unsupported on B");
    assert_true(row->weight < 460); // less than any answer of another kind
    row = compared_row(&compare, "folding", "a - a");
    assert_int_equal(row->groups, 1);
    assert_string_equal(row->cells[1].text, "unsupported");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// A precision that is there no more.
static void vanished_precision(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;

    (void) state;
    folders[1].report.results[0].verdict = verdict_because(STATUS_UNSUPPORTED, "no");
    report_conclude(&folders[1].report);
    assert_true(report_compare_init(&compare, folders, 2));
    assert_string_equal(compared_row(&compare, "precisions", "fragment, highp")->brief,
                        "24 bits, rne on A; unsupported on B");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// A readout that cannot be had is none where another can.
static void vanished_readout(void **state)
{
    (void) state;
    for (int first = 0; first < 2; first++) {
        struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                            compared_result(23, R(RNE)) };
        struct report *report = &folders[1].report;
        struct report_compare compare;

        invented_result(report, "stripes", PRECISION_HIGHP, FORM_PLAIN, 23, R(RNE));
        report->results[1].image[0] = 0;
        report->results[1].readout = READOUT_FLOAT16;
        report->results[first].verdict = verdict_because(STATUS_UNSUPPORTED, "no");
        assert_true(report_compare_init(&compare, folders, 2));
        assert_int_equal(compared_row(&compare, "forms", "stripes")->groups, 1);
        report_compare_finish(&compare);
        compared_finish(folders, 2);
    }
}

// A line that one side lacks differs, but does not count when both are counted.
static void lacking_lines(void **state)
{
    struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                        compared_result(23, R(RNE)) };
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 2; i++)
        compared_line(&folders[i].report, "folding", "a - a", "kept", FORM_PLAIN);
    compared_line(&folders[1].report, "folding", "a / a", "folded to 1.0", FORM_PLAIN);
    compared_line(&folders[0].report, "folding", "a / a", "unsupported", FORM_PLAIN)
        ->cases = 0;
    assert_true(report_compare_init(&compare, folders, 2));
    assert_int_equal(compare.differing, 1);
    assert_int_equal(compared_row(&compare, "folding", "in all")->groups, 1);
    assert_string_equal(compared_row(&compare, "folding", "a / a")->brief,
                        "unsupported on A; folded to 1.0 on B");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_of_all),        cmocka_unit_test(same_is_same),
        cmocka_unit_test(not_asked_is_same),   cmocka_unit_test(verdict_rows),
        cmocka_unit_test(bounds_of_exponents), cmocka_unit_test(lines_in_words),
        cmocka_unit_test(other_lines_as_many), cmocka_unit_test(other_places),
        cmocka_unit_test(many_in_words),       cmocka_unit_test(skipped),
        cmocka_unit_test(lacking_lines),       cmocka_unit_test(vanished),
        cmocka_unit_test(vanished_readout),    cmocka_unit_test(vanished_precision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
