// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/png/png.h"
#include "compare/html/html.h"
#include "tests/compare/html/opposed.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct group this_group = { .name = "report_html_pictures" };

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
                        const struct compare_picture *picture)
{
    char name[40];
    uint8_t *bytes = malloc(strlen(page));
    struct png_picture got;

    snprintf(name, sizeof name, "<image id=p%d ", number);
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

TEST(test_images)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    char *page = opposed_page(opposed);

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

TEST(test_encode)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 7 }, { 512, 260 }, { 16384, 1 } };

    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
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

// Noise does not compress; the page stays small enough to be sent.
TEST(test_too_large)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);
    struct compare_picture *picture = &opposed->compare.sets[0].pictures[1];
    uint32_t noise = 1;

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

TEST(test_describe)
{
    static const char *const want[] = {
        "aria-label=\"26 stripes, 0 at the bottom, of 512 columns: 0 to 16 smooth ramps; "
        "17 to 22 in steps of 64, 32, 16, 8, 4, 2 levels; 23 to 25 black\"",
        "aria-label=\"26 stripes, 0 at the bottom, of 512 columns: 0 to 6 smooth ramps; "
        "7 to 12 in steps of 64, 32, 16, 8, 4, 2 levels; 13 to 25 black\"",
    };
    char *page = opposed_page_of(OPPOSED_TWO);

    for (size_t i = 0; i < COUNT_OF(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s in %.600s", want[i], strstr(page, "role=img"));
    free(page);
}

// The stripes that are enlarged: the largest run, then those that tell the two apart.
// Their pictures end at stripes 22 and 12.
static const struct {
    struct compare_where where;
    const char *crops[5];
} crop_cases[] = {
    { { 22, 128, 256, 22, 22 }, { "22, columns 92 to 419", "21, ", "12, " } },
    { { 7, 1, 2, 0, 25 }, { "7, columns 0 to 6", "22, ", "21, ", "12, " } },
    // Not known, or not there.
    { { 0 }, { "22, ", "21, ", "12, " } },
    { { 9, 600, 100, 9, 9 }, { "22, ", "21, ", "12, " } },
};

TEST(test_crops)
{
    struct opposed *opposed = opposed_make(OPPOSED_TWO);

    for (size_t i = 0; i < COUNT_OF(crop_cases); i++) {
        opposed->compare.sets[0].where = crop_cases[i].where;
        char *page = opposed_page(opposed);
        const char *at = page, *summary = "<summary>Stripe ";

        for (const char *const *crop = crop_cases[i].crops; *crop; crop++) {
            at = strstr(at, summary);
            if (!at || strncmp(at + strlen(summary), *crop, strlen(*crop)) != 0)
                fail_msg("case %zu: %s: %.40s", i, *crop, at ? at : "nothing");
            at++;
        }
        assert_null(strstr(at, summary));
        free(page);
    }
    opposed_free(opposed);
}

// The first crop of the page, down to its numbers: four times as large, with a margin.
TEST(test_crop_view)
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

    for (size_t i = 0; i < COUNT_OF(want); i++)
        if (!strstr(page, want[i]))
            fail_msg("no %s in %.900s", want[i], strstr(page, "<details class=crop"));
    free(page);
}
