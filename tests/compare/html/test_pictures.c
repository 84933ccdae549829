// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/png/png.h"
#include "compare/html/html.h"
#include "tests/compare/html/opposed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

static size_t decode(const char *from, uint8_t *to)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = 0;
    size_t size = 0;
    int bits = 0;

    for (; *from != '"' && *from != '='; from++) {
        const char *digit = strchr(digits, *from);

        assert_non_null(digit);
        word = word << 6 | (uint32_t) (digit - digits);
        bits += 6;
        if (bits >= 8)
            to[size++] = (uint8_t) (word >> (bits -= 8));
    }
    return size;
}

static void read_back(const uint8_t *bytes, size_t size, struct png_picture *picture)
{
    char path[] = "/tmp/fpstripe-html-XXXXXX";
    const int file = mkstemp(path);

    assert_true(file >= 0);
    close(file);
    assert_true(file_write(path, bytes, size));
    assert_true(png_read(path, picture));
    unlink(path);
}

// Image `number` of a page shows this picture.
static void check_image(const char *page, int number,
                        const struct report_compare_picture *picture)
{
    char name[40];
    uint8_t *bytes = malloc(strlen(page));
    struct png_picture got;

    snprintf(name, sizeof(name), "<image id=p%d ", number);
    const char *at = strstr(page, name);

    assert_true(at && bytes);
    at = strstr(at, "base64,") + strlen("base64,");
    read_back(bytes, decode(at, bytes), &got);
    assert_int_equal(got.width, picture->width);
    assert_int_equal(got.height, picture->height);
    assert_int_equal(got.channels, 1);
    assert_memory_equal(got.bytes, picture->grey,
                        (size_t) got.width * (size_t) got.height);
    png_finish(&got);
    free(bytes);
}

static void test_images(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    char *page = opposed_page(opposed);

    (void) state;
    check_image(page, 0, &opposed->compare.sets[0].pictures[0]);
    check_image(page, 1, &opposed->compare.sets[0].pictures[1]);
    assert_int_equal(opposed_count(page, "<image "), 3); // and the mask
    free(page);
    opposed_free(opposed);
    // Four drawings are all that twenty sides have, and sets may share a mask.
    page = opposed_page_of(OPPOSED_TWENTY);
    assert_int_equal(opposed_count(page, "<image "), 4 + 1);
    assert_int_equal(opposed_count(page, "data:"), 4 + 1 + 1); // and the policy
    free(page);
    page = opposed_page_of(OPPOSED_SAME);
    assert_int_equal(opposed_count(page, "<image "), 1);
    free(page);
}

static void test_encode(void **state)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 7 }, { 512, 260 }, { 16384, 1 } };

    (void) state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const size_t count = (size_t) sizes[i][0] * (size_t) sizes[i][1];
        uint8_t *grey = malloc(count), *bytes;
        struct png_picture got;
        size_t size;

        assert_non_null(grey);
        for (size_t at = 0; at < count; at++)
            grey[at] = (uint8_t) (at * at >> 7);
        bytes = png_encode_grey(sizes[i][0], sizes[i][1], grey, &size);
        assert_non_null(bytes);
        read_back(bytes, size, &got);
        assert_int_equal(got.width, sizes[i][0]);
        assert_int_equal(got.height, sizes[i][1]);
        assert_memory_equal(got.bytes, grey, count);
        png_finish(&got);
        free(bytes);
        free(grey);
    }
}

// Noise does not pack; a page stays one that can be sent about.
static void test_too_large(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct report_compare_picture *picture = &opposed->compare.sets[0].pictures[1];
    uint32_t noise = 1;

    (void) state;
    free(picture->grey);
    picture->width = picture->height = 2048;
    picture->grey = malloc((size_t) picture->width * (size_t) picture->height);
    assert_non_null(picture->grey);
    for (long i = 0; i < (long) picture->width * picture->height; i++)
        picture->grey[i] = (uint8_t) ((noise = noise * 1664525u + 1013904223u) >> 24);

    char *page = opposed_page(opposed);

    assert_non_null(strstr(page, "<p>Too large a picture for this page: 26 stripes, "));
    assert_int_equal(opposed_count(page, "<image "), 1);
    assert_in_range(strlen(page), 1000, 300000);
    free(page);
    opposed_free(opposed);
}

