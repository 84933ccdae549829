// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "tests/compare/invented_sides.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_compare_views",
                                   .after = compared_free };

#define STRIPES 26
#define R(rule) VERDICT_RULE(FP_##rule)

// ---- pictures ----

TEST(picture_in_words)
{
    compared_sides[0] = compared_picture(512, false);
    compared_sides[1] = compared_picture(512, true);

    snprintf(compared_sides[1].report.device.renderer, 40, "Vivante GC4000");
    compared_make(2);
    compared_check();
    // To nearest, x in (3/4, 1] becomes 1, of which fract() leaves 0.
    assert_string_equal(compared_row("pictures", "stripes")->words,
                        "stripe 22, columns 0-127: 0 (to nearest even) on llvmpipe "
                        "against 0.5 (toward zero) on Vivante GC4000; stripes 14-22, "
                        "2304 of 13312 cells differ");
    assert_int_equal(compared.set_count, 1);
    assert_string_equal(compared.sets[0].name, "stripes, fragment highp, plain");
    assert_int_equal(compared.sets[0].pictures[0].bands, STRIPES);
    // Row 3 is stripe 22, row 25 stripe 0: x itself.
    assert_int_equal(compared.sets[0].pictures[1].grey[3 * 512], 128);
    assert_int_equal(compared.sets[0].pictures[0].grey[3 * 512], 0);
    assert_int_equal(compared.sets[0].pictures[0].grey[25 * 512 + 511], 0);
    assert_int_equal(compared.sets[0].pictures[0].grey[25 * 512], 255);
    assert_int_equal(compared.sets[0].pictures[1].group, 1);
}

static const int widths[] = { 16, 64, 128, 256, 512, 1024, 2048 };

TEST(ramps_of_other_widths)
{
    for (size_t i = 0; i < COUNT_OF(widths); i++)
        for (int cut = 0; cut < 2; cut++) {
            compared_free(NULL);
            compared_sides[0] = compared_picture(widths[i], cut);
            compared_sides[1] = compared_picture(512, cut);
            compared_sides[2] = compared_picture(512, !cut);
            compared_make(3);
            const struct compare_row *row = compared_row("pictures", "stripes");

            assert_int_equal(row->groups, 2);
            assert_int_equal(row->cells[1].group, 0);
            assert_int_equal(row->cells[2].group, 1);
        }
}

TEST(which_nan)
{
    compared_sides[0] = compared_picture(16, false);
    compared_sides[1] = compared_picture(16, false);

    for (int i = 0; i < 2; i++) {
        pixels_row(compared_sides[i].pictures, 0)[3] = i ? 0x7fffffff : 0xffc00000;
        pixels_hash(compared_sides[i].pictures,
                    compared_sides[i].report.results[0].sha256);
    }
    compared_make(2);
    const struct compare_row *row = compared_row("pictures", "stripes");

    assert_string_equal(row->brief,
                        "only the bits of NaNs differ: 0xffc00000 on A, 0x7fffffff on B");
    assert_int_equal(row->weight, 0);
}

// Of three sides, two of which differ only in the bits of NaNs, the third differs from
// both, and no NaN is spoken of.
TEST(nans_of_a_group)
{
    for (int i = 0; i < 3; i++) {
        compared_sides[i] = compared_picture(16, i == 2);
        pixels_row(compared_sides[i].pictures, 0)[3] = i ? 0x7fffffff : 0xffc00000;
        pixels_hash(compared_sides[i].pictures,
                    compared_sides[i].report.results[0].sha256);
    }
    compared_make(3);
    const struct compare_row *row = compared_row("pictures", "stripes");

    assert_int_equal(row->groups, 2);
    assert_int_equal(row->cells[1].group, 0);
    assert_null(strstr(row->brief, "NaN"));
    assert_non_null(strstr(row->brief, " on A against "));
}

