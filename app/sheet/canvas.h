// SPDX-License-Identifier: MIT
//
// What the sheets of pictures share: a page as high as what is on it, and pictures of any
// size brought into a box. Canvas knows nothing of reports.

#ifndef CANVAS_H
#define CANVAS_H

#include "sheet/ink.h"
#include "sheet/module.h"

#include <stdbool.h>
#include <stdint.h>

#define CANVAS_WIDTH  1720
#define CANVAS_MARGIN 44
#define CANVAS_INSIDE (CANVAS_WIDTH - 2 * CANVAS_MARGIN)
#define CANVAS_AXIS   30 // room left of a picture for the numbers of its stripes

// Draws all that a page shows, from the top margin down, and returns where it ended.
struct canvas_drawing {
    double (*draw)(cairo_t *cairo, const void *what);
    const void *what;
};

// Draws twice: once to see how high the page is, then into words of that size. Returns
// false if memory ran out; `page` is then zeroed.
bool canvas_paint(struct sheet_page *page, struct canvas_drawing drawing);

// Bytes [height][width]. With a mask, [height][width], the greys are pale, and what is
// not 0 in it dark red: one pixel is seen, however much the picture shrinks.
struct canvas_picture {
    int width, height;
    const uint8_t *grey; // NULL: none
    const uint8_t *mask; // NULL: none
};

// What a side of `length` becomes in `room`: an integer multiple, up to `most` times, or,
// if it is longer, a whole part of it; all of the room where that would waste a lot.
// `parts`: the result is a multiple of that where `length` is, so that no part of the
// picture becomes higher than another.
struct canvas_side {
    int length, parts, room, most;
};
int canvas_side(struct canvas_side side);

// Fills the box, which is of whole pixels. Several pixels that share one of the page are
// averaged.
void canvas_picture(cairo_t *cairo, struct ink_box box,
                    const struct canvas_picture *picture);

// A frame around a box, outside of it.
void canvas_frame(cairo_t *cairo, struct ink_box box);

// Numbers of the stripes, 0 at the bottom, left of a picture; every fifth, and in bold
// `last` (-1: none).
void canvas_stripes(cairo_t *cairo, struct ink_box box, int bands, int last);

// A box with a frame and words in its middle, where there is no picture.
void canvas_nothing(cairo_t *cairo, struct ink_box box, const char *words);

// `words`, or "" for NULL.
const char *canvas_words(const char *words);

// A rule, and under it a title; returns where it ended.
double canvas_heading(cairo_t *cairo, double y, const char *words);

// The pages.
bool compare_paint(const struct report_compare *compare, struct sheet_page *page);
bool delta_paint(const struct sheet_delta *delta, struct sheet_page *page);
bool overlay_paint(const struct sheet_overlay *overlay, struct sheet_page *page);

#endif // CANVAS_H
