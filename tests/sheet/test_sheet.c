// SPDX-License-Identifier: MIT

#include "base/png/png.h"
#include "sheet/sheet.h"
#include "tests/report/invented.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"
#include "tests/sheet/shown.h"

#include <math.h>
#include <stdlib.h>

static struct group this_group = { .name = "sheet",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

// A report, and what a picture of it holds.
struct drawn_sheet {
    struct report report;
    double *values;
    uint8_t *got, *want, *differs;
    struct sheet_pictures pictures, box_2;
    struct png_picture sheet;
};

// The pictures of box 2 have this size.
#define BOX_COLUMNS 512
#define BOX_BANDS   26
#define BOX_ROWS    10

// Fills a picture of (2^B + x) - 2^B with 23 fraction bits.
static void fill_box_2(struct sheet_pictures *box_2, struct result *result, bool chops)
{
    static double values[BOX_BANDS * BOX_COLUMNS];
    static uint8_t grey[BOX_BANDS * BOX_ROWS * BOX_COLUMNS];

    for (int i = 0; i < BOX_BANDS * BOX_COLUMNS; i++) {
        const double quantum = ldexp(1, i / BOX_COLUMNS - 23);
        const double x = (1 - (i % BOX_COLUMNS + 0.5) / BOX_COLUMNS) / quantum;

        values[i] = (chops ? floor(x) : nearbyint(x)) * quantum;
    }
    for (int i = 0; i < BOX_BANDS * BOX_ROWS * BOX_COLUMNS; i++) {
        const int band = BOX_BANDS - 1 - i / BOX_COLUMNS / BOX_ROWS;

        grey[i] = (uint8_t) (255 * values[band * BOX_COLUMNS + i % BOX_COLUMNS]);
    }
    result->verdict.fraction_bits = 23;
    *box_2 = (struct sheet_pictures){ .result = result,
                                      .width = BOX_COLUMNS,
                                      .height = BOX_BANDS * BOX_ROWS,
                                      .bands = BOX_BANDS,
                                      .got = grey,
                                      .values = values };
}

static struct drawn_sheet draw(enum invented_case which, struct shown_stripes stripes)
{
    const int width = stripes.width, bands = stripes.bands, rows = stripes.rows;
    struct drawn_sheet drawn = { .report = invented_report(which) };
    size_t cells = (size_t) width * (size_t) bands, pixels = cells * (size_t) rows;

    drawn.values = calloc(cells, sizeof *drawn.values);
    drawn.got = calloc(3, pixels);
    assert_non_null(drawn.values);
    assert_non_null(drawn.got);
    drawn.want = drawn.got + pixels;
    drawn.differs = drawn.want + pixels;
    for (size_t i = 0; i < cells; i++) {
        double x = 1 - ((double) (i % (size_t) width) + 0.5) / width;
        drawn.values[i] = shown_value(&stripes, (int) (i / (size_t) width), x);
    }
    for (size_t i = 0; i < pixels; i++) {
        size_t row = i / (size_t) width, band = (size_t) bands - 1 - row / (size_t) rows;
        double value = drawn.values[band * (size_t) width + i % (size_t) width];
        drawn.got[i] = row % (size_t) rows ? (uint8_t) (255 * value) : 0;
        drawn.want[i] = drawn.got[i];
    }
    if (drawn.report.count > 1)
        drawn.pictures = (struct sheet_pictures){ .result = &drawn.report.results[1],
                                                  .formula = "fract(2^B + x)",
                                                  .width = width,
                                                  .height = bands * rows,
                                                  .bands = bands,
                                                  .got = drawn.got,
                                                  .want = drawn.want,
                                                  .differs = drawn.differs,
                                                  .values = drawn.values };
    return drawn;
}

static void put_on_sheet(struct drawn_sheet *drawn)
{
    struct sheet_pages pages = { .report = &drawn->report,
                                 .pictures = drawn->pictures,
                                 .box_2 = drawn->box_2 };
    bool done[SHEET_PAGES];

    snprintf(pages.paths[SHEET_PAGE_VERDICT], PATH_MAX, "%s", page_path);
    sheet_start(&pages);
    sheet_end(&pages, done);
    assert_true(done[SHEET_PAGE_VERDICT]);
    assert_false(done[SHEET_PAGE_PERSONALITY]);
    drawn->sheet = page_read();
}

static void release(struct drawn_sheet *drawn)
{
    png_finish(&drawn->sheet);
    report_finish(&drawn->report);
    free(drawn->values);
    free(drawn->got);
}

TEST(test_cases)
{
    for (int which = 0; which < INVENTED_CASES; which++) {
        int bits = which == INVENTED_HALF ? 10 : 23;
        struct drawn_sheet drawn = draw(
            which, (struct shown_stripes){ 512, 26, 20, bits, which == INVENTED_RTZ });
        put_on_sheet(&drawn);
        if (drawn.report.count > 1)
            assert_true(page_dark(&drawn.sheet, 74, 220, 586, 740) > 20000);
        release(&drawn);
    }
}

// Every size of picture that a probe may have stays inside the page.
TEST(test_sizes)
{
    // clang-format off
    static const struct shown_stripes sizes[] = {
        { 16, 26, 1, 10, false }, { 16, 26, 64, 10, false }, { 256, 16, 32, 10, false },
        { 1024, 26, 20, 10, false }, { 2048, 26, 4, 10, false },
        { 2048, 1, 64, 10, false }, { 512, 5, 7, 10, false }, { 1, 1, 1, 10, false },
    };
    // clang-format on

    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct drawn_sheet drawn = draw(INVENTED_DIFFERS, sizes[i]);
        drawn.values[0] = NAN;
        put_on_sheet(&drawn);
        release(&drawn);
    }
}

