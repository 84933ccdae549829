// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "compare/view.h"
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
#define STRIPES      26
#define R(rule)      VERDICT_RULE(FP_##rule)

// ---- pictures ----

static void picture_in_words(void **state)
{
    struct report_folder folders[2] = { compared_picture(512, false),
                                        compared_picture(512, true) };
    struct report_compare compare;

    (void) state;
    snprintf(folders[1].report.device.renderer, 40, "Vivante GC4000");
    assert_true(report_compare_init(&compare, folders, 2));
    compared_check(&compare);
    // To nearest, x in (3/4, 1] becomes 1, of which fract() leaves 0.
    assert_string_equal(compared_row(&compare, "pictures", "stripes")->words,
                        "stripe 22, columns 0-127: 0 (to nearest even) on llvmpipe "
                        "against 0.5 (toward zero) on Vivante GC4000; stripes 14-22, "
                        "2304 of 13312 cells differ");
    assert_int_equal(compare.set_count, 1);
    assert_string_equal(compare.sets[0].name, "stripes, fragment highp, plain");
    assert_int_equal(compare.sets[0].pictures[0].bands, STRIPES);
    // Row 3 is stripe 22, row 25 stripe 0: x itself.
    assert_int_equal(compare.sets[0].pictures[1].grey[3 * 512], 128);
    assert_int_equal(compare.sets[0].pictures[0].grey[3 * 512], 0);
    assert_int_equal(compare.sets[0].pictures[0].grey[25 * 512 + 511], 0);
    assert_int_equal(compare.sets[0].pictures[0].grey[25 * 512], 255);
    assert_int_equal(compare.sets[0].pictures[1].group, 1);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

static const int widths[] = { 16, 64, 128, 256, 512, 1024, 2048 };

static void ramps_of_other_widths(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(widths); i++)
        for (int cut = 0; cut < 2; cut++) {
            struct report_folder folders[3] = { compared_picture(widths[i], cut),
                                                compared_picture(512, cut),
                                                compared_picture(512, !cut) };
            struct report_compare compare;

            assert_true(report_compare_init(&compare, folders, 3));
            const struct report_compare_row *row =
                compared_row(&compare, "pictures", "stripes");

            assert_int_equal(row->groups, 2);
            assert_int_equal(row->cells[1].group, 0);
            assert_int_equal(row->cells[2].group, 1);
            report_compare_finish(&compare);
            compared_finish(folders, 3);
        }
}

static void which_nan(void **state)
{
    struct report_folder folders[2] = { compared_picture(16, false),
                                        compared_picture(16, false) };
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 2; i++) {
        pixels_row(folders[i].pictures, 0)[3] = i ? 0x7fffffff : 0xffc00000;
        pixels_sha256(folders[i].pictures, folders[i].report.results[0].sha256);
    }
    assert_true(report_compare_init(&compare, folders, 2));
    const struct report_compare_row *row = compared_row(&compare, "pictures", "stripes");

    assert_string_equal(row->brief,
                        "nothing but which NaN: 0xffc00000 on A, 0x7fffffff on B");
    assert_true(row->weight < 200);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// A capture that is not there is asked for once.
static void missing_captures(void **state)
{
    struct report_folder folders[2] = { compared_folder(INVENTED_RNE),
                                        compared_folder(INVENTED_RTZ) };
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < folders[i].report.count; j++) {
            struct result *result = &folders[i].report.results[j];

            snprintf(result->image, sizeof result->image, "no-such-%d.png", j);
            memset(result->sha256, i ? 'a' : 'b', 64);
        }
    log_hold(true);
    assert_true(report_compare_init(&compare, folders, 2));
    log_hold(false);
    compared_check(&compare);
    assert_non_null(strstr(log_last_error(), "no-such-"));
    for (int i = 0; i < compare.set_count; i++)
        assert_null(compare.sets[i].pictures[0].grey);
    assert_int_equal(compared_row(&compare, "pictures", "stripes, highp")->groups, 2);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// ---- names ----

static const struct {
    const char *renderer, *version, *name;
} renderers[] = {
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6",
      "llvmpipe ES 3.2 Mesa 22.3.6" },
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 24.1.0",
      "llvmpipe ES 3.2 Mesa 24.1.0" },
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "4.5 (Core Profile) Mesa 22.3.6",
      "llvmpipe GL 4.5" },
    { "NVIDIA H200/PCIe/SSE2", "4.6.0 NVIDIA 580.159.04", "NVIDIA H200" },
    { "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "4.6", "Mesa Intel UHD Graphics 620" },
    { "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), S)",
      "OpenGL ES 3.1 (ANGLE)", "ANGLE SwiftShader Device" },
    { "ANGLE (NVIDIA, NVIDIA GeForce RTX 3070, D3D11)", "OpenGL ES 3.0 (ANGLE)",
      "ANGLE NVIDIA GeForce RTX 3070" },
    { "ANGLE (", "", "ANGLE" },
    { "(odd)", "", "(odd)" },
    { "/", "", "/" },
    { "", "", "egl:0" },
};

static void names(void **state)
{
    struct report_folder folders[COUNT(renderers)];
    struct report_compare compare;

    (void) state;
    for (size_t i = 0; i < COUNT(renderers); i++) {
        folders[i] = compared_folder(INVENTED_EMPTY);
        struct facts *device = &folders[i].report.device;

        snprintf(device->renderer, sizeof device->renderer, "%s", renderers[i].renderer);
        snprintf(device->version, sizeof device->version, "%s", renderers[i].version);
    }
    assert_true(report_compare_init(&compare, folders, COUNT(renderers)));
    for (size_t i = 0; i < COUNT(renderers); i++)
        assert_string_equal(compare.labels[i].name, renderers[i].name);
    report_compare_finish(&compare);
    compared_finish(folders, COUNT(renderers));
}

