// SPDX-License-Identifier: MIT
//
// What a row says is true of every side that it is said of.

#include "compare/say.h"
#include "compare/view.h"
#include "tests/compare/invented_sides.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define R(rule)      VERDICT_RULE(FP_##rule)
#define SIDES        8

// ---- words of cells; groups are those of the texts ----

static const struct {
    const char *texts[SIDES]; // "-": not asked
    const char *words;
} rows[] = {
    { { "24 bits", "11 bits" }, "24 bits on A; 11 on B" },
    { { "14 bits to 2^31", "17 bits to 2^127" },
      "14 bits to 2^31 on A; 17 bits to 2^127 on B" },
    // What stands behind a comma is said of each.
    { { "14 bits to 2^31, as measured", "17 bits to 2^127, as measured" },
      "14 bits to 2^31, as measured on A; 17 bits to 2^127, as measured on B" },
    { { "14 bits, rtz", "17 bits, rtz" }, "14 bits, rtz on A; 17 bits, rtz on B" },
    { { "3 ulp, departs", "9 ulp, departs" },
      "3 ulp, departs on A; 9 ulp, departs on B" },
    { { "no rule, 3 ulp", "no rule, 9 ulp" },
      "no rule, 3 ulp on A; no rule, 9 ulp on B" },
    { { "1 ulp, absolute 2^-23", "1 ulp, absolute 2^-21" },
      "1 ulp, absolute 2^-23 on A; 1 ulp, absolute 2^-21 on B" },
    { { "absolute 2^-24", "absolute 2^-21" }, "absolute 2^-24 on A; 2^-21 on B" },
    { { "10 bits: no better", "23 bits: no better" },
      "10 bits: no better on A; 23 bits: no better on B" },
    { { "departs in none of 9 lines", "departs in 2 of 9 lines" },
      "departs in none of 9 lines on A; 2 on B" },
    // The largest group is counted, where nobody is left over.
    { { "beehive", "orca", "orca", "orca", "orca", "beehive", "beehive" },
      "beehive on A, F, G; orca on the other 4" },
    { { "beehive", "orca", "orca", "orca", "orca", "beehive", "-", "beehive" },
      "beehive on A, F, H; orca on B-E" },
};

static void words(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct report_compare_cell cells[SIDES];
        struct report_compare_said said = { .cells = cells };
        char text[480];

        for (; said.sides < SIDES && rows[i].texts[said.sides]; said.sides++) {
            struct report_compare_cell *cell = &cells[said.sides];

            snprintf(cell->text, sizeof cell->text, "%s", rows[i].texts[said.sides]);
            cell->group = strcmp(cell->text, "-") ? 0 : -1;
        }
        said.groups = report_compare_group_text(cells, said.sides);
        report_compare_words(&said, text, sizeof text);
        assert_string_equal(text, rows[i].words);
    }
}

// Of errors within a bit of accuracy the largest is said.
static void figures(void **state)
{
    static const char *const texts[] = { "1.7 ulp", "1.9 ulp", "9 ulp", "1.8 ulp" };
    struct report_compare_cell cells[4] = { 0 };
    struct report_compare_said said = { cells, 4, 0, NULL };
    char text[480];

    (void) state;
    for (int i = 0; i < 4; i++)
        snprintf(cells[i].text, sizeof cells[i].text, "%s", texts[i]);
    said.groups = report_compare_group_figures(cells, 4);
    report_compare_words(&said, text, sizeof text);
    assert_string_equal(text, "9 ulp on C; 1.9 on A, B, D");
}