// The orca is white on the left of its top stripe, the beehive black: the pictures are
// the ones that were given, the right way up and round.
TEST(test_pixels)
{
    for (int chops = 0; chops < 2; chops++) {
        struct drawn_sheet drawn = draw(chops ? INVENTED_RTZ : INVENTED_RNE,
                                        (struct shown_stripes){ 512, 26, 20, 23, chops });
        drawn.differs[5 * 512 + 7] = 1;
        put_on_sheet(&drawn);
        for (int y = 0; y < 520; y++)
            for (int x = 0; x < 512; x++)
                assert_int_equal(page_pixel(&drawn.sheet, 74 + x, 218 + y)[0],
                                 drawn.got[512 * y + x]);
        int left = SHEET_WIDTH - 44 - 512;
        assert_true(page_is_dark(&drawn.sheet, left + 7, 218 + 5));
        assert_false(page_is_dark(&drawn.sheet, left + 8, 218 + 5));
        release(&drawn);
    }
}

// Returns the dark pixels of the columns [left, right) around a row.
static long dark_near(const struct png_picture *sheet, int left, int right, int y)
{
    return page_dark(sheet, left, y - 2, right, y + 3);
}

static bool is_pale(const struct png_picture *sheet, int x, int y, bool blue)
{
    const uint8_t *pixel = page_pixel(sheet, x, y);
    const int more = pixel[2] - pixel[0];

    return blue ? more > 60 : more < -60;
}

// In stripe 23 of box 2, where x is above 1/2, rounding to nearest leaves 1 and
// truncation leaves 0. The device is on the line of its adder, and its stripe 23 is
// marked.
TEST(test_figures)
{
    const int left = 810, right = 868, one = 814, zero = 1072; // of the second panel

    for (int chops = 0; chops < 2; chops++) {
        struct drawn_sheet drawn = draw(chops ? INVENTED_RTZ : INVENTED_RNE,
                                        (struct shown_stripes){ 512, 26, 20, 23, chops });
        struct result result = drawn.report.results[1];
        long orange = 0;

        fill_box_2(&drawn.box_2, &result, chops);
        put_on_sheet(&drawn);
        assert_true(dark_near(&drawn.sheet, left, right, chops ? zero : one) > 50);
        assert_int_equal(dark_near(&drawn.sheet, left, right, chops ? one : zero - 5), 0);
        assert_true(is_pale(&drawn.sheet, left + 20, one + 2, true));
        assert_true(is_pale(&drawn.sheet, left + 20, zero - 3, false));
        for (int y = 828; y < 848; y++)
            for (int x = 70; x < 590; x++)
                orange += page_is_orange(page_pixel(&drawn.sheet, x, y));
        assert_in_range(orange, 1500, 3000);
        release(&drawn);
    }
}

// Orange is for a device that has fewer bits than it claims.
TEST(test_claims)
{
    for (int claimed = 9; claimed <= 11; claimed++) {
        struct drawn_sheet drawn = { .report = invented_report(INVENTED_HALF) };
        drawn.report.device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision = claimed;
        put_on_sheet(&drawn);
        long orange = 0;
        for (int y = 1180; y < drawn.sheet.height; y++)
            for (int x = 44; x < 480; x++)
                orange += page_pixel(&drawn.sheet, x, y)[0] >
                          page_pixel(&drawn.sheet, x, y)[2] + 60;
        assert_int_equal(orange > 0, claimed == 11);
        release(&drawn);
    }
}