static void test_describe(void **state)
{
    static const char *const want[] = {
        "aria-label=\"26 stripes, 0 at the bottom, of 512 columns: 0 to 16 smooth ramps; "
        "17 to 22 in steps of 64, 32, 16, 8, 4, 2 levels; 23 to 25 black\"",
        "aria-label=\"26 stripes, 0 at the bottom, of 512 columns: 0 to 6 smooth ramps; "
        "7 to 12 in steps of 64, 32, 16, 8, 4, 2 levels; 13 to 25 black\"",
    };
    char *page = opposed_page_of(OPPOSED_TWO);

    (void) state;
    for (size_t i = 0; i < LENGTH(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s in %.600s", want[i], strstr(page, "role=img"));
    free(page);
}

static const struct {
    const char *words;
    int count;
    struct html_crop crops[HTML_CROPS];
} crop_cases[] = {
    { "stripe 22, columns 128-383: to nearest against toward zero",
      1,
      { { 22, 128, 383 } } },
    { "stripes 20-22: x; stripe 3 columns 7 to 9",
      4,
      { { 20, 0, 511 }, { 21, 0, 511 }, { 22, 0, 511 }, { 3, 7, 9 } } },
    { "stripes 3, 5 and 7", 3, { { 3, 0, 511 }, { 5, 0, 511 }, { 7, 0, 511 } } },
    { "stripes 4-5, column 17", 2, { { 4, 17, 17 }, { 5, 17, 17 } } },
    { "stripe 22, stripe 22", 1, { { 22, 0, 511 } } },
    { "stripe 9, columns 600-700", 1, { { 9, 0, 511 } } },
    { "stripe 9, columns 100-512", 1, { { 9, 0, 511 } } },
    { "stripe 9, columns 7-2", 1, { { 9, 0, 511 } } },
    { "stripes 0-99",
      HTML_CROPS,
      { { 0, 0, 511 },
        { 5, 0, 511 },
        { 10, 0, 511 },
        { 15, 0, 511 },
        { 20, 0, 511 },
        { 25, 0, 511 } } },
    { "stripe 7, columns 1-2; stripes 7-25",
      5,
      { { 7, 1, 2 }, { 11, 0, 511 }, { 16, 0, 511 }, { 20, 0, 511 }, { 25, 0, 511 } } },
    // Names none that is there: those that differ, from above.
    { "stripe 26; stripe -3; stripe 99999999999; stripes",
      HTML_CROPS,
      { { 22, 0, 511 },
        { 21, 0, 511 },
        { 20, 0, 511 },
        { 19, 0, 511 },
        { 18, 0, 511 },
        { 17, 0, 511 } } },
};

static void test_crops(void **state)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct report_compare_set *set = &opposed->compare.sets[0];
    const struct html html = { .compare = &opposed->compare };

    (void) state;
    for (size_t i = 0; i < LENGTH(crop_cases); i++) {
        struct html_crop got[HTML_CROPS];

        snprintf(set->words, sizeof(set->words), "%s", crop_cases[i].words);
        if (html_find_crops(&html, 0, got) != crop_cases[i].count ||
            memcmp(got, crop_cases[i].crops, (size_t) crop_cases[i].count * sizeof(*got)))
            fail_msg("%s: %d, first %d %d-%d", crop_cases[i].words,
                     html_find_crops(&html, 0, got), got[0].band, got[0].first,
                     got[0].last);
    }
    opposed_free(opposed);
}

// The first crop of the page, down to its numbers: four times as large, with a margin.
static void test_crop_view(void **state)
{
    static const char *const want[] = {
        "<details class=crop open><summary>Stripe 13, columns 92 to 419, 4&times;<",
        "<div class=plot style=--w:1312px>",
        "<svg viewBox=\"92 120 328 10\" role=img aria-label=\"Stripe 13 of A, columns 92 "
        "to 419\"><use href=#p0 /></svg>",
        "<svg viewBox=\"92 120 328 10\" role=img aria-label=\"Stripe 13 of B, columns 92 "
        "to 419\"><use href=#p1 /></svg>",
    };
    char *page = opposed_page_of(OPPOSED_TWO);

    (void) state;
    for (size_t i = 0; i < LENGTH(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s in %.900s", want[i], strstr(page, "<details class=crop"));
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),    cmocka_unit_test(test_encode),
        cmocka_unit_test(test_too_large), cmocka_unit_test(test_describe),
        cmocka_unit_test(test_crops),     cmocka_unit_test(test_crop_view),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
