// SPDX-License-Identifier: MIT
//
// `test_report_html pages FOLDER` writes the pages that html_page.py opens.

#include "base/file.h"
#include "compare/view.h"
#include "tests/compare/html/opposed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

static const char *section(const char *page, const char *id)
{
    char name[40];
    const char *at;

    snprintf(name, sizeof(name), "<section id=%s ", id);
    at = strstr(page, name);
    assert_non_null(at);
    return at;
}

static void test_sizes(void **state)
{
    static const size_t limits[] = {
        [OPPOSED_TWO] = 300000, [OPPOSED_TWENTY] = 3000000, [OPPOSED_SAME] = 300000
    };

    (void) state;
    for (size_t which = 0; which < LENGTH(limits); which++) {
        char *page = opposed_page_of(which);

        assert_in_range(strlen(page), 1000, limits[which]);
        free(page);
    }
}

static void test_repeatable(void **state)
{
    char *one = opposed_page_of(OPPOSED_TWENTY), *two = opposed_page_of(OPPOSED_TWENTY);

    (void) state;
    assert_string_equal(one, two);
    free(one);
    free(two);
}

// A row stands where it belongs: in the matrix if it differs, else below.
static void test_rows(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    char *page = opposed_page(opposed);
    const char *differences = section(page, "differences"), *same = section(page, "same");
    int lines = 0;

    (void) state;
    assert_true(differences < same);
    for (int i = 0; i < opposed->compare.row_count; i++) {
        const bool differs = opposed->compare.rows[i].groups > 1;
        char row[40], link[40];

        snprintf(row, sizeof(row), "<tr id=r%d>", i);
        snprintf(link, sizeof(link), "<li><a href=#r%d>", i);
        assert_int_equal(opposed_count(page, row), differs);
        assert_int_equal(opposed_count(page, link), differs);
        assert_true(!differs || strstr(differences, row) < same);
        lines += !differs;
    }
    assert_int_equal(opposed_count(same, "<tr><th scope=row>"), lines);
    free(page);
    opposed_free(opposed);
}

// The heavier first.
static void test_order(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWENTY);
    char *page = opposed_page(opposed);
    int before = 1000, said = 0;

    (void) state;
    for (const char *at = page; (at = strstr(at, "<li><a href=#r")); at++, said++) {
        const int weight = opposed->compare.rows[atoi(at + 14)].weight;

        assert_in_range(weight, 0, before);
        before = weight;
    }
    assert_int_equal(said, opposed->compare.differing);
    // With so many sides letters stand for their names.
    assert_non_null(strstr(page, "</a>: contracts 3 of 8 shapes on A and D\n"));
    assert_null(strstr(page, "mediump is 10 bits here"));
    free(page);
    opposed_free(opposed);
}

static void test_cells(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct report_compare_row *row = &opposed->compare.rows[1];
    char *page;

    (void) state;
    row->groups = 2;
    row->words[0] = 0;
    row->cells[0] = (struct report_compare_cell){ .text = "24 bits", .group = 0 };
    row->cells[1] = (struct report_compare_cell){ .text = "a < b", .group = 1 };
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "<td>24 bits<td>a &lt; b\n"));
    assert_null(strstr(page, "Sides with the same number"));
    assert_non_null(strstr(page, "A: <bdi>24 bits</bdi>; B: <bdi>a &lt; b</bdi>"));
    free(page);
    row->cells[1].group = -1;
    row->groups = 1;
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "<td>24 bits<td>A only\n"));
    free(page);
    opposed_free(opposed);
}

// What one side was asked is no answer that is the same: it stands on its own, folded.
static void test_alone(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct report_compare *compare = &opposed->compare;
    int before = 0;
    char *page;

    (void) state;
    for (int i = 0; i < compare->row_count; i++)
        before += report_compare_asked_of(compare, &compare->rows[i]) > 1;
    page = opposed_page(opposed);
    assert_null(strstr(page, "id=alone"));
    assert_null(strstr(page, "one side only"));
    free(page);
    // The first section: asked of one side, but for its last row, of nobody.
    int rows = 0;
    for (; compare->rows[rows].section == compare->rows[0].section; rows++) {
        compare->differing -= compare->rows[rows].groups > 1;
        compare->rows[rows].groups = 1;
        compare->rows[rows].cells[1].group = -1;
    }
    compare->rows[rows - 1].groups = 0;
    compare->rows[rows - 1].cells[0].group = -1;
    page = opposed_page(opposed);
    const char *same = section(page, "same"), *alone = section(page, "alone");
    char text[200];

    snprintf(text, sizeof(text),
             " of %d questions</strong> have more than one answer. "
             "<a href=#alone>%d more</a> are of one side only.",
             before - rows, rows - 1);
    assert_non_null(strstr(page, text));
    snprintf(text, sizeof(text),
             "<details class=fold><summary>%d questions of one side, "
             "1 that nobody answered</summary>",
             rows - 1);
    assert_non_null(strstr(alone, text));
    assert_true(same < alone);
    assert_int_equal(opposed_count(alone, "<td>A only\n"), rows - 1);
    assert_int_equal(opposed_count(alone, "<td>nobody\n"), 1);
    assert_int_equal(opposed_count(page, "<td>A only\n"), rows - 1);
    assert_non_null(strstr(page, "<th scope=row>verdict<td>0<td>none asked\n"));
    assert_int_equal(opposed_count(page, ">= none asked"), 0);
    free(page);
    opposed_free(opposed);
}

