// SPDX-License-Identifier: MIT

#include "sheet/sheet.h"
#include "tests/shared/group.h"
#include "tests/sheet/page.h"
#include "tests/sheet/shown.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sheet_compare",
                                   .set_up = page_make_folder,
                                   .tear_down = page_remove_folder };

// Where pictures stand on the page.
#define X    74
#define STEP 544

static const struct shown_stripes orca = { 512, 26, 20, 23, true };

static struct png_picture compare_page(const struct compare *compare)
{
    assert_true(sheet_draw_compare(page_path, compare, NULL));
    return page_read_high();
}

// Every kind of sides, in every arrangement of the grid, stays inside its page.
TEST(test_compare_cases)
{
    // clang-format off
    static const struct { enum shown_kind kind; int sides; } cases[] = {
        { SHOWN_USUAL, 2 }, { SHOWN_USUAL, 4 }, { SHOWN_USUAL, 20 },
        { SHOWN_SAME, 5 }, { SHOWN_LONG, 2 }, { SHOWN_LONG, 6 },
        { SHOWN_ODD, 8 }, { SHOWN_PICTURES, 3 }, { SHOWN_PICTURELESS, 9 },
    };
    // clang-format on

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct compare *compare = shown_make(cases[i].kind, cases[i].sides);
        struct png_picture page = compare_page(compare);
        png_finish(&page);
        shown_free(compare);
    }
}

// Both pictures are on the page as they are, at one height, and so is where they
// differ.
TEST(test_compare_pixels)
{
    for (int same = 0; same < 2; same++) {
        struct compare *compare = shown_make(same ? SHOWN_SAME : SHOWN_USUAL, 2);
        struct compare_picture *pictures = compare->sets[0].pictures;
        if (!same) // darker here, lighter there
            shown_replace(&pictures[1], orca);
        struct png_picture page = compare_page(compare);
        struct page_greys left = { 512, 520, pictures[0].grey };
        struct page_greys right = { 512, 520, pictures[1].grey };
        int y = page_top_of(&page, left, X);
        long red = 0;

        assert_true(page_shows(&page, right, X + STEP, y));
        for (int i = 0; i < 512 * 520; i++) {
            bool marked =
                page_is_red(page_pixel(&page, X + 2 * STEP + i % 512, y + i / 512));
            assert_int_equal(marked, left.bytes[i] != right.bytes[i]);
            red += marked;
        }
        assert_int_equal(red > 0, !same);
        png_finish(&page);
        shown_free(compare);
    }
}

// Pictures of two sizes are not compared pixel by pixel.
TEST(test_compare_sizes)
{
    static const struct shown_stripes sizes[] = { { 256, 26, 20, 13, true },
                                                  { 512, 26, 10, 13, true } };

    for (size_t i = 0; i < 2; i++) {
        struct compare *compare = shown_make(SHOWN_PICTURES, 2);
        long red = 0;

        shown_replace(&compare->sets[0].pictures[1], sizes[i]);
        struct png_picture page = compare_page(compare);
        for (int y = 0; y < page.height; y++)
            for (int x = 0; x < SHEET_WIDTH; x++)
                red += page_is_red(page_pixel(&page, x, y));
        assert_int_equal(red, 0);
        png_finish(&page);
        shown_free(compare);
    }
}

// The mean of the pixels of a 512 x 546 picture that share one of a 256 x 286 page's.
static uint8_t mean(const uint8_t *grey, int x, int y)
{
    int sum = 0, count = 0;

    for (int row = y * 546 / 286; row < (y + 1) * 546 / 286; row++)
        for (int column = 2 * x; column < 2 * x + 2; column++, count++)
            sum += grey[row * 512 + column];
    return (uint8_t) ((sum + count / 2) / count);
}

// Where there is no room, the pixels that share one of the page are averaged, and all
// stripes, 21 rows before, get 11: a part of the picture would be 273 rows of 26
// stripes.
TEST(test_compare_small)
{
    const int width = 256, height = 26 * 11;
    struct compare *compare = shown_make(SHOWN_PICTURES, 20);
    struct compare_picture *first = &compare->sets[0].pictures[0];
    uint8_t *small = malloc((size_t) (width * height));

    assert_non_null(small);
    shown_replace(first, (struct shown_stripes){ 512, 26, 21, 23, true });
    for (int i = 0; i < width * height; i++)
        small[i] = mean(first->grey, i % width, i / width);
    struct png_picture page = compare_page(compare);
    page_top_of(&page, (struct page_greys){ width, height, small }, X);
    png_finish(&page);
    free(small);
    shown_free(compare);
}

// The height of the page with a picture of box 2, and without.
TEST(test_compare_box_2)
{
    static uint8_t grey[26 * 512];
    static double values[26 * 512];
    struct compare *compare = shown_make(SHOWN_USUAL, 2);
    struct result result = { .verdict = verdict_unknown(STATUS_OK) };
    struct sheet_pictures box_2[2] = { { 0 }, { 0 } };
    struct png_picture without = compare_page(compare), with;

    result.verdict.fraction_bits = 23;
    memset(grey, 200, sizeof grey);
    box_2[1] = (struct sheet_pictures){ .result = &result,
                                        .width = 512,
                                        .height = 26,
                                        .bands = 26,
                                        .got = grey,
                                        .values = values };
    assert_true(sheet_draw_compare(page_path, compare, box_2));
    with = page_read_high();
    assert_in_range(with.height - without.height, 350, 500);
    png_finish(&with);
    png_finish(&without);
    shown_free(compare);
}

static bool draws_as(const struct compare *compare, const struct png_picture *want)
{
    struct png_picture page = compare_page(compare);
    bool same = page.height == want->height &&
                !memcmp(page.bytes, want->bytes, (size_t) page.height * SHEET_WIDTH * 3);

    png_finish(&page);
    return same;
}

