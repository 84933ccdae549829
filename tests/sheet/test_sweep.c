// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/fp_bits.h"
#include "base/log.h"
#include "sheet/sheet.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"
#include "tests/sweep/swept.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The panel of errors, in the page.
#define LEFT   114
#define RIGHT  1556
#define TOP    202
#define BOTTOM 588

static void draw(enum swept_shape shape)
{
    struct sweep sweep = swept_make(shape);
    struct figures figures;

    figures_make(&sweep, &figures);
    assert_true(sheet_draw_sweep(page_path, &sweep, &figures));
    free(sweep.chunks);
}

// Fails unless it is a page with free margins.
static struct png_picture page_of(enum swept_shape shape)
{
    draw(shape);
    return page_read_sized(SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT, SHEET_SWEEP_HEIGHT);
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

// Above and below zero.
static long inked(const struct png_picture *page, int left, int right)
{
    return blue(page, left, right, true) + blue(page, left, right, false);
}

static struct group this_group = { .name = "sheet_sweep",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

TEST(test_shapes)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct png_picture page = page_of(shape);
        assert_true(page_dark(&page, 44, 30, 700, 150) > 1000);
        assert_true(page_dark(&page, 44, 640, 1556, 680) > 500);
        if (shape == SWEPT_NOTHING || shape == SWEPT_EXACT)
            assert_true(inked(&page, LEFT, RIGHT) < 10);
        else
            assert_true(inked(&page, LEFT, RIGHT) > 200);
        png_finish(&page);
    }
}

// Where the errors lie: log2 is too small below 1 and too large above, and has no
// results left of zero; both signs of tanh are alike.
TEST(test_places)
{
    struct png_picture page = page_of(SWEPT_DEPARTS);
    int middle = (LEFT + RIGHT) / 2, one = middle + (RIGHT - middle) * 127 / 256;

    assert_int_equal(blue(&page, LEFT, middle - 2, true), 0);
    assert_int_equal(blue(&page, LEFT, middle - 2, false), 0);
    assert_int_equal(blue(&page, middle + 2, one - 8, true), 0);
    assert_true(blue(&page, middle + 2, one - 8, false) > 1000);
    assert_true(blue(&page, one + 8, RIGHT, true) > 1000);
    assert_int_equal(blue(&page, one + 8, RIGHT, false), 0);
    png_finish(&page);

    page = page_of(SWEPT_TANH);
    long left = inked(&page, LEFT, middle);
    assert_true(labs(left - inked(&page, middle, RIGHT)) < left / 50);
    png_finish(&page);
}

// A sweep of a range fills the panel, without room for other inputs.
TEST(test_range)
{
    struct sweep sweep = swept_make(SWEPT_TANH);
    struct figures figures;
    struct png_picture page;

    assert_true(domain_limit(&sweep.domain, fp_bits(0.25f), fp_bits(0x1.fffffep1f)));
    figures_make(&sweep, &figures);
    assert_true(sheet_draw_sweep(page_path, &sweep, &figures));
    assert_true(png_read(page_path, &page));
    assert_true(inked(&page, LEFT, LEFT + 8) > 99);
    assert_true(inked(&page, RIGHT - 8, RIGHT) > 99);
    png_finish(&page);
    free(sweep.chunks);
}

// Results that are wrong in kind are marked under the axis; chunks that are not done
// are shaded.
TEST(test_marks)
{
    struct png_picture page = page_of(SWEPT_NOTHING);
    const uint8_t *red = page_pixel(&page, (LEFT + RIGHT) / 2 + 40, BOTTOM + 4);

    assert_true(red[0] > 150 && red[1] < 60);
    png_finish(&page);
    page = page_of(SWEPT_PART);
    long shaded = 0;
    for (int x = LEFT; x < RIGHT; x++)
        shaded += page_pixel(&page, x, TOP + 20)[2] < 215;
    assert_true(shaded > (RIGHT - LEFT) / 2);
    png_finish(&page);
}

// The same sweep gives the same bytes.
TEST(test_files)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape += 5) {
        size_t sizes[2];
        char *texts[2];

        for (int i = 0; i < 2; i++) {
            draw(shape);
            texts[i] = file_read(page_path, 1 << 22, &sizes[i]);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(texts[0], texts[1], sizes[0]);
        free(texts[0]);
        free(texts[1]);
    }
}

// A file that cannot be written is an error, and nothing is left of it.
TEST(test_unwritable)
{
    static const char path[] = "/nowhere/there/is.png";
    struct sweep sweep = swept_make(SWEPT_EXACT);
    struct figures figures;

    figures_make(&sweep, &figures);
    log_hold(true);
    assert_false(sheet_draw_sweep(path, &sweep, &figures));
    log_hold(false);
    assert_non_null(strstr(log_last_error(), path));
    free(sweep.chunks);
}
