// SPDX-License-Identifier: MIT

#include "page.h"

#include "sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/fpstripe-sheet-XXXXXX";
char page_path[128];

int page_make_folder(void **state)
{
    (void) state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(page_path, sizeof page_path, "%s/sheet.png", folder);
    return 0;
}

int page_remove_folder(void **state)
{
    (void) state;
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

struct png_picture page_read(void)
{
    const int width = SHEET_WIDTH, height = SHEET_HEIGHT, margin = 20;
    struct png_picture page;

    assert_true(png_read(page_path, &page));
    assert_int_equal(page.width, width);
    assert_int_equal(page.height, height);
    assert_int_equal(page.channels, 3);
    assert_true(page_dark(&page, margin, margin, width - margin, 180) > 3000);
    assert_int_equal(page_dark(&page, 0, 0, width, margin), 0);
    assert_int_equal(page_dark(&page, 0, height - margin, width, height), 0);
    assert_int_equal(page_dark(&page, 0, 0, margin, height), 0);
    assert_int_equal(page_dark(&page, width - margin, 0, width, height), 0);
    return page;
}
