// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "sheet/sheet.h"
#include "tests/report/invented.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"
#include "tests/sheet/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct group this_group = { .name = "sheet_pictures",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

// Where pictures stand on the page.
#define DELTA_X    44
#define DELTA_STEP 552

static const struct shown_stripes usual = { 512, 26, 20, 23, false };

// ---- delta ----

static struct png_picture delta_page(const struct sheet_delta *delta)
{
    assert_true(sheet_draw_delta(page_path, delta));
    return page_read_high();
}

TEST(test_delta_sizes)
{
    // clang-format off
    static const struct shown_stripes sizes[] = {
        { 512, 26, 20, 23, false }, { 16, 26, 1, 23, false }, { 2048, 26, 64, 10, false },
        { 1, 1, 1, 23, false }, { 3, 5, 1, 3, false }, { 16384, 1, 1, 0, false },
        { 1, 64, 256, 20, false },
    };
    // clang-format on

    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (int alone = 0; alone < 2; alone++) {
            long last = (long) sizes[i].width * sizes[i].bands * sizes[i].rows - 1;
            struct shown_delta made = shown_delta(sizes[i], alone ? last : -1);
            struct png_picture page = delta_page(&made.delta);
            png_finish(&page);
            shown_delta_free(&made);
        }
}

// All three are on the page, and the mask is neither moved nor turned. The ring around
// the first place, and no more than it, hides some of the mask.
TEST(test_delta_pixels)
{
    struct shown_delta made = shown_delta(usual, -1);
    struct png_picture page = delta_page(&made.delta);
    struct page_greys want = { 512, 520, made.want }, got = { 512, 520, made.got };
    int y = page_top_of(&page, want, DELTA_X), odd = 0;

    assert_true(page_shows(&page, got, DELTA_X + DELTA_STEP, y));
    for (int i = 0; i < 512 * 520; i++) {
        int left = DELTA_X + 2 * DELTA_STEP;
        const uint8_t *pixel = page_pixel(&page, left + i % 512, y + i / 512);
        odd += made.differs[i] ? !page_is_red(pixel) : pixel[1] < 200;
    }
    assert_in_range(odd, 1, 300);
    png_finish(&page);
    shown_delta_free(&made);
}

static long marks(const struct png_picture *page, int top, int bottom,
                  bool (*is)(const uint8_t *pixel))
{
    long count = 0;

    for (int y = top; y < bottom; y++)
        for (int x = DELTA_X + 2 * DELTA_STEP; x < SHEET_WIDTH - 44; x++)
            count += is(page_pixel(page, x, y));
    return count;
}

// A single pixel is seen however small its picture gets, marked, and enlarged.
TEST(test_delta_one)
{
    const struct shown_stripes large = { 2048, 26, 64, 23, false };
    const int parts = 750; // below the small picture, above the enlarged one

    for (int i = 0; i < 4; i++) {
        struct shown_delta made =
            shown_delta(large, (1000L + i / 2) * 2048 + 900 + i % 2);
        struct png_picture page = delta_page(&made.delta);

        assert_in_range(marks(&page, 150, parts, page_is_red), 1, 1);
        assert_in_range(marks(&page, 150, parts, page_is_orange), 60, 300);
        assert_in_range(marks(&page, parts, page.height, page_is_red), 100, 500);
        assert_in_range(marks(&page, parts, page.height, page_is_orange), 60, 300);
        png_finish(&page);
        shown_delta_free(&made);
    }
}

// An enlarged part ends at the edge of the picture: the mark of the first pixel is in
// its top left corner, that of the last in the opposite one.
TEST(test_delta_corners)
{
    const int left = DELTA_X + 2 * DELTA_STEP, times = 21, parts = 775;

    for (int last = 0; last < 2; last++) {
        struct shown_delta made = shown_delta(usual, last ? 512 * 520 - 1 : 0);
        struct png_picture page = delta_page(&made.delta);
        int first_x = SHEET_WIDTH, last_x = 0;

        for (int y = parts; y < page.height; y++)
            for (int x = left - 10; x < SHEET_WIDTH - 44; x++)
                if (page_is_orange(page_pixel(&page, x, y))) {
                    first_x = x < first_x ? x : first_x;
                    last_x = x;
                }
        assert_in_range(first_x, left + last * 23 * times - 3,
                        left + last * 23 * times + 1);
        assert_in_range(last_x, first_x + times - 2, first_x + times + 4);
        png_finish(&page);
        shown_delta_free(&made);
    }
}

// Strings that are missing, or no UTF-8, or endless; pictures that are missing.
TEST(test_delta_words)
{
    struct shown_delta made = shown_delta(usual, -1);
    char endless[1000] = { 0 };
    const char *const words[] = { NULL, "", "\xff\xfe\x01 \xc3", endless };

    memset(endless, 'W', sizeof endless - 1);
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        struct sheet_delta delta = made.delta;
        delta.title = i ? words[i] : "a title";
        delta.cause = delta.want_note = delta.got_note = words[i];
        if (i == 1)
            delta.want = NULL;
        struct png_picture page;
        assert_true(sheet_draw_delta(page_path, &delta));
        assert_true(png_read(page_path, &page));
        assert_int_equal(page_dark(&page, 0, 0, 20, page.height), 0);
        assert_int_equal(page_dark(&page, SHEET_WIDTH - 20, 0, SHEET_WIDTH, page.height),
                         0);
        png_finish(&page);
    }
    shown_delta_free(&made);
}

// ---- every page ----

static void refused(bool drawn)
{
    assert_false(drawn);
    assert_non_null(strstr(log_last_error(), "No such file or directory"));
    log_hold(false);
    log_hold(true);
}

TEST(test_unwritable)
{
    const struct shown_shot shot = { usual, 0, 60, 0, false, 255 };
    const char *path = "/nonexistent/sheet.png";
    struct compare *compare = shown_make(SHOWN_USUAL, 2);
    struct shown_delta made = shown_delta(usual, -1);
    struct shown_seen seen = shown_see(&shot);
    struct sheet_overlay overlay = shown_overlay(&seen);
    struct report report = invented_report(INVENTED_RNE);
    struct sheet_pages pages = { .report = &report };
    bool drawn[SHEET_PAGES];

    (void) state;
    log_hold(true);
    for (int i = 0; i < SHEET_PAGES; i++)
        snprintf(pages.paths[i], PATH_MAX, "%s", path);
    sheet_start(&pages);
    sheet_end(&pages, drawn);
    refused(drawn[SHEET_PAGE_VERDICT] || drawn[SHEET_PAGE_PERSONALITY]);
    refused(sheet_draw_compare(path, compare, NULL));
    refused(sheet_draw_delta(path, &made.delta));
    refused(sheet_draw_overlay(path, &overlay));
    log_hold(false);
    report_finish(&report);
    shown_seen_free(&seen);
    shown_delta_free(&made);
    shown_free(compare);
}