// Of more than two sides the cells tell which are alike; on paper, whose they are.
static void test_groups(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_LONG);
    struct report_compare_row *row = &opposed->compare.rows[1];
    char *page;

    (void) state;
    row->groups = 2;
    row->cells[0] = (struct report_compare_cell){ .text = "x", .group = 0 };
    row->cells[1] = (struct report_compare_cell){ .text = "y", .group = 1 };
    row->cells[2] = (struct report_compare_cell){ .text = "x", .group = 0 };
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "differs. Sides with the same number"));
    assert_non_null(strstr(page, "<td><span class=n>1</span>x<td class=g1>"
                                 "<span class=n>2</span>y<td><span class=n>1</span>x\n"));
    free(page);
    opposed_free(opposed);
    page = opposed_page_of(OPPOSED_TWENTY);
    assert_int_equal(opposed_count(page, " data-side=T>"),
                     opposed_count(page, "<tr id=r"));
    free(page);
}

// Nobody takes a side that was not asked for one that agrees.
static void test_not_asked(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWENTY);
    char *page = opposed_page(opposed);
    int missing = 0;

    (void) state;
    for (int i = 0; i < opposed->compare.row_count; i++)
        for (int side = 0; side < opposed->compare.count; side++)
            missing += opposed->compare.rows[i].groups > 1 &&
                       opposed->compare.rows[i].cells[side].group < 0;
    assert_true(missing > 0);
    assert_int_equal(opposed_count(page, "><span class=no>not asked</span>"), missing);
    assert_null(strstr(page, "<span class=n>0<"));
    free(page);
    opposed_free(opposed);
}

static void test_cards(void **state)
{
    static const char *const want[] = {
        "class=\"badge software\">software<",
        "class=\"badge simulated\">simulated<",
        "<p class=verdict>24-bit significand, rounds to nearest even</p>",
        "<b>Behaves like</b> <bdi>NVIDIA Tegra 3, fragment shader</bdi>",
        "<dt>Reference</dt><dd><bdi>recorded</bdi>: <bdi>answers of an NVIDIA H200",
        "<dt>API</dt><dd><bdi>es3</bdi>",
        "<dt>Renderer</dt><dd><bdi>llvmpipe (LLVM 15.0.6, 256 bits)</bdi>",
    };
    char *page = opposed_page_of(OPPOSED_TWO);

    (void) state;
    for (size_t i = 0; i < LENGTH(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s", want[i]);
    assert_null(strstr(page, "\"badge hardware\""));
    free(page);
    page = opposed_page_of(OPPOSED_TWENTY);
    assert_int_equal(opposed_count(page, "class=\"badge "), 20);
    assert_int_equal(opposed_count(page, "\"badge hardware\""), 8);
    assert_int_equal(opposed_count(page, "the report is not complete"), 1);
    free(page);
}

static int write_pages(const char *folder)
{
    for (int which = 0; which < OPPOSED_CASES; which++) {
        struct opposed *opposed = opposed_make(which);
        char path[4096];
        size_t size;
        char *page = report_compare_html(&opposed->compare, &size);

        snprintf(path, sizeof(path), "%s/%s.html", folder, opposed_name(which));
        if (!page || !file_write(path, page, size))
            return 1;
        free(page);
        opposed_free(opposed);
    }
    return 0;
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_rows),   cmocka_unit_test(test_order),
        cmocka_unit_test(test_cells),  cmocka_unit_test(test_alone),
        cmocka_unit_test(test_groups), cmocka_unit_test(test_not_asked),
        cmocka_unit_test(test_cards),
    };

    if (count == 3 && !strcmp(words[1], "pages"))
        return write_pages(words[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
