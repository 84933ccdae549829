// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "base/png/png.h"
#include "sheet/sheet.h"
#include "tests/report/invented.h"
#include "tests/sheet/page.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// What a picture holds, by an adder that rounds to nearest even or chops.
struct drawn {
    int width, bands, rows;
    double *values;
    uint8_t *got, *want, *differs;
};

static double stripe(int band, double x, int fraction_bits, bool chops)
{
    double quantum = ldexp(1, band - fraction_bits), sum = (ldexp(1, band) + x) / quantum;

    sum = (chops ? floor(sum) : nearbyint(sum)) * quantum;
    return sum - floor(sum);
}

static struct drawn draw(int width, int bands, int rows, int fraction_bits, bool chops)
{
    struct drawn drawn = { .width = width, .bands = bands, .rows = rows };
    size_t cells = (size_t) width * (size_t) bands, pixels = cells * (size_t) rows;

    drawn.values = calloc(cells, sizeof *drawn.values);
    drawn.got = calloc(3, pixels);
    assert_non_null(drawn.values);
    assert_non_null(drawn.got);
    drawn.want = drawn.got + pixels;
    drawn.differs = drawn.want + pixels;
    for (size_t i = 0; i < cells; i++) {
        double x = 1 - ((double) (i % (size_t) width) + 0.5) / width;
        drawn.values[i] = stripe((int) (i / (size_t) width), x, fraction_bits, chops);
    }
    for (size_t i = 0; i < pixels; i++) {
        size_t row = i / (size_t) width, band = (size_t) bands - 1 - row / (size_t) rows;
        double value = drawn.values[band * (size_t) width + i % (size_t) width];
        drawn.got[i] = row % (size_t) rows ? (uint8_t) (255 * value) : 0;
        drawn.want[i] = drawn.got[i];
    }
    return drawn;
}

static struct sheet_pictures pictures_of(const struct drawn *drawn,
                                         const struct report *report)
{
    return (struct sheet_pictures){ .result = &report->results[1],
                                    .formula = "fract(2^B + x)",
                                    .width = drawn->width,
                                    .height = drawn->bands * drawn->rows,
                                    .bands = drawn->bands,
                                    .got = drawn->got,
                                    .want = drawn->want,
                                    .differs = drawn->differs,
                                    .values = drawn->values };
}

static void release(struct drawn *drawn)
{
    free(drawn->values);
    free(drawn->got);
}

static struct png_picture sheet_of(const struct report *report,
                                   const struct sheet_pictures *pictures)
{
    assert_true(sheet_draw(page_path, report, pictures));
    return page_read();
}

static void test_cases(void **state)
{
    (void) state;
    for (int which = 0; which < INVENTED_CASES; which++) {
        struct report report = invented_report(which);
        int bits = report.headline.fraction_bits > 0 ? report.headline.fraction_bits : 23;
        struct drawn drawn = draw(512, 26, 20, bits, which == INVENTED_RTZ);
        struct sheet_pictures pictures = { 0 };
        if (report.count > 1)
            pictures = pictures_of(&drawn, &report);
        struct png_picture sheet = sheet_of(&report, &pictures);
        if (report.count > 1)
            assert_true(page_dark(&sheet, 74, 220, 586, 740) > 20000);
        png_finish(&sheet);
        release(&drawn);
        report_finish(&report);
    }
}

// Every size of picture that a probe may have stays inside the page.
static void test_sizes(void **state)
{
    // clang-format off
    static const int sizes[][3] = {
        { 16, 26, 1 }, { 16, 26, 64 }, { 256, 16, 32 }, { 1024, 26, 20 },
        { 2048, 26, 4 }, { 2048, 1, 64 }, { 512, 5, 7 }, { 1, 1, 1 },
    };
    // clang-format on

    (void) state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct report report = invented_report(INVENTED_DIFFERS);
        struct drawn drawn = draw(sizes[i][0], sizes[i][1], sizes[i][2], 10, false);
        struct sheet_pictures pictures = pictures_of(&drawn, &report);
        drawn.values[0] = NAN;
        struct png_picture sheet = sheet_of(&report, &pictures);
        png_finish(&sheet);
        release(&drawn);
        report_finish(&report);
    }
}

// The orca is white on the left of its top stripe, the beehive black: the pictures are
// the ones that were given, the right way up and round.
static void test_pixels(void **state)
{
    (void) state;
    for (int chops = 0; chops < 2; chops++) {
        struct report report = invented_report(chops ? INVENTED_RTZ : INVENTED_RNE);
        struct drawn drawn = draw(512, 26, 20, 23, chops);
        drawn.differs[5 * 512 + 7] = 1;
        struct sheet_pictures pictures = pictures_of(&drawn, &report);
        struct png_picture sheet = sheet_of(&report, &pictures);
        for (int y = 0; y < 520; y++)
            for (int x = 0; x < 512; x++)
                assert_int_equal(page_pixel(&sheet, 74 + x, 218 + y)[0],
                                 drawn.got[512 * y + x]);
        int left = SHEET_WIDTH - 44 - 512;
        assert_true(page_is_dark(&sheet, left + 7, 218 + 5));
        assert_false(page_is_dark(&sheet, left + 8, 218 + 5));
        png_finish(&sheet);
        release(&drawn);
        report_finish(&report);
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
static void test_plots(void **state)
{
    const int left = 74, middle = 74 + 256, right = 74 + 512, half = 868, zero = 925;
    struct report report = invented_report(INVENTED_RTZ);
    struct drawn drawn = draw(512, 26, 20, 23, true);
    struct sheet_pictures pictures = pictures_of(&drawn, &report);
    struct png_picture sheet = sheet_of(&report, &pictures);

    (void) state;
    assert_true(blue(&sheet, left, middle, half) > 250);
    assert_int_equal(blue(&sheet, middle + 2, right, half), 0);
    assert_true(blue(&sheet, middle, right, zero) > 250);
    assert_int_equal(blue(&sheet, left, middle - 2, zero), 0);
    png_finish(&sheet);
    release(&drawn);
    report_finish(&report);
}

// Orange is for a device that has fewer bits than it claims.
static void test_claims(void **state)
{
    struct sheet_pictures none = { 0 };

    (void) state;
    for (int claimed = 9; claimed <= 11; claimed++) {
        struct report report = invented_report(INVENTED_HALF);
        report.device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision = claimed;
        struct png_picture sheet = sheet_of(&report, &none);
        long orange = 0;
        for (int y = 784; y < 960; y++)
            for (int x = 784; x < 1200; x++)
                orange += page_pixel(&sheet, x, y)[0] > page_pixel(&sheet, x, y)[2] + 60;
        assert_int_equal(orange > 0, claimed == 11);
        png_finish(&sheet);
        report_finish(&report);
    }
}

static void test_unwritable(void **state)
{
    struct report report = invented_report(INVENTED_RNE);
    struct sheet_pictures none = { 0 };

    (void) state;
    log_hold(true);
    assert_false(sheet_draw("/nonexistent/sheet.png", &report, &none));
    assert_non_null(strstr(log_last_error(), "No such file or directory"));
    log_hold(false);
    report_finish(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),  cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_pixels), cmocka_unit_test(test_plots),
        cmocka_unit_test(test_claims), cmocka_unit_test(test_unwritable),
    };

    return cmocka_run_group_tests(tests, page_make_folder, page_remove_folder);
}