// A missing picture is read only once.
TEST(missing_captures)
{
    compared_sides[0] = compared_folder(INVENTED_RNE);
    compared_sides[1] = compared_folder(INVENTED_RTZ);

    for (int i = 0; i < 2; i++) {
        free(compared_sides[i].pictures); // they are in a store
        compared_sides[i].pictures = NULL;
        for (int j = 0; j < compared_sides[i].report.count; j++)
            memset(compared_sides[i].report.results[j].sha256, i ? 'a' : 'b', 64);
    }
    log_hold(true);
    compared_make(2);
    log_hold(false);
    compared_check();
    assert_non_null(strstr(log_last_error(), "aaaa"));
    for (int i = 0; i < compared.set_count; i++)
        assert_null(compared.sets[i].pictures[0].grey);
    assert_int_equal(compared_row("pictures", "stripes, highp")->groups, 2);
}

// At the end of one side's range, the steps are more informative.
TEST(no_number_in_words)
{
    compared_sides[0] = compared_picture(512, false);
    compared_sides[1] = compared_picture(512, true);

    for (int y = 0; y < STRIPES - 16; y++)
        for (int x = 0; x < 512; x++)
            pixels_row(compared_sides[1].pictures, y)[x] =
                x % 2 ? 0x7f800000 : 0x7fc00000;
    pixels_hash(compared_sides[1].pictures, compared_sides[1].report.results[0].sha256);
    compared_make(2);
    assert_string_equal(compared_row("pictures", "stripes")->brief,
                        "stripe 14, column 0: 0 (to nearest even) on A against 0.998047 "
                        "(toward zero) on B; stripes 14-25, 5632 of 13312 cells differ");
}

// The fract stripes come first, although others have a larger weight; then pictures
// that differ, of these first those that are folded on no side, each probe once.
static const struct {
    const char *probe;
    enum precision precision;
    enum form form;
    bool folded, differs;
} shown[] = {
    { "stripes_unit", PRECISION_HIGHP, FORM_PLAIN, true, true },
    { "stripes_unit", PRECISION_HIGHP, FORM_GUARDED, false, true },
    { "stripes_unit", PRECISION_MEDIUMP, FORM_PLAIN, true, true },
    { "stripes_unit", PRECISION_LOWP, FORM_GUARDED, false, false },
    { "stripes", PRECISION_HIGHP, FORM_PLAIN, false, false },
};

TEST(pictures_in_order)
{
    static const char *const names[COMPARE_SETS] = {
        "stripes, fragment highp, plain", "stripes_unit, fragment highp, guarded",
        "stripes_unit, fragment mediump, plain"
    };

    for (int side = 0; side < 2; side++)
        for (int i = 0; i < (int) COUNT_OF(shown); i++) {
            struct result *result = invented_result(
                &compared_sides[side].report, shown[i].probe, shown[i].precision,
                shown[i].form, 23, VERDICT_RULE(FP_RNE));

            if (shown[i].folded)
                result->verdict.status = STATUS_FOLDED;
            memset(result->sha256, '0' + i + 5 * (side && shown[i].differs), 64);
        }
    compared_make(2);
    assert_int_equal(compared.set_count, COMPARE_SETS);
    for (int i = 0; i < COMPARE_SETS; i++)
        assert_string_equal(compared.sets[i].name, names[i]);
}

// ---- views ----

#define HOSTILE "|`<b>*_[x](y)\n\\ \"=1+1\",\r\x01"

// Compares two sides whose strings contain every hostile character.
static void compare_hostile(void)
{
    compared_free(NULL);
    for (int i = 0; i < 2; i++) {
        compared_sides[i] = compared_result(23, i ? R(RTZ) : R(RNE));
        struct report *report = &compared_sides[i].report;

        snprintf(report->device.renderer, sizeof report->device.renderer, HOSTILE "%d",
                 i);
        snprintf(report->device.version, sizeof report->device.version, HOSTILE);
        compared_line(report, "=topic|", "=line|\"",
                      i ? "folded to +a|" HOSTILE : "folded to @b", FORM_PLAIN);
    }
    compared_make(2);
}

// Fields of a CSV record: 0 if it is none. `*text` goes behind it.
static int csv_fields(const char **text, char first[10])
{
    const char *at = *text;
    int fields = 0;

    for (;;) {
        if (*at++ != '"')
            return 0;
        if (fields < 9)
            first[fields] = *at;
        fields++;
        while (*at && (*at != '"' || at[1] == '"'))
            at += *at == '"' ? 2 : 1;
        if (*at++ != '"')
            return 0;
        if (!strncmp(at, "\r\n", 2))
            break;
        if (*at++ != ',')
            return 0;
    }
    *text = at + 2;
    return fields;
}

