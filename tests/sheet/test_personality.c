// SPDX-License-Identifier: MIT
//
// The second page, with the hole around zero and without.

#include "base/deviation.h"
#include "sheet/sheet.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sheet_personality",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

// The left edges of the two pictures of the hole.
#define GOT_LEFT  88
#define KEPT_LEFT 364

static struct png_picture personality_with(const struct report *report,
                                           const struct sheet_hole *hole)
{
    struct sheet_pages pages = { .report = report, .hole = *hole };
    bool done[SHEET_PAGES];

    snprintf(pages.paths[SHEET_PAGE_PERSONALITY], PATH_MAX, "%s", page_path);
    sheet_start(&pages);
    sheet_end(&pages, done);
    assert_true(done[SHEET_PAGE_PERSONALITY]);
    return page_read();
}

static struct png_picture personality_of(const struct report *report)
{
    const struct sheet_hole none = { 0 };

    return personality_with(report, &none);
}

// Returns the number of pixels of the warm background of deviations from GLSL, or of
// the blue bars beside other deviations.
static long coloured(const struct png_picture *sheet, const int box[4], bool blue)
{
    long count = 0;

    for (int y = box[1]; y < (box[3] ? box[3] : sheet->height); y++)
        for (int x = box[0]; x < box[2]; x++) {
            int red_over_blue = page_pixel(sheet, x, y)[0] - page_pixel(sheet, x, y)[2];

            count += blue ? red_over_blue < -60 : red_over_blue > 40;
        }
    return count;
}

// The second page of the reports whose strings or results are unusual stays inside its
// margins.
TEST(test_personalities)
{
    static const enum invented_case some[] = { INVENTED_EMPTY, INVENTED_LONG,
                                               INVENTED_BAD_UTF8 };

    for (int how = -1; how <= PERSONALITY_CROWDED; how++)
        for (int i = 0; i < (int) COUNT_OF(some); i++) {
            struct report report =
                how < 0 ? invented_report(some[i])
                        : personality_report(some[i], (enum personality) how);
            struct png_picture sheet = personality_of(&report);

            png_finish(&sheet);
            report_finish(&report);
        }
}

// The fullest page is the same when it is drawn twice.
TEST(test_twice)
{
    struct report report = personality_report(INVENTED_LONG, PERSONALITY_CROWDED);
    struct png_picture once = personality_of(&report), again = personality_of(&report);

    assert_memory_equal(once.bytes, again.bytes,
                        3 * (size_t) SHEET_WIDTH * (size_t) once.height);
    png_finish(&again);
    png_finish(&once);
    report_finish(&report);
}

// Operations, what the compiler did, and the other topics, down to the end of the page.
static const struct {
    int box[4];
    bool compiler;
} parts[] = {
    { { 44, 220, 650, 420 }, false },
    { { 680, 230, 1676, 600 }, true },
    { { 44, 720, 1676, 0 }, false },
};
#define LEAST 300 // pixels

// Draws a report whose deviations are all from one specification, except claims, which
// are the API's.
static struct png_picture deviating_from(enum deviation from)
{
    struct report report =
        personality_report(INVENTED_RNE, from ? PERSONALITY_MESA : PERSONALITY_SOUND);

    for (int i = 0; i < report.count; i++)
        for (int j = 0; j < report.results[i].finding_count; j++)
            if (report.results[i].findings[j].deviates)
                report.results[i].findings[j].from = from;
    struct png_picture sheet = personality_of(&report);

    report_finish(&report);
    return sheet;
}

// An expression that deviates is marked: among the operations, in the compiler's grids,
// and in the topics. Deviations from GLSL have another colour than others. Without
// deviations, there are no marks.
TEST(test_deviates)
{
    for (enum deviation from = 0; from < DEVIATION_COUNT; from++) {
        struct png_picture sheet = deviating_from(from);

        for (int i = 0; i < (int) COUNT_OF(parts); i++) {
            const bool glsl = from == DEVIATION_GLSL || parts[i].compiler;
            const long warm = coloured(&sheet, parts[i].box, false),
                       blue = coloured(&sheet, parts[i].box, true);

            if (from && (glsl ? warm : blue) < LEAST)
                fail_msg("%s, part %d: %ld warm, %ld blue", deviation_name(from), i, warm,
                         blue);
            if (!from && !parts[i].compiler && warm + blue > 20)
                fail_msg("%s, part %d: %ld warm, %ld blue", deviation_name(from), i, warm,
                         blue);
        }
        png_finish(&sheet);
    }
}

static bool same_pages(const struct png_picture *a, const struct png_picture *b)
{
    return a->height == b->height &&
           !memcmp(a->bytes, b->bytes, 3 * (size_t) SHEET_WIDTH * (size_t) a->height);
}

// ---- the hole ----

#define COLUMNS 64
#define BANDS   27

static bool is_red(const struct png_picture *page, int x, int y)
{
    const uint8_t *pixel = page_pixel(page, x, y);

    return pixel[0] > 180 && pixel[1] < 40 && pixel[2] < 40;
}

static long red(const struct png_picture *page)
{
    long count = 0;

    for (int y = 0; y < page->height; y++)
        for (int x = 0; x < SHEET_WIDTH; x++)
            count += is_red(page, x, y);
    return count;
}

