// SPDX-License-Identifier: MIT
//
// `test_report_html pages FOLDER` writes the pages that html_page.py opens.

#include "base/file.h"
#include "compare/table.h"
#include "tests/compare/html/opposed.h"
#include "tests/shared/group.h"
#include "view/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_html" };

static const char *section(const char *page, const char *id)
{
    char name[40];
    const char *at;

    snprintf(name, sizeof name, "<section id=%s ", id);
    at = strstr(page, name);
    assert_non_null(at);
    return at;
}

TEST(test_sizes)
{
    static const size_t limits[] = {
        [OPPOSED_TWO] = 300000, [OPPOSED_TWENTY] = 3000000, [OPPOSED_SAME] = 300000
    };

    for (size_t which = 0; which < COUNT_OF(limits); which++) {
        char *page = opposed_page_of(which);

        assert_in_range(strlen(page), 1000, limits[which]);
        free(page);
    }
}

// A row is at its place: in the matrix if it differs, otherwise below.
TEST(test_rows)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    char *page = opposed_page(opposed);
    const char *matrix = section(page, "side-by-side");
    const char *same = section(page, "the-same-on-all-sides");
    const char *end = section(page, "reports");
    int differing = 0, alike = 0;

    for (int i = 0; i < opposed->compare.row_count; i++)
        if (opposed->compare.rows[i].groups > 1)
            differing++;
        else
            alike++;
    assert_int_equal(opposed_count(matrix, "<tr><th scope=row>") -
                         opposed_count(same, "<tr><th scope=row>"),
                     differing);
    assert_int_equal(opposed_count(same, "<tr><th scope=row>") -
                         opposed_count(end, "<tr><th scope=row>"),
                     alike);
    free(page);
    opposed_free(opposed);
}

TEST(test_cells)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct compare_row *row = &opposed->compare.rows[1];
    char *page;

    row->groups = 2;
    snprintf(row->words, sizeof row->words, "a < b on B");
    row->cells[0] = (struct compare_cell){ .text = "24 bits", .group = 0 };
    row->cells[1] = (struct compare_cell){ .text = "a < b", .group = 1 };
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "<td>24 bits<td class=g1>a &lt; b\n"));
    assert_non_null(strstr(page, "</b>: a &lt; b on B\n"));
    free(page);
    row->cells[1].group = -1;
    row->groups = 1;
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "<td>24 bits<td class=no>A only\n"));
    free(page);
    opposed_free(opposed);
}

// A row that only one side measured is no equal row: it is in a chapter of its own.
TEST(test_alone)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct compare *compare = &opposed->compare;
    int before = 0, rows = 0;
    char *page = opposed_page(opposed), text[200];

    for (int i = 0; i < compare->row_count; i++)
        before += compare_asked_of(compare, &compare->rows[i]) > 1;
    assert_null(strstr(page, "one side only"));
    free(page);
    // The first section: measured by one side, but for its last row, by none.
    for (; compare->rows[rows].section == compare->rows[0].section; rows++) {
        compare->differing -= compare->rows[rows].groups > 1;
        compare->rows[rows].groups = 1;
        compare->rows[rows].cells[1].group = -1;
    }
    compare->rows[rows - 1].groups = 0;
    compare->rows[rows - 1].cells[0].group = -1;
    page = opposed_page(opposed);
    const char *same = section(page, "the-same-on-all-sides");
    const char *alone = section(page, "on-one-side-only");

    snprintf(text, sizeof text, " of %d findings differ; %d more are on one side only",
             before - rows, rows - 1);
    assert_non_null(strstr(page, text));
    assert_true(same < alone);
    assert_int_equal(opposed_count(alone, "<td class=no>A only\n"), rows - 1);
    assert_int_equal(opposed_count(alone, "<td>-<td class=no>none\n"), 1);
    assert_int_equal(opposed_count(page, "<td class=no>A only\n"), rows - 1);
    free(page);
    opposed_free(opposed);
}

// With more than two sides, the cells show which sides agree; on paper, they name the
// sides.
TEST(test_groups)
{
    struct opposed *opposed = opposed_make(OPPOSED_LONG);
    struct compare_row *row = &opposed->compare.rows[1];
    char *page;

    row->groups = 2;
    row->cells[0] = (struct compare_cell){ .text = "x", .group = 0 };
    row->cells[1] = (struct compare_cell){ .text = "y", .group = 1 };
    row->cells[2] = (struct compare_cell){ .text = "x", .group = 0 };
    page = opposed_page(opposed);
    assert_non_null(strstr(page, "<td><span class=n>1</span>x<td class=g1>"
                                 "<span class=n>2</span>y<td><span class=n>1</span>x\n"));
    free(page);
    opposed_free(opposed);
    opposed = opposed_make(OPPOSED_TWENTY);
    page = opposed_page(opposed);
    assert_int_equal(opposed_count(page, " data-side=T>"), opposed->compare.differing);
    free(page);
    opposed_free(opposed);
}