TEST(csv)
{
    int records = 0;

    compare_hostile();
    char *text = compared_written(&compared, compared_csv);

    for (const char *at = text; *at; records++) {
        char first[10] = { 0 };

        assert_int_equal(csv_fields(&at, first), 7);
        for (int i = 0; i < 7; i++)
            assert_null(first[i] ? strchr("=+@\t\r", first[i]) : NULL);
    }
    assert_int_equal(records, compared.row_count + 1);
    free(text);
}

// Bars of a line of Markdown that are not escaped.
static int bars(const char *line, size_t length)
{
    int count = 0;

    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\\')
            i++;
        else
            count += line[i] == '|';
    }
    return count;
}

TEST(markdown)
{
    compare_hostile();
    char *text = compared_written(&compared, compared_markdown);

    assert_null(strstr(text, "<b>"));
    for (const char *at = text, *next; *at; at = next) {
        size_t length = strcspn(at, "\n");
        int count = bars(at, length);

        next = at + length + (at[length] != 0);
        if (count != 0 && count != 4 && count != 7)
            fail_msg("%d bars: %.*s", count, (int) length, at);
        assert_true(count == 0 || at[0] == '|');
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char) at[i] >= 0x20);
    }
    // All that is special has a backslash or an entity before it.
    assert_non_null(strstr(text, "\\|\\`&lt;b&gt;\\*\\_\\[x\\](y) \\\\ \"=1+1\", ?"));
    free(text);
}

static int columns_of(const char *line, size_t length)
{
    int columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += (line[i] & 0xc0) != 0x80;
    return columns;
}

static void check_text(bool all)
{
    char *text = compared_written(&compared, all ? compared_text : compared_brief);

    for (const char *at = text, *next; *at; at = next) {
        size_t length = strcspn(at, "\n");

        next = at + length + (at[length] != 0);
        if (columns_of(at, length) > 80)
            fail_msg("%d columns: %.*s", columns_of(at, length), (int) length, at);
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char) at[i] >= 0x20);
    }
    free(text);
}

TEST(text_of_80_columns)
{
    for (int i = 0; i < COMPARE_SIDES; i++) {
        compared_sides[i] = compared_folder((enum invented_case)(i % INVENTED_CASES));
        personality_add(&compared_sides[i].report, (enum personality)(i % 3));
    }
    for (int count = 2; count <= COMPARE_SIDES; count += count < 5 ? 1 : 5) {
        compared_make(count);
        check_text(count < 5);
    }
    compare_hostile();
    check_text(true);
}

// Returns how many rows the text leaves out, for two sides or more that differ in
// `lines` expressions.
static int left_out(int sides, int lines)
{
    char *text, name[20];
    const char *left;
    int count = 0;

    compared_alike(sides);
    for (int i = 0; i < sides; i++) {
        for (int line = 0; line < lines; line++) {
            snprintf(name, sizeof name, "line %d", line);
            compared_line(&compared_sides[i].report, "folding", name,
                          i ? "kept" : "folded to a", FORM_PLAIN);
        }
    }
    compared_make(sides);
    assert_int_equal(compared.differing, lines + 1); // "all idioms"
    text = compared_written(&compared, compared_brief);
    left = strstr(text, "\nand ");
    if (left)
        assert_int_equal(sscanf(left, "\nand %d more; -v", &count), 1);
    free(text);
    return count;
}

// A single row that would be left out is printed instead of a note about it.
TEST(text_that_is_cut)
{
    static const struct {
        int sides, lines, left;
    } cases[] = { { 2, 15, 0 }, { 2, 16, 0 }, { 3, 17, 2 }, { 2, 36, 21 },
                  { 4, 19, 0 }, { 4, 20, 0 }, { 4, 21, 2 } };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(left_out(cases[i].sides, cases[i].lines), cases[i].left);
}