// Of sides that may well be one adder, no more is said than of the vaguest.
static void vaguest(void **state)
{
    static const uint32_t survivors[] = { R(RNE), R(RNE) | R(RNA), R(RTZ), R(RNE) };
    static const int emaxes[] = { 127, 31, 15,
                                  63 }; // of the second and the fourth: at least
    struct report_folder folders[4];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 4; i++) {
        folders[i] = compared_result(23, survivors[i]);
        folders[i].report.headline.emax = emaxes[i];
        folders[i].report.headline.emax_at_least = i % 2;
    }
    assert_true(report_compare_init(&compare, folders, 4));
    assert_string_equal(compared_row(&compare, "verdict", "rounding")->brief,
                        "rtz on C; nearest on A, B, D");
    assert_string_equal(compared_row(&compare, "precisions", "fragment, highp")->brief,
                        "24 bits, rtz on C; 24 bits, nearest on A, B, D");
    assert_string_equal(compared_row(&compare, "verdict", "largest exponent")->brief,
                        "15 on C; at least 31 on A, B, D");
    report_compare_finish(&compare);
    compared_finish(folders, 4);
}

// ---- claims ----

// Sides: claimed bits, largest exponent and what was measured, 0: nothing.
static const struct {
    int claimed[3], emax[3], has[3];
    int groups[3];
    const char *words;
} claims[] = {
    { { 11, 11, 11 },
      { 15, 15, 15 },
      { 24, 11, 24 },
      { 0, 1, 0 },
      "11 bits to 2^15, as measured on B; 11 bits to 2^15, has 24 on A, C" },
    { { 11, 11, 11 }, { 15, 15, 15 }, { 11, 11, 11 }, { 0, 0, 0 }, "" },
    { { 11, 11, 11 },
      { 15, 127, 15 },
      { 11, 11, 11 },
      { 0, 1, 0 },
      "11 bits to 2^127, as measured on B; 2^15, as measured on A, C" },
    // What was not measured is no difference, and nothing is said of it that was.
    { { 11, 11, 24 },
      { 15, 15, 127 },
      { 24, 0, 24 },
      { 0, 0, 1 },
      "24 bits to 2^127, as measured on C; 11 bits to 2^15 on A, B" },
    { { 11, 11, 11 }, { 15, 15, 15 }, { 0, 11, 0 }, { 0, 0, 0 }, "" },
    // But of two that differ it is neither.
    { { 11, 11, 11 },
      { 15, 15, 15 },
      { 0, 11, 24 },
      { 0, 1, 2 },
      "11 bits to 2^15 on A; 2^15, as measured on B; 2^15, has 24 on C" },
};

static struct report_folder claiming(int claimed, int emax, int has)
{
    struct report_folder folder = compared_result(23, R(RNE));
    struct report *report = &folder.report;

    if (has) {
        struct result *result = invented_result(report, "stripes", PRECISION_MEDIUMP,
                                                FORM_PLAIN, has - 1, R(RNE));
        result->image[0] = 0;
    }
    memset(report->device.claimed, 0, sizeof report->device.claimed);
    report->device.claimed[STAGE_FRAGMENT][PRECISION_MEDIUMP] =
        (struct facts_claim){ emax, emax, claimed - 1 };
    return folder;
}

static void claimed(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(claims); i++) {
        struct report_folder folders[3];
        struct report_compare compare;

        for (int j = 0; j < 3; j++)
            folders[j] =
                claiming(claims[i].claimed[j], claims[i].emax[j], claims[i].has[j]);
        assert_true(report_compare_init(&compare, folders, 3));
        compared_check(&compare);
        const struct report_compare_row *row =
            compared_row(&compare, "precisions", "claimed");

        for (int j = 0; j < 3; j++)
            if (row->cells[j].group != claims[i].groups[j])
                fail_msg("row %zu, side %d: got %d want %d", i, j, row->cells[j].group,
                         claims[i].groups[j]);
        if (claims[i].words[0])
            assert_string_equal(row->brief, claims[i].words);
        report_compare_finish(&compare);
        compared_finish(folders, 3);
    }
}

// ---- who it is said of ----

static char *text_of(const struct report_compare *compare)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_compare_text(compare, file, true, false);
    fclose(file);
    return text;
}

