// SPDX-License-Identifier: MIT

#include "tests/compare/invented_sides.h"
#include "probe/expressions.h"
#include "tests/shared/said.h"

#include "base/fp_bits.h"
#include "view/write.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STRIPES     26
#define RESULTS_MAX 4096 // that a test adds

struct report_folder compared_sides[COMPARE_SIDES];
struct compare compared;

struct report_folder compared_folder(enum invented_case which)
{
    struct report_folder folder = { .name = "invented", .folder = "." };

    folder.report = invented_report(which);
    folder.pictures = calloc(RESULTS_MAX, sizeof *folder.pictures);
    assert_non_null(folder.pictures);
    return folder;
}

struct report_folder compared_result(int fraction_bits, uint32_t survivors)
{
    struct report_folder folder = compared_folder(INVENTED_EMPTY);

    invented_result(&folder.report, "stripes", PRECISION_HIGHP, FORM_PLAIN, fraction_bits,
                    survivors);
    report_conclude(&folder.report);
    return folder;
}

// fract(2^B + x) in p = 24, summed in double and then rounded to nearest even or cut.
static uint32_t stripe_word(int band, int column, int columns, bool cut)
{
    double x = 1 - (column + 0.5) / columns, quantum = ldexp(1, band - 23);
    double sum = ldexp(1, band) + x;
    double kept =
        cut ? floor(sum / quantum) * quantum : nearbyint(sum / quantum) * quantum;

    return fp_bits((float) (kept - floor(kept)));
}

struct report_folder compared_picture(int columns, bool cut)
{
    struct report_folder folder =
        compared_result(23, VERDICT_RULE(cut ? FP_RTZ : FP_RNE));
    struct result *result = &folder.report.results[0];
    struct pixels *pixels = calloc(1, sizeof *pixels);

    assert_non_null(pixels);
    pixels_init(pixels, columns, STRIPES, READOUT_BITS);
    for (int y = 0; y < STRIPES; y++)
        for (int x = 0; x < columns; x++)
            pixels_row(pixels, y)[x] = stripe_word(STRIPES - 1 - y, x, columns, cut);
    result->width = result->columns = columns;
    result->height = result->bands = STRIPES;
    pixels_hash(pixels, result->sha256);
    free(folder.pictures);
    folder.pictures = pixels;
    return folder;
}

struct finding *compared_line(struct report *report, const char *topic, const char *line,
                              const char *answer, enum form form)
{
    struct result *result = report->count ? &report->results[report->count - 1] : NULL;

    if (!result || strcmp(result->topic, topic) != 0 || result->form != form) {
        result = invented_result(report, topic, PRECISION_HIGHP, form, -1, 0);
        snprintf(result->topic, sizeof result->topic, "%s", topic);
    }
    size_t count = (size_t) result->finding_count + 1;

    result->findings = realloc(result->findings, count * sizeof *result->findings);
    assert_non_null(result->findings);
    struct finding *finding = &result->findings[result->finding_count++];

    *finding = (struct finding){ .cases = 64 };
    snprintf(finding->expression, sizeof finding->expression, "%s", line);
    expressions_name(result->probe, finding);
    said_set(finding, NULL, answer, "");
    return finding;
}

void compared_alike(int count)
{
    compared_free(NULL);
    for (int i = 0; i < count; i++)
        compared_sides[i] = compared_result(23, VERDICT_RULE(FP_RNE));
}

void compared_make(int count)
{
    compare_finish(&compared);
    compare_init(&compared, compared_sides, count);
}

int compared_free(void **state)
{
    compare_finish(&compared);
    for (int i = 0; i < COMPARE_SIDES; i++)
        report_folder_finish(&compared_sides[i]);
    return 0;
}

const struct compare_row *compared_row(const char *section, const char *name)
{
    for (int i = 0; i < compared.row_count; i++)
        if (!strcmp(compared.rows[i].section, section) &&
            !strcmp(compared.rows[i].name, name))
            return &compared.rows[i];
    fail_msg("there is no row \"%s\" in %s", name, section);
    return NULL;
}

char *compared_written(const struct compare *compare,
                       void (*write)(const struct compare *compare, FILE *file))
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    write(compare, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(strlen(text), size);
    return text;
}

static void write_text(const struct compare *compare, FILE *file, bool all)
{
    const struct view_page page = { .file = file, .all = all };
    struct view view = { 0 };

    compare_view(compare, &view);
    view_text(&view, &page);
    view_finish(&view);
}

void compared_text(const struct compare *compare, FILE *file)
{
    write_text(compare, file, true);
}

void compared_brief(const struct compare *compare, FILE *file)
{
    write_text(compare, file, false);
}

void compared_markdown(const struct compare *compare, FILE *file)
{
    struct view view = { 0 };

    compare_view(compare, &view);
    view_markdown(&view, file);
    view_finish(&view);
}

void compared_csv(const struct compare *compare, FILE *file)
{
    struct view view = { 0 };

    compare_rows_view(compare, &view);
    view_csv(view_last(&view), file);
    view_finish(&view);
}

static void check_row(const struct compare_row *row)
{
    int next = 0;

    assert_in_range(row->weight, 0, 1000);
    for (int i = 0; i < compared.count; i++) {
        assert_in_range(row->cells[i].group + 1, 0, next + 1);
        next += row->cells[i].group == next;
        assert_true(row->cells[i].text[0]);
    }
    assert_int_equal(next, row->groups);
    assert_int_equal(row->words[0] != 0, row->groups > 1);
    assert_int_equal(row->brief[0] != 0, row->groups > 1);
    assert_true(row->name[0]);
}

static bool is_section_new(int row)
{
    for (int i = 0; i < row; i++)
        if (compared.rows[i].section == compared.rows[row].section)
            return false;
    return true;
}

static void check_order(void)
{
    for (int i = 1; i < compared.row_count; i++) {
        const struct compare_row *before = &compared.rows[i - 1],
                                 *row = &compared.rows[i];

        if (before->section != row->section) {
            assert_true(is_section_new(i));
            continue;
        }
        assert_true(before->groups > 1 || row->groups < 2);
        if ((before->groups > 1) == (row->groups > 1))
            assert_true(before->weight >= row->weight);
    }
}

void compared_check(void)
{
    int differing = 0;

    for (int i = 0; i < compared.row_count; i++) {
        check_row(&compared.rows[i]);
        differing += compared.rows[i].groups > 1;
    }
    assert_int_equal(compared.differing, differing);
    check_order();
    for (int i = 0; i < compared.count; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(compared.labels[i].name, compared.labels[j].name);
}
