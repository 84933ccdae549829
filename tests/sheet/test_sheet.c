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
    struct sheet_pictures pictures;
    struct png_picture sheet;
};

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
    const struct sheet_pages pages = { .paths = { [SHEET_PAGE_VERDICT] = page_path },
                                       .report = &drawn->report,
                                       .pictures = drawn->pictures };
    bool done[SHEET_PAGES];

    sheet_draw(&pages, done);
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

static long blue(const struct png_picture *sheet, int left, int right, int y)
{
    long count = 0;

    for (int x = left; x < right; x++) {
        const uint8_t *at = page_pixel(sheet, x, y);
        count += at[2] > at[0] + 60;
    }
    return count;
}

// The plot stands under the picture and runs as it does: the orca's top stripe is a half
// on the left, 0 on the right.
TEST(test_plots)
{
    const int left = 74, middle = 74 + 256, right = 74 + 512, half = 868, zero = 925;
    struct drawn_sheet drawn =
        draw(INVENTED_RTZ, (struct shown_stripes){ 512, 26, 20, 23, true });

    put_on_sheet(&drawn);
    assert_true(blue(&drawn.sheet, left, middle, half) > 250);
    assert_int_equal(blue(&drawn.sheet, middle + 2, right, half), 0);
    assert_true(blue(&drawn.sheet, middle, right, zero) > 250);
    assert_int_equal(blue(&drawn.sheet, left, middle - 2, zero), 0);
    release(&drawn);
}

// Orange is for a device that has fewer bits than it claims.
TEST(test_claims)
{
    for (int claimed = 9; claimed <= 11; claimed++) {
        struct drawn_sheet drawn = { .report = invented_report(INVENTED_HALF) };
        drawn.report.device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision = claimed;
        put_on_sheet(&drawn);
        long orange = 0;
        for (int y = 784; y < 960; y++)
            for (int x = 784; x < 1200; x++)
                orange += page_pixel(&drawn.sheet, x, y)[0] >
                          page_pixel(&drawn.sheet, x, y)[2] + 60;
        assert_int_equal(orange > 0, claimed == 11);
        release(&drawn);
    }
}
