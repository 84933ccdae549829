// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "sheet/sheet.h"
#include "tests/sheet/page.h"
#include "tests/sheet/shown.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

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

static void test_delta_sizes(void **state)
{
    // clang-format off
    static const struct shown_stripes sizes[] = {
        { 512, 26, 20, 23, false }, { 16, 26, 1, 23, false }, { 2048, 26, 64, 10, false },
        { 1, 1, 1, 23, false }, { 3, 5, 1, 3, false }, { 16384, 1, 1, 0, false },
        { 1, 64, 256, 20, false },
    };
    // clang-format on

    (void) state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
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
static void test_delta_pixels(void **state)
{
    struct shown_delta made = shown_delta(usual, -1);
    struct png_picture page = delta_page(&made.delta);
    struct page_greys want = { 512, 520, made.want }, got = { 512, 520, made.got };
    int y = page_top_of(&page, want, DELTA_X), odd = 0;

    (void) state;
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
static void test_delta_one(void **state)
{
    const struct shown_stripes large = { 2048, 26, 64, 23, false };
    const int parts = 750; // below the small picture, above the enlarged one

    (void) state;
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

// What is enlarged ends where the picture does: the mark of the first pixel is in its
// top left corner, that of the last in the other.
static void test_delta_corners(void **state)
{
    const int left = DELTA_X + 2 * DELTA_STEP, times = 21, parts = 775;

    (void) state;
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
static void test_delta_words(void **state)
{
    struct shown_delta made = shown_delta(usual, -1);
    char endless[1000] = { 0 };
    const char *const words[] = { NULL, "", "\xff\xfe\x01 \xc3", endless };

    (void) state;
    memset(endless, 'W', sizeof endless - 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
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

// ---- all three ----

static bool draw(int which, const char *path)
{
    struct shown_shot shot = { usual, 0, 60, 0, false, 255 };
    bool ok;

    if (which == 0) {
        struct report_compare *compare = shown_make(SHOWN_USUAL, 2);
        ok = sheet_draw_compare(path, compare);
        shown_free(compare);
    } else if (which == 1) {
        struct shown_delta made = shown_delta(usual, -1);
        ok = sheet_draw_delta(path, &made.delta);
        shown_delta_free(&made);
    } else {
        struct shown_seen seen = shown_see(&shot);
        struct sheet_overlay overlay = shown_overlay(&seen);
        ok = sheet_draw_overlay(path, &overlay);
        shown_seen_free(&seen);
    }
    return ok;
}

static void test_unwritable(void **state)
{
    (void) state;
    for (int i = 0; i < 3; i++) {
        log_hold(true);
        assert_false(draw(i, "/nonexistent/sheet.png"));
        assert_non_null(strstr(log_last_error(), "No such file or directory"));
        log_hold(false);
    }
}

// Draws once, so that fonts are loaded; then where two more megabytes is all there is.
// Returns 0 if that was refused as it should be.
static int starve(int which)
{
    static const char *const words[] = { "no memory for the comparison",
                                         "no memory for the difference",
                                         "no memory for the overlay" };
    struct rlimit limit;
    long pages = 0;

    mallopt(M_MMAP_THRESHOLD, 1 << 20); // what is freed is given back
    mallopt(M_ARENA_MAX, 1);            // and no thread's arena has room in store
    if (!draw(which, page_path) || unlink(page_path))
        return 1;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1)
        return 2;
    fclose(file);
    limit.rlim_cur = limit.rlim_max =
        (rlim_t) pages * (rlim_t) sysconf(_SC_PAGESIZE) + (2 << 20);
    if (setrlimit(RLIMIT_AS, &limit))
        return 3;
    log_hold(true);
    if (draw(which, page_path))
        return 4;
    if (!strstr(log_last_error(), words[which]))
        return 5;
    return access(page_path, F_OK) ? 0 : 6;
}

// Without memory for the page there is a line that says so, and no file.
static void test_memory(void **state)
{
    (void) state;
    for (int i = 0; i < 3; i++) {
        int status = 0;
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            _exit(starve(i));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory), // first: the heap is small
        cmocka_unit_test(test_delta_sizes), cmocka_unit_test(test_delta_pixels),
        cmocka_unit_test(test_delta_one),   cmocka_unit_test(test_delta_corners),
        cmocka_unit_test(test_delta_words), cmocka_unit_test(test_unwritable),
    };

    return cmocka_run_group_tests(tests, page_make_folder, page_remove_folder);
}