static struct sheet_hole hole_of(const struct result *result, int columns, int bands,
                                 const double *values)
{
    return (struct sheet_hole){ .result = result,
                                .columns = columns,
                                .bands = bands,
                                .emin = -126,
                                .got = values,
                                .kept = values + columns * bands };
}

static struct result flushing(void)
{
    struct result result = { .verdict = verdict_unknown(STATUS_OK) };

    result.verdict.subnormals = SUBNORMALS_FLUSHED;
    return result;
}

// Returns the grey of a cell of the first picture; -1 if it is red.
static int cell(const struct png_picture *page, int top, int band, int column)
{
    int x = GOT_LEFT + 4 * column, y = top + 5 * (BANDS - 1 - band);
    const uint8_t *first = page_pixel(page, x, y);

    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 4; i++)
            assert_memory_equal(page_pixel(page, x + i, y + j), first, 3);
    if (is_red(page, x, y))
        return -1;
    assert_int_equal(first[0], first[1]);
    assert_int_equal(first[0], first[2]);
    return first[0];
}

// Each cell is at its place: red where it is 0, else its grey, black where it is no
// number, and white where it is more than 1. The other picture is at the same height.
TEST(test_hole)
{
    static const double special[] = { 0, -0.0, NAN, 2, 1, -1, 0x1p-20 };
    static const int want[] = { -1, -1, 0, 255, 255, 0, 0 };
    static double values[2 * BANDS * COLUMNS];
    static uint8_t kept[BANDS * 5 * COLUMNS * 4];
    struct report report = invented_report(INVENTED_RNE);
    struct result result = flushing();
    struct sheet_hole hole = hole_of(&result, COLUMNS, BANDS, values);

    for (int i = 0; i < 2 * BANDS * COLUMNS; i++)
        values[i] = i % 11 < 7 && i < BANDS * COLUMNS ? special[i % 11]
                                                      : (i * 37 % 255 + 1) / 255.0;
    for (int i = 0; i < BANDS * 5 * COLUMNS * 4; i++) {
        const int band = BANDS - 1 - i / (4 * COLUMNS) / 5,
                  column = i % (4 * COLUMNS) / 4;

        kept[i] = (uint8_t) (255 * hole.kept[band * COLUMNS + column] + 0.5);
    }
    struct png_picture page = personality_with(&report, &hole);
    const int top = page_top_of(
        &page, (struct page_greys){ 4 * COLUMNS, 5 * BANDS, kept }, KEPT_LEFT);

    for (int i = 0; i < BANDS * COLUMNS; i++) {
        const int grey = cell(&page, top, i / COLUMNS, i % COLUMNS);
        const int wanted = i % 11 < 7 ? want[i % 11] : i * 37 % 255 + 1;

        assert_in_range(grey + 2, wanted + 1, wanted + 3);
        assert_int_equal(grey < 0, values[i] == 0);
    }
    png_finish(&page);
    report_finish(&report);
}

// Every size that there may be is drawn, and no red is where there is no hole.
TEST(test_hole_sizes)
{
    static const int sizes[][2] = { { 1, 1 }, { 2, 7 }, { 64, 56 }, { 128, 128 } };
    static double values[2 * 128 * 128];
    struct report report = invented_report(INVENTED_RNE);
    struct result result = flushing();
    struct png_picture without = personality_of(&report);

    assert_int_equal(red(&without), 0);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct sheet_hole hole = hole_of(&result, sizes[i][0], sizes[i][1], values);
        struct png_picture page = personality_with(&report, &hole);

        assert_in_range(red(&page), 2 * 100 * 100, 2 * 256 * 135 + 200);
        png_finish(&page);
    }
    png_finish(&without);
    report_finish(&report);
}

// The text about the hole differs between devices.
TEST(test_hole_says)
{
    static double values[2 * BANDS * COLUMNS];
    struct result results[6] = { flushing(), flushing(), flushing(),
                                 flushing(), flushing(), flushing() };
    struct report report = invented_report(INVENTED_EMPTY);
    struct png_picture pages[6];

    for (int i = 2; i < 5; i++)
        results[i].verdict.subnormals = SUBNORMALS_KEPT;
    results[2].verdict.survivors = VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNE_NS1);
    results[3].verdict.survivors = VERDICT_RULE(FP_RTZ) | VERDICT_RULE(FP_RDN);
    results[4].verdict.survivors = VERDICT_RULE(FP_RNA);
    results[5].verdict.status = STATUS_IMPOSSIBLE;
    memset(results[5].verdict.reason, 'm', sizeof results[5].verdict.reason - 1);
    for (int i = 0; i < 6; i++) {
        struct sheet_hole hole = hole_of(&results[i], COLUMNS, BANDS, values);

        hole.emin = i == 1 ? -14 : -126;
        pages[i] = personality_with(&report, &hole);
        for (int j = 0; j < i; j++)
            assert_false(same_pages(&pages[i], &pages[j]));
    }
    // The rule by which only sums can round adds no doubt.
    results[0] = results[2];
    results[0].verdict.survivors = VERDICT_RULE(FP_RNE);
    struct sheet_hole hole = hole_of(&results[0], COLUMNS, BANDS, values);
    struct png_picture page = personality_with(&report, &hole);

    assert_true(same_pages(&page, &pages[2]));
    png_finish(&page);
    for (int i = 0; i < 6; i++)
        png_finish(&pages[i]);
    report_finish(&report);
}
