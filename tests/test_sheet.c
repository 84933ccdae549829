// SPDX-License-Identifier: MIT

#include "invented.h"
#include "log.h"
#include "personality.h"
#include "png.h"
#include "sheet.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/fpstripe-sheet-XXXXXX";
static char path[128];

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

static const uint8_t *pixel(const struct png_picture *sheet, int x, int y)
{
    return sheet->bytes + 3 * ((size_t) y * (size_t) sheet->width + (size_t) x);
}

static bool is_dark(const struct png_picture *sheet, int x, int y)
{
    return pixel(sheet, x, y)[1] < 128;
}

// Dark pixels of the columns [left, right) and rows [top, bottom).
static long dark(const struct png_picture *sheet, int left, int top, int right,
                 int bottom)
{
    long count = 0;

    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            count += is_dark(sheet, x, y);
    return count;
}

// The margin is free: nothing ran out of the page.
static void check_page(const struct png_picture *sheet)
{
    const int width = SHEET_WIDTH, height = SHEET_HEIGHT, margin = 20;

    assert_int_equal(sheet->width, width);
    assert_int_equal(sheet->height, height);
    assert_int_equal(sheet->channels, 3);
    assert_true(dark(sheet, margin, margin, width - margin, 180) > 3000);
    assert_int_equal(dark(sheet, 0, 0, width, margin), 0);
    assert_int_equal(dark(sheet, 0, height - margin, width, height), 0);
    assert_int_equal(dark(sheet, 0, 0, margin, height), 0);
    assert_int_equal(dark(sheet, width - margin, 0, width, height), 0);
}

static struct png_picture sheet_of(const struct report *report,
                                   const struct sheet_pictures *pictures)
{
    struct png_picture sheet;

    snprintf(path, sizeof path, "%s/sheet.png", folder);
    assert_true(sheet_draw(path, report, pictures));
    assert_true(png_read(path, &sheet));
    check_page(&sheet);
    return sheet;
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
            assert_true(dark(&sheet, 74, 220, 586, 740) > 20000);
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
                assert_int_equal(pixel(&sheet, 74 + x, 218 + y)[0],
                                 drawn.got[512 * y + x]);
        int left = SHEET_WIDTH - 44 - 512;
        assert_true(is_dark(&sheet, left + 7, 218 + 5));
        assert_false(is_dark(&sheet, left + 8, 218 + 5));
        png_finish(&sheet);
        release(&drawn);
        report_finish(&report);
    }
}

static long blue(const struct png_picture *sheet, int left, int right, int y)
{
    long count = 0;

    for (int x = left; x < right; x++) {
        const uint8_t *at = pixel(sheet, x, y);
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
                orange += pixel(&sheet, x, y)[0] > pixel(&sheet, x, y)[2] + 60;
        assert_int_equal(orange > 0, claimed == 11);
        png_finish(&sheet);
        report_finish(&report);
    }
}

static struct png_picture personality_of(const struct report *report)
{
    struct png_picture sheet;

    snprintf(path, sizeof path, "%s/sheet.png", folder);
    assert_true(sheet_draw_personality(path, report));
    assert_true(png_read(path, &sheet));
    check_page(&sheet);
    return sheet;
}

// Pixels of the warm ground on which stands what departs.
static long warm(const struct png_picture *sheet, int left, int top, int right,
                 int bottom)
{
    long count = 0;

    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            count += pixel(sheet, x, y)[0] > pixel(sheet, x, y)[2] + 40;
    return count;
}

// The second page of every report stays inside its margins, and the same twice.
static void test_personalities(void **state)
{
    (void) state;
    for (int how = -1; how <= PERSONALITY_CROWDED; how++)
        for (int which = 0; which < INVENTED_CASES; which++) {
            struct report report = invented_report((enum invented_case) which);
            if (how >= 0)
                personality_add(&report, (enum personality) how);
            report_conclude(&report);
            struct png_picture sheet = personality_of(&report);
            struct png_picture again = personality_of(&report);
            assert_memory_equal(sheet.bytes, again.bytes,
                                3 * (size_t) SHEET_WIDTH * SHEET_HEIGHT);
            png_finish(&again);
            png_finish(&sheet);
            report_finish(&report);
        }
}

// What departs is seen where it stands: in the matrix, in the compiler's grids, in the
// columns of topics; and nowhere if nothing does.
static void test_departs(void **state)
{
    static const int boxes[][5] = {
        { 200, 260, 820, 670, 30000 }, // operations
        { 1000, 230, 1260, 400, 500 }, // error-free transforms
        { 1000, 450, 1260, 640, 500 }, // contraction
        { 1420, 230, 1676, 480, 500 }, // folding
        { 44, 710, 360, 1060, 20 },    // subnormals
        { 370, 710, 690, 1060, 20 },   // specials
        { 700, 710, 1020, 1060, 20 },  // conversions
        { 1035, 710, 1350, 1060, 20 }, // claims
        { 1370, 710, 1676, 1060, 20 }, // functions
    };

    (void) state;
    for (int how = PERSONALITY_SOUND; how <= PERSONALITY_MESA; how++) {
        struct report report = invented_report(INVENTED_RNE);
        personality_add(&report, (enum personality) how);
        report_conclude(&report);
        struct png_picture sheet = personality_of(&report);
        for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
            long seen = warm(&sheet, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
            if (how == PERSONALITY_MESA ? seen < boxes[i][4] : seen > 20)
                fail_msg("part %zu: %ld warm pixels", i, seen);
        }
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
    assert_false(sheet_draw_personality("/nonexistent/personality.png", &report));
    log_hold(false);
    report_finish(&report);
}

static int make_folder(void **state)
{
    (void) state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void) state;
    snprintf(path, sizeof path, "%s/sheet.png", folder);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),         cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_pixels),        cmocka_unit_test(test_plots),
        cmocka_unit_test(test_claims),        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_personalities), cmocka_unit_test(test_departs),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
