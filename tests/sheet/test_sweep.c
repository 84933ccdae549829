// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "sheet/sheet.h"
#include "tests/sheet/page.h"
#include "tests/sweep/swept.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// The panel of errors, in the page.
#define LEFT   114
#define RIGHT  1556
#define TOP    202
#define BOTTOM 588

static char svg_path[160];

static void draw(enum swept_shape shape, const char *png, const char *svg)
{
    struct sweep sweep = swept_make(shape);
    struct figures figures;

    assert_true(figures_make(&sweep, &figures));
    assert_true(sheet_draw_sweep(png, svg, &sweep, &figures));
    free(sweep.chunks);
}

// Fails unless it is a page with free margins.
static struct png_picture page_of(enum swept_shape shape)
{
    const int width = SHEET_SWEEP_WIDTH, height = SHEET_SWEEP_HEIGHT, margin = 20;
    struct png_picture page;

    draw(shape, page_path, NULL);
    assert_true(png_read(page_path, &page));
    assert_int_equal(page.width, width);
    assert_int_equal(page.height, height);
    assert_int_equal(page_dark(&page, 0, 0, width, margin), 0);
    assert_int_equal(page_dark(&page, 0, height - margin, width, height), 0);
    assert_int_equal(page_dark(&page, 0, 0, margin, height), 0);
    assert_int_equal(page_dark(&page, width - margin, 0, width, height), 0);
    return page;
}

static bool is_blue(const struct png_picture *page, int x, int y)
{
    const uint8_t *pixel = page_pixel(page, x, y);

    return pixel[2] > 120 && pixel[0] < 60;
}

// Blue pixels of columns [left, right) in the panel, above or below zero.
static long blue(const struct png_picture *page, int left, int right, bool above)
{
    int middle = (TOP + BOTTOM) / 2;
    long count = 0;

    for (int y = above ? TOP : middle + 3; y < (above ? middle - 2 : BOTTOM); y++)
        for (int x = left; x < right; x++)
            count += is_blue(page, x, y);
    return count;
}

static void test_shapes(void **state)
{
    (void) state;
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct png_picture page = page_of(shape);
        assert_true(page_dark(&page, 44, 30, 700, 150) > 1000);
        assert_true(page_dark(&page, 44, 940, 1556, 980) > 500);
        long inked = blue(&page, LEFT, RIGHT, true) + blue(&page, LEFT, RIGHT, false);
        if (shape == SWEPT_NOTHING || shape == SWEPT_EXACT)
            assert_true(inked < 10);
        else
            assert_true(inked > 200);
        png_finish(&page);
    }
}

// Where the errors lie: log2 is too small below 1 and too large above, and has no results
// left of zero; both signs of tanh are alike.
static void test_places(void **state)
{
    struct png_picture page = page_of(SWEPT_DEPARTS);
    int middle = (LEFT + RIGHT) / 2, one = middle + (RIGHT - middle) * 127 / 256;

    (void) state;
    assert_int_equal(blue(&page, LEFT, middle - 2, true), 0);
    assert_int_equal(blue(&page, LEFT, middle - 2, false), 0);
    assert_int_equal(blue(&page, middle + 2, one - 8, true), 0);
    assert_true(blue(&page, middle + 2, one - 8, false) > 1000);
    assert_true(blue(&page, one + 8, RIGHT, true) > 1000);
    assert_int_equal(blue(&page, one + 8, RIGHT, false), 0);
    png_finish(&page);

    page = page_of(SWEPT_TANH);
    long left = blue(&page, LEFT, middle, true) + blue(&page, LEFT, middle, false);
    long right = blue(&page, middle, RIGHT, true) + blue(&page, middle, RIGHT, false);
    assert_true(labs(left - right) < left / 50);
    png_finish(&page);
}

// A range that was asked fills the panel: no room for what was not.
static void test_range(void **state)
{
    struct sweep sweep = swept_make(SWEPT_TANH);
    struct figures figures;
    struct png_picture page;

    (void) state;
    assert_true(domain_limit(&sweep.domain, fp_bits(0.25f), fp_bits(0x1.fffffep1f)));
    assert_true(figures_make(&sweep, &figures));
    assert_true(sheet_draw_sweep(page_path, NULL, &sweep, &figures));
    assert_true(png_read(page_path, &page));
    assert_true(blue(&page, LEFT, LEFT + 8, true) + blue(&page, LEFT, LEFT + 8, false) >
                99);
    assert_true(
        blue(&page, RIGHT - 8, RIGHT, true) + blue(&page, RIGHT - 8, RIGHT, false) > 99);
    png_finish(&page);
    free(sweep.chunks);
}

// What is wrong in kind is marked under the axis; what is not done is shaded.
static void test_marks(void **state)
{
    struct png_picture page = page_of(SWEPT_NOTHING);
    const uint8_t *red = page_pixel(&page, (LEFT + RIGHT) / 2 + 40, BOTTOM + 4);

    (void) state;
    assert_true(red[0] > 150 && red[1] < 60);
    png_finish(&page);
    page = page_of(SWEPT_PART);
    long shaded = 0;
    for (int x = LEFT; x < RIGHT; x++)
        shaded += page_pixel(&page, x, TOP + 20)[2] < 215;
    assert_true(shaded > (RIGHT - LEFT) / 2);
    png_finish(&page);
}

static char *file_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);

    assert_non_null(file);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 22) - 1, file);
    fclose(file);
    return text;
}

// The same sweep gives the same bytes; an SVG is whole, and its own text is not cut.
static void test_files(void **state)
{
    (void) state;
    for (int shape = 0; shape < SWEPT_SHAPES; shape += 5) {
        size_t sizes[4];
        char *texts[4];
        for (int i = 0; i < 2; i++) {
            draw(shape, page_path, svg_path);
            texts[2 * i] = file_text(page_path, &sizes[2 * i]);
            texts[2 * i + 1] = file_text(svg_path, &sizes[2 * i + 1]);
        }
        assert_int_equal(sizes[0], sizes[2]);
        assert_int_equal(sizes[1], sizes[3]);
        assert_memory_equal(texts[0], texts[2], sizes[0]);
        assert_memory_equal(texts[1], texts[3], sizes[1]);
        assert_non_null(strstr(texts[1], "viewBox=\"0 0 1600 1000\""));
        assert_string_equal(texts[1] + sizes[1] - 7, "</svg>\n");
        for (int i = 0; i < 4; i++)
            free(texts[i]);
    }
    unlink(svg_path);
}

// A file that cannot be written is an error, once, and nothing is left of it.
static void test_unwritable(void **state)
{
    static const char *const paths[][2] = {
        { "/nowhere/there/is.png", NULL },
        { NULL, "/nowhere/there/is.svg" },
        { NULL, "/dev/full" },
    };
    struct sweep sweep = swept_make(SWEPT_EXACT);
    struct figures figures;

    (void) state;
    assert_true(figures_make(&sweep, &figures));
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        log_hold(true);
        assert_false(sheet_draw_sweep(paths[i][0], paths[i][1], &sweep, &figures));
        log_hold(false);
        assert_non_null(strstr(log_last_error(), paths[i][paths[i][0] == NULL]));
    }
    free(sweep.chunks);
}

static int make_folder(void **state)
{
    int failed = page_make_folder(state);

    snprintf(svg_path, sizeof svg_path, "%s.svg", page_path);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes), cmocka_unit_test(test_places),
        cmocka_unit_test(test_range),  cmocka_unit_test(test_marks),
        cmocka_unit_test(test_files),  cmocka_unit_test(test_unwritable),
    };

    return cmocka_run_group_tests(tests, make_folder, page_remove_folder);
}