struct views {
    char *texts[4]; // text, Markdown, CSV, HTML
};

static struct views views_of(const struct report_compare *compare)
{
    size_t size;

    return (struct views){ { text_of(compare), report_compare_markdown(compare, &size),
                             report_compare_csv(compare, &size),
                             report_compare_html(compare, &size) } };
}

static void views_free(struct views *views)
{
    for (int i = 0; i < 4; i++)
        free(views->texts[i]);
}

// A report that was broken off is named so in every view.
static void incomplete(void **state)
{
    (void) state;
    for (int broken = 0; broken < 2; broken++) {
        struct report_folder folders[2] = { compared_result(23, R(RNE)),
                                            compared_result(23, R(RTZ)) };
        struct report_compare compare;

        folders[0].report.complete = true;
        folders[1].report.complete = !broken;
        assert_true(report_compare_init(&compare, folders, 2));
        struct views views = views_of(&compare);
        static const char *const says[] = {
            "B  llvmpipe (2) [software, incomplete]: ", "(software, incomplete)",
            "\"llvmpipe (2) (incomplete)\"", "simulated\">incomplete</span>"
        };

        for (int i = 0; i < 4; i++) {
            assert_int_equal(strstr(views.texts[i], says[i]) != NULL, broken);
            const char *first = strstr(views.texts[i], "incomplete");
            assert_int_equal(first != NULL, broken);
            assert_null(first ? strstr(first + 1, "incomplete") : NULL);
        }
        views_free(&views);
        report_compare_finish(&compare);
        compared_finish(folders, 2);
    }
}

// U+202E, U+2066, U+200F, U+061C, C1, C0, U+E0041, and a byte that is no UTF-8.
#define UNRULY          \
    "x\xe2\x80\xae"     \
    "a\xe2\x81\xa6"     \
    "b\xe2\x80\x8f"     \
    "c\xd8\x9c"         \
    "d\xc2\x9b"         \
    "e\x1b"             \
    "f\xf3\xa0\x81\x81" \
    "g\xff"
#define RULY        \
    "x\xef\xbf\xbd" \
    "a\xef\xbf\xbd" \
    "b\xef\xbf\xbd" \
    "c?"            \
    "d?"            \
    "e?"            \
    "f\xef\xbf\xbd" \
    "g?"

static void unruly(void **state)
{
    static const char *const never[] = { "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f",
                                         "\xd8\x9c",     "\xc2\x9b",     "\x1b",
                                         "\xf3\xa0",     "\xff" };
    struct report_folder folders[2];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 2; i++) {
        folders[i] = compared_result(23, i ? R(RTZ) : R(RNE));
        struct report *report = &folders[i].report;

        snprintf(report->device.renderer, 40, UNRULY "%d", i);
        snprintf(report->device.version, 40, UNRULY);
        snprintf(report->headline.reason, 40, UNRULY);
        report->headline.status = i ? STATUS_UNDECIDED : STATUS_OK;
        compared_line(report,
                      "topic"
                      "\xe2\x80\xae",
                      UNRULY, i ? UNRULY "1" : "kept", FORM_PLAIN);
    }
    assert_true(report_compare_init(&compare, folders, 2));
    assert_string_equal(compare.labels[0].name, RULY "0");
    assert_string_equal(compared_row(&compare, "topic\xef\xbf\xbd", RULY)->cells[1].text,
                        RULY "1");
    struct views views = views_of(&compare);

    for (int i = 0; i < 4; i++)
        for (size_t j = 0; j < COUNT(never); j++)
            if (strstr(views.texts[i], never[j]))
                fail_msg("view %d has unruly character %zu", i, j);
    views_free(&views);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),      cmocka_unit_test(figures),
        cmocka_unit_test(vaguest),    cmocka_unit_test(claimed),
        cmocka_unit_test(incomplete), cmocka_unit_test(unruly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