// ---- views ----

#define HOSTILE "|`<b>*_[x](y)\n\\ \"=1+1\",\r\x01"

// Two sides with everything hostile that can be in a string.
static void hostile(struct report_folder folders[2])
{
    for (int i = 0; i < 2; i++) {
        folders[i] = compared_result(23, i ? R(RTZ) : R(RNE));
        struct report *report = &folders[i].report;

        snprintf(report->device.renderer, sizeof report->device.renderer, HOSTILE "%d",
                 i);
        snprintf(report->device.version, sizeof report->device.version, HOSTILE);
        compared_line(report, "=topic|", "=line|\"", i ? "+a|" HOSTILE : "@b",
                      FORM_PLAIN);
    }
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

static void csv(void **state)
{
    struct report_folder folders[2];
    struct report_compare compare;
    size_t size;
    int records = 0;

    (void) state;
    hostile(folders);
    assert_true(report_compare_init(&compare, folders, 2));
    char *text = report_compare_csv(&compare, &size);

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    for (const char *at = text; *at; records++) {
        char first[10] = { 0 };

        assert_int_equal(csv_fields(&at, first), 7);
        for (int i = 0; i < 7; i++)
            assert_null(first[i] ? strchr("=+@\t\r", first[i]) : NULL);
    }
    assert_int_equal(records, compare.row_count + 1);
    free(text);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
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

static void markdown(void **state)
{
    struct report_folder folders[2];
    struct report_compare compare;
    size_t size;

    (void) state;
    hostile(folders);
    assert_true(report_compare_init(&compare, folders, 2));
    char *text = report_compare_markdown(&compare, &size);

    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    assert_null(strstr(text, "<b>"));
    for (const char *at = text, *next; *at; at = next) {
        size_t length = strcspn(at, "\n");
        int count = bars(at, length);

        next = at + length + (at[length] != 0);
        if (count != 0 && count != 4 && count != 5)
            fail_msg("%d bars: %.*s", count, (int) length, at);
        assert_true(count == 0 || at[0] == '|');
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char) at[i] >= 0x20);
    }
    // All that is special has a backslash or an entity before it.
    assert_non_null(strstr(text, "\\|\\`&lt;b&gt;\\*\\_\\[x\\](y) \\\\ \"=1+1\", ?"));
    free(text);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

static int columns_of(const char *line, size_t length)
{
    int columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += (line[i] & 0xc0) != 0x80;
    return columns;
}

static void check_text(const struct report_compare *compare, bool all)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_compare_text(compare, file, all, false);
    fclose(file);
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

static void text_of_80_columns(void **state)
{
    struct report_folder folders[REPORT_COMPARE_SIDES];
    struct report_compare compare;

    (void) state;
    for (int i = 0; i < REPORT_COMPARE_SIDES; i++) {
        folders[i] = compared_folder((enum invented_case)(i % INVENTED_CASES));
        personality_add(&folders[i].report, (enum personality)(i % 3));
    }
    for (int count = 2; count <= REPORT_COMPARE_SIDES; count += count < 5 ? 1 : 5) {
        assert_true(report_compare_init(&compare, folders, count));
        check_text(&compare, count < 5);
        report_compare_finish(&compare);
    }
    compared_finish(folders, REPORT_COMPARE_SIDES);
    hostile(folders);
    assert_true(report_compare_init(&compare, folders, 2));
    check_text(&compare, true);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// How many rows the text leaves out, of two sides or more that differ in `lines` lines.
static int left_out(int sides, int lines)
{
    struct report_folder folders[4];
    struct report_compare compare;
    char *text = NULL, name[20];
    const char *left;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    int count = 0;

    for (int i = 0; i < sides; i++) {
        folders[i] = compared_result(23, R(RNE));
        for (int line = 0; line < lines; line++) {
            snprintf(name, sizeof name, "line %d", line);
            compared_line(&folders[i].report, "folding", name, i ? "kept" : "folded to a",
                          FORM_PLAIN);
        }
    }
    assert_true(report_compare_init(&compare, folders, sides));
    assert_int_equal(compare.differing, lines + 1); // "in all"
    report_compare_text(&compare, file, false, false);
    fclose(file);
    left = strstr(text, "\nand ");
    if (left)
        assert_int_equal(sscanf(left, "\nand %d more; -v", &count), 1);
    free(text);
    report_compare_finish(&compare);
    compared_finish(folders, sides);
    return count;
}

// That one is left out is not said: it is told.
static void text_that_is_cut(void **state)
{
    static const struct {
        int sides, lines, left;
    } cases[] = { { 2, 15, 0 }, { 2, 16, 0 }, { 3, 17, 2 }, { 2, 36, 21 },
                  { 4, 19, 0 }, { 4, 20, 0 }, { 4, 21, 2 } };

    (void) state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(left_out(cases[i].sides, cases[i].lines), cases[i].left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picture_in_words),

        cmocka_unit_test(ramps_of_other_widths),
        cmocka_unit_test(which_nan),

        cmocka_unit_test(missing_captures),
        cmocka_unit_test(names),
        cmocka_unit_test(csv),
        cmocka_unit_test(markdown),
        cmocka_unit_test(text_of_80_columns),
        cmocka_unit_test(text_that_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
