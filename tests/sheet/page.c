// SPDX-License-Identifier: MIT

#include "tests/sheet/page.h"

#include "sheet/sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/fpstripe-sheet-XXXXXX";
char page_path[128];

static const int margin = 20;

int page_make_folder(void **state)
{
    if (!mkdtemp(folder))
        return -1;
    snprintf(page_path, sizeof page_path, "%s/sheet.png", folder);
    return 0;
}

int page_remove_folder(void **state)
{
    unlink(page_path);
    return rmdir(folder);
}

const uint8_t *page_pixel(const struct png_picture *page, int x, int y)
{
    return page->bytes + 3 * ((size_t) y * (size_t) page->width + (size_t) x);
}

bool page_is_dark(const struct png_picture *page, int x, int y)
{
    return page_pixel(page, x, y)[1] < 128;
}

long page_dark(const struct png_picture *page, int left, int top, int right, int bottom)
{
    long count = 0;

    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            count += page_is_dark(page, x, y);
    return count;
}

static void check_margins(const struct png_picture *page)
{
    const int width = page->width, height = page->height;

    assert_int_equal(page->channels, 3);
    assert_true(page_dark(page, margin, margin, width - margin, 180) > 1000);
    assert_int_equal(page_dark(page, 0, 0, width, margin), 0);
    assert_int_equal(page_dark(page, 0, height - margin, width, height), 0);
    assert_int_equal(page_dark(page, 0, 0, margin, height), 0);
    assert_int_equal(page_dark(page, width - margin, 0, width, height), 0);
}

struct png_picture page_read_sized(int width, int least, int most)
{
    struct png_picture page;

    assert_true(png_read(page_path, &page));
    assert_int_equal(page.width, width);
    assert_in_range(page.height, least, most);
    check_margins(&page);
    return page;
}

struct png_picture page_read(void)
{
    struct png_picture page = page_read_high();

    assert_true(page_dark(&page, margin, margin, SHEET_WIDTH - margin, 180) > 3000);
    return page;
}

struct png_picture page_read_high(void)
{
    return page_read_sized(SHEET_WIDTH, 200, 12000);
}

bool page_shows(const struct png_picture *page, struct page_greys greys, int x, int y)
{
    for (int row = 0; row < greys.height; row++)
        for (int column = 0; column < greys.width; column++) {
            const uint8_t *pixel = page_pixel(page, x + column, y + row);
            int want = greys.bytes[row * greys.width + column];
            if (pixel[0] != want || pixel[1] != want || pixel[2] != want)
                return false;
        }
    return true;
}

int page_top_of(const struct png_picture *page, struct page_greys greys, int x)
{
    for (int y = 0; y + greys.height < page->height; y++)
        if (page_shows(page, greys, x, y))
            return y;
    fail_msg("the picture is not at column %d", x);
    return 0;
}

bool page_is_red(const uint8_t *pixel)
{
    return pixel[0] > 140 && pixel[1] < 40 && pixel[2] < 60;
}

bool page_is_blue(const uint8_t *pixel)
{
    return pixel[0] < 60 && pixel[1] < 110 && pixel[2] > 130;
}

bool page_is_orange(const uint8_t *pixel)
{
    return pixel[0] > 180 && pixel[1] > 60 && pixel[1] < 120 && pixel[2] < 40;
}