// The page has the rows that differ, and no others.
TEST(test_compare_rows)
{
    static const int sides[] = { 2, 9 };

    for (size_t i = 0; i < 2; i++) {
        struct compare *compare = shown_make(SHOWN_USUAL, sides[i]);
        struct png_picture first = compare_page(compare);
        struct compare_row *differs = compare->rows, *same = compare->rows;

        while (same->groups > 1)
            same++;
        while (differs->groups < 2)
            differs++;
        same->name[0] = 'X';
        assert_true(draws_as(compare, &first));
        differs->name[0] = 'X';
        assert_false(draws_as(compare, &first));
        png_finish(&first);
        shown_free(compare);
    }
}

// The row of the next bar of an orange pixel at column `x`, from `y` down.
static int next_bar(const struct png_picture *page, int x, int y)
{
    while (y < page->height && page_is_orange(page_pixel(page, x, y)))
        y++;
    while (y < page->height && !page_is_orange(page_pixel(page, x, y)))
        y++;
    assert_true(y < page->height);
    return y;
}

// There is a bar under the shown stripes where the sides differ, and only there. A
// beehive and an orca of 24 bits differ in the first and the third quarter of stripe
// 22, in every other eighth of stripe 21, and so on: these three are shown, the top one
// first.
TEST(test_compare_stripes)
{
    const int left = 44 + 200, width = 1024;
    struct compare *compare = shown_make(SHOWN_PICTURES, 2);
    struct compare_picture *pictures = compare->sets[0].pictures;

    shown_replace(&pictures[1], orca);
    struct png_picture page = compare_page(compare);
    struct page_greys picture = { 512, 520, pictures[0].grey };
    int y = page_top_of(&page, picture, X) + 520;
    for (int parts = 4; parts <= 16; parts *= 2) {
        y = next_bar(&page, left + 10, y);
        for (int x = 0; x < width; x++) {
            int at = x * parts / width, within = x % (width / parts);
            if (within > 1 && within < width / parts - 2)
                assert_int_equal(page_is_orange(page_pixel(&page, left + x, y)),
                                 at % 2 == 0);
        }
    }
    png_finish(&page);
    shown_free(compare);
}

// Compares two pages below the first picture, which is at the same height in both, and
// the text under it.
static bool same_below(const struct png_picture *a, const struct png_picture *b,
                       const struct page_greys *first)
{
    size_t start = (size_t) (page_top_of(a, *first, X) + 520 + 28) * SHEET_WIDTH * 3;
    size_t end = (size_t) a->height * SHEET_WIDTH * 3;

    return !memcmp(a->bytes + start, b->bytes + start, end - start);
}

// Pictures that are equal in a stripe share one strip: below the pictures, the page is
// the same as with equal pictures.
TEST(test_compare_strips)
{
    uint8_t *first = shown_stripes((struct shown_stripes){ 512, 26, 20, 23, false });
    struct png_picture pages[3];

    (void) state;
    for (int spoilt = 0; spoilt < 3; spoilt++) {
        struct compare *compare = shown_make(SHOWN_PICTURES, 3);
        struct compare_picture *pictures = compare->sets[0].pictures;
        // In stripe 0, which is not shown, or in stripe 22, which is.
        size_t pixel = 512 * (spoilt < 2 ? 515 : 3 * 20 + 10) + 500;

        for (int i = 0; i < 3; i++) {
            shown_replace(&pictures[i],
                          (struct shown_stripes){ 512, 26, 20, 23, i == 1 });
            pictures[i].group = i == 1;
        }
        pictures[2].grey[pixel] ^= spoilt ? 0x40 : 0;
        pictures[2].group = spoilt ? 2 : 0;
        pages[spoilt] = compare_page(compare);
        shown_free(compare);
    }
    assert_int_equal(pages[1].height, pages[0].height);
    assert_int_equal(pages[2].height, pages[0].height + 37);
    assert_true(
        same_below(&pages[0], &pages[1], &(struct page_greys){ 512, 520, first }));
    for (int i = 0; i < 3; i++)
        png_finish(&pages[i]);
    free(first);
}

// A side without a picture is named beside no strip.
TEST(test_compare_strips_of_none)
{
    struct compare *compare = shown_make(SHOWN_SAME, 3);
    struct compare_picture *pictures = compare->sets[0].pictures;
    struct png_picture with = compare_page(compare), without;

    (void) state;
    free(pictures[2].grey);
    pictures[2] = (struct compare_picture){ .group = -1 };
    without = compare_page(compare);
    assert_int_equal(without.height, with.height);
    assert_false(
        same_below(&with, &without, &(struct page_greys){ 512, 520, pictures[0].grey }));
    png_finish(&without);
    png_finish(&with);
    shown_free(compare);
}

// The sheet draws the first set in which sides differ; if no set differs, the first.
TEST(test_compare_set)
{
    static const struct shown_stripes others = { 512, 26, 20, 13, false };

    for (int differs = 0; differs < 2; differs++) {
        struct compare *compare = shown_make(differs ? SHOWN_PICTURES : SHOWN_SAME, 2);
        struct compare *same = shown_make(SHOWN_SAME, 2);

        compare->set_count = 2;
        compare->sets[1] = compare->sets[0];
        compare->sets[0] = same->sets[0];
        same->set_count = 0;
        for (int side = 0; side < 2; side++)
            shown_replace(&compare->sets[0].pictures[side], others);
        struct png_picture page = compare_page(compare);
        struct page_greys wanted = { 512, 520, compare->sets[differs].pictures[0].grey };

        page_top_of(&page, wanted, X);
        png_finish(&page);
        shown_free(same);
        shown_free(compare);
    }
}