// A side that did not measure a row is not shown as one that agrees.
TEST(test_not_asked)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWENTY);
    char *page = opposed_page(opposed), cell[60];
    int missing = 0, shown = 0;

    for (int i = 0; i < opposed->compare.row_count; i++)
        for (int side = 0; side < opposed->compare.count; side++)
            missing += opposed->compare.rows[i].groups > 1 &&
                       opposed->compare.rows[i].cells[side].group < 0;
    for (int side = 0; side < opposed->compare.count; side++) {
        snprintf(cell, sizeof cell, "<td class=no data-side=%c>-<", 'A' + side);
        shown += opposed_count(page, cell);
        snprintf(cell, sizeof cell, "<td class=no data-side=%c>-\n", 'A' + side);
        shown += opposed_count(page, cell);
    }
    assert_true(missing > 0);
    assert_int_equal(shown, missing);
    assert_null(strstr(page, "<span class=n>0<"));
    free(page);
    opposed_free(opposed);
}

TEST(test_cards)
{
    static const char *const want[] = {
        "class=\"badge plain\">software<",
        "class=\"badge bad\">simulated<",
        "<p class=verdict>24-bit significand, rounds to nearest even</p>",
        "<b>behaves like</b> <bdi>NVIDIA Tegra 3, fragment shader</bdi>",
        "<tr><th scope=row>reference<td>recorded: answers of an NVIDIA H200",
        "<tr><th scope=row>API<td>es3",
        "<tr><th scope=row>renderer<td>llvmpipe (LLVM 15.0.6, 256 bits)",
    };
    char *page = opposed_page_of(OPPOSED_TWO);

    for (size_t i = 0; i < COUNT_OF(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s", want[i]);
    assert_null(strstr(page, "\"badge strong\""));
    free(page);
    page = opposed_page_of(OPPOSED_TWENTY);
    assert_int_equal(opposed_count(page, "class=\"badge "), 20);
    assert_int_equal(opposed_count(page, "the report is not complete"), 1);
    free(page);
}

// Relative luminance (WCAG 2.2) of a custom property of the style behind `theme`.
static double luminance(const char *theme, const char *name)
{
    static const double weights[] = { 0.0722, 0.7152, 0.2126 }; // blue first
    char key[24];
    unsigned colour;
    double sum = 0;

    snprintf(key, sizeof key, "--%s: #", name);
    theme = strstr(theme, key);
    assert_non_null(theme);
    assert_int_equal(sscanf(theme + strlen(key), "%6x", &colour), 1);
    for (int i = 0; i < 3; i++, colour >>= 8) {
        double level = (colour & 255) / 255.0;

        sum += weights[i] *
               (level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4));
    }
    return sum;
}

// The contrast of text and background: WCAG AA requires 4.5, AAA requires 7.
TEST(test_contrast)
{
    static const struct {
        const char *ink, *grounds[9];
        double least;
    } inks[] = {
        { "ink", { "page", "panel", "chip", "g1", "g2", "g3", "g4", "g5" }, 7 },
        { "soft", { "page", "panel", "g1" }, 4.5 },
        { "link", { "page", "panel", "chip" }, 4.5 },
        { "strong", { "page", "panel" }, 4.5 },
        { "mark", { "page", "panel" }, 4.5 },
    };
    const char *const themes[] = { view_style, strstr(view_style, "dark) {") };

    for (size_t theme = 0; theme < COUNT_OF(themes); theme++)
        for (size_t i = 0; i < COUNT_OF(inks); i++)
            for (const char *const *ground = inks[i].grounds; *ground; ground++) {
                double one = luminance(themes[theme], inks[i].ink);
                double other = luminance(themes[theme], *ground);
                double ratio = (fmax(one, other) + 0.05) / (fmin(one, other) + 0.05);

                if (ratio < inks[i].least)
                    fail_msg("theme %zu: %s on %s: %.2f", theme, inks[i].ink, *ground,
                             ratio);
            }
}

// Writes pages into the folder that the next word names; nonzero: a failure.
TEST_GROUP(report_html_documents)
{
    for (int which = 0; which < OPPOSED_CASES; which++) {
        struct opposed *opposed = opposed_make(which);
        char path[4096];
        char *page = opposed_page(opposed);

        snprintf(path, sizeof path, "%s/%s.html", group_argv[1], opposed_name(which));
        if (!file_write(path, page, strlen(page)))
            return 1;
        free(page);
        opposed_free(opposed);
    }
    return 0;
}
