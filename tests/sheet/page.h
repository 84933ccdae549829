// SPDX-License-Identifier: MIT
//
// Draws a page of the sheet to a file and reads it back, for its tests.

#ifndef TESTS_SHEET_PAGE_H
#define TESTS_SHEET_PAGE_H

#include "base/png/png.h"

#include <stdbool.h>
#include <stdint.h>

// Where to draw it; in a folder of its own, between the two.
extern char page_path[128];

// For cmocka.
int page_make_folder(void **state);
int page_remove_folder(void **state);

// Reads the page of a report at page_path, or another page as wide as the sheet. Fails
// the test unless its margins are free: no content left the page. png_finish it.
struct png_picture page_read(void);
struct png_picture page_read_high(void);

// Does the same for a page of a width, with a height in [least, most].
struct png_picture page_read_sized(int width, int least, int most);

// Returns the row at which the greys [height][width] begin, whose left column is `x`;
// each grey is a pixel of the page. Fails the test if they are not there.
struct page_greys {
    int width, height;
    const uint8_t *bytes;
};
int page_top_of(const struct png_picture *page, struct page_greys greys, int x);

// Whether they begin at (x, y).
bool page_shows(const struct png_picture *page, struct page_greys greys, int x, int y);

// The colours of marks.
bool page_is_red(const uint8_t *pixel);
bool page_is_blue(const uint8_t *pixel);
bool page_is_orange(const uint8_t *pixel);

// Red, green, blue.
const uint8_t *page_pixel(const struct png_picture *page, int x, int y);

bool page_is_dark(const struct png_picture *page, int x, int y);

// Returns the number of dark pixels in the columns [left, right) and rows [top,
// bottom).
long page_dark(const struct png_picture *page, int left, int top, int right, int bottom);

#endif // TESTS_SHEET_PAGE_H
