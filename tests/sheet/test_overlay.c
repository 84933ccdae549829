// SPDX-License-Identifier: MIT

#include "sheet/sheet.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"
#include "tests/sheet/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sheet_overlay",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

// Where the picture stands, how far from it the list is, and in it the drawing of a
// stripe.
#define X     156
#define LIST  80
#define STRIP 38

static const struct shown_stripes usual = { 512, 26, 20, 23, false };

static struct png_picture overlay_page(const struct shown_seen *seen)
{
    struct sheet_overlay overlay = shown_overlay(seen);

    assert_true(sheet_draw_overlay(page_path, &overlay));
    return page_read_high();
}

TEST(test_overlay_sizes)
{
    // clang-format off
    static const struct shown_shot shots[] = {
        { { 512, 26, 20, 23, false }, 0, 60, 0, false, 255 },
        { { 512, 26, 20, 13, true }, 1, 0, 0, true, 0 },
        { { 512, 26, 20, 10, true }, 2, 40, 300, false, 128 },
        { { 3000, 26, 100, 23, false }, 0, 200, 0, false, 40 },
        { { 16384, 1, 1, 23, false }, 0, 0, 0, false, 0 },
        { { 16384, 1, 1, 23, false }, 1, 0, 0, false, 0 },
        { { 1, 1, 1, 23, false }, 0, 0, 0, false, 0 },
        { { 640, 64, 10, 52, false }, 3, 30, 0, true, 255 },
    };
    // clang-format on

    for (size_t i = 0; i < COUNT_OF(shots); i++) {
        struct shown_seen seen = shown_see(&shots[i]);
        struct png_picture page = overlay_page(&seen);
        png_finish(&page);
        shown_seen_free(&seen);
    }
}

struct centre {
    double x, y;
    long count;
};

static struct centre centre_of(const struct png_picture *page,
                               bool (*is)(const uint8_t *pixel))
{
    struct centre centre = { 0 };

    for (int y = 180; y < page->height; y++)
        for (int x = 0; x < SHEET_WIDTH; x++)
            if (is(page_pixel(page, x, y))) {
                centre.x += x;
                centre.y += y;
                centre.count++;
            }
    centre.x /= (double) centre.count;
    centre.y /= (double) centre.count;
    return centre;
}

// Whichever way it is turned, over white and black and grey: the outline lies around
// the stripes, and the arrow's head, where most of its ink is, is towards stripe 0.
TEST(test_overlay_turns)
{
    static const uint8_t grounds[] = { 0, 128, 255 };

    for (int i = 0; i < 8; i++) {
        struct shown_shot made = { usual, i % 4, 60, 0, i >= 4, grounds[i % 3] };
        struct shown_seen seen = shown_see(&made);
        const struct analyze_place *place = &seen.answer.place;
        struct png_picture page = overlay_page(&seen);
        struct centre line = centre_of(&page, page_is_orange);
        struct centre arrow = centre_of(&page, page_is_blue);

        assert_in_range(line.count, 4000, 8000);
        assert_in_range((long) line.x, X + seen.shot.width / 2 - 2,
                        X + seen.shot.width / 2 + 2);
        assert_true(arrow.count > 1000);
        if (i % 2)
            assert_true((arrow.x - line.x) * place->vx < -2 * 500);
        else
            assert_true((arrow.y - line.y) * place->vy < -2 * 500);
        png_finish(&page);
        shown_seen_free(&seen);
    }
}

// Returns the grey level of the list's stripe `at` of 26, beside an upright picture
// whose top is at `top`, at `share` of its width.
static int listed(const struct png_picture *page, const struct shown_seen *seen, int top,
                  int at, double share)
{
    const int pitch = 24; // 624 of 640 rows
    int x = X + seen->shot.width + LIST + STRIP;
    int y = top + (seen->shot.height - 26 * pitch) / 2 + pitch * at + pitch / 2;

    return page_pixel(page, x + (int) (96 * share), y)[0];
}

// The list is in the picture's order: of an upright one stripe 0 is the last. Where
// there are few steps, the left end is rounded to 1, the fraction of which is black.
TEST(test_overlay_list)
{
    for (int turned = 0; turned < 2; turned++) {
        struct shown_shot made = { usual, 2 * turned, 52, 0, false, 0 };
        struct shown_seen seen = shown_see(&made);
        struct png_picture page = overlay_page(&seen);
        struct page_greys corner = { seen.shot.width, 20, seen.shot.grey };
        int top = page_top_of(&page, corner, X);

        for (int stripe = 0; stripe < 26; stripe++) {
            int at = turned ? stripe : 25 - stripe;
            int left = listed(&page, &seen, top, at, 0.02);
            int middle = listed(&page, &seen, top, at, 0.5);
            assert_int_equal(left < 20, stripe >= 18);
            if (stripe < 23)
                assert_in_range(middle, 100, 150);
        }
        png_finish(&page);
        shown_seen_free(&seen);
    }
}

// The list draws the stripes of the result, and only without a result the ends that
// were seen: with two steps, an orca is half white at the left.
TEST(test_overlay_steps)
{
    static const struct {
        bool chops, told;
        int left; // of two steps
    } cases[] = {
        { true, true, 127 }, { true, false, 127 }, { false, true, 0 }, { false, false, 0 }
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct shown_shot made = { usual, 0, 52, 0, false, 0 };
        made.stripes.chops = cases[i].chops;
        struct shown_seen seen = shown_see(&made);
        if (cases[i].told)
            seen.answer.stripe[22].left = 1 - seen.answer.stripe[22].left;
        else
            seen.answer.pattern = PATTERN_NONE;
        struct png_picture page = overlay_page(&seen);
        struct page_greys corner = { seen.shot.width, 20, seen.shot.grey };
        int top = page_top_of(&page, corner, X);

        assert_int_equal(listed(&page, &seen, top, 3, 0.02), cases[i].left);
        png_finish(&page);
        shown_seen_free(&seen);
    }
}

// A picture in which no stripes were found gets no marks.
TEST(test_overlay_nothing)
{
    struct shown_shot made = { usual, 0, 60, 0, false, 255 };
    struct shown_seen seen = shown_see(&made);
    char endless[1000] = { 0 };

    memset(endless, 'W', sizeof endless - 1);
    seen.answer.conclusive = false;
    seen.answer.found = false;
    snprintf(seen.answer.reason, sizeof seen.answer.reason, "%.239s", endless);
    struct sheet_overlay overlay = shown_overlay(&seen);
    overlay.name = overlay.verdict = overlay.twins = endless;
    for (int i = 0; i < 2; i++) {
        assert_true(sheet_draw_overlay(page_path, &overlay));
        struct png_picture page = page_read_high();
        struct page_greys grey = { seen.shot.width, seen.shot.height, seen.shot.grey };
        page_top_of(&page, grey, X);
        png_finish(&page);
        overlay.name = overlay.verdict = overlay.twins = NULL;
    }
    shown_seen_free(&seen);
}
