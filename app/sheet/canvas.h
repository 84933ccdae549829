// SPDX-License-Identifier: MIT
//
// Functions for all sheets of pictures: a page as high as its contents, and pictures of
// any size in a box. This module knows nothing of reports.

#ifndef SHEET_CANVAS_H
#define SHEET_CANVAS_H

#include "sheet/ink.h"
#include "sheet/module.h"

#include <stdbool.h>
#include <stdint.h>

#define CANVAS_WIDTH  1720
#define CANVAS_MARGIN 44
#define CANVAS_INSIDE (CANVAS_WIDTH - 2 * CANVAS_MARGIN)
#define CANVAS_AXIS   30 // room left of a picture for the numbers of its stripes

// Makes a page of that size, and draws on it. With height 0, the page is as high as its
// contents: it is drawn twice, the first time to learn where `draw` ends. Returns false
// if memory ran out; `page` is then zeroed.
struct canvas_drawing {
    double (*draw)(cairo_t *cairo, const void *shown);
    int width, height;
};
bool canvas_paint(struct sheet_page *page, struct canvas_drawing drawing,
                  const void *shown);

// Bytes [height][width]. With a mask, [height][width], the greys are pale, and every
// pixel with a mask that is not 0 is dark red. A single red pixel remains visible,
// however much the picture shrinks.
struct canvas_picture {
    int width, height;
    const uint8_t *grey; // NULL: none
    const uint8_t *mask; // NULL: none
};

// Returns the length at which a side of `length` is drawn in `room`: an integer
// multiple, at most `most` times as long; or, if it is longer than the room, its length
// divided by an integer; or all of the room, if these would waste a lot. If `length` is
// a multiple of `parts`, so is the result, so that no part of the picture becomes
// higher than another.
struct canvas_side {
    int length, parts, room, most;
};
int canvas_side(struct canvas_side side);

// Fills the box, which consists of whole pixels, with words 0x00RRGGBB, unless the page
// is only measured.
void canvas_fill(cairo_t *cairo, struct ink_box box,
                 uint32_t (*word)(const void *what, int x, int y), const void *what);

// Fills the box with a picture. Several pixels that share one of the page are averaged.
void canvas_picture(cairo_t *cairo, struct ink_box box,
                    const struct canvas_picture *picture);

// Draws a frame around a box, outside of it.
void canvas_frame(cairo_t *cairo, struct ink_box box);

// Draws the numbers of the stripes, 0 at the bottom, left of a picture: every fifth,
// and in bold `last` (-1: none).
void canvas_stripes(cairo_t *cairo, struct ink_box box, int bands, int last);

// Draws a box with a frame and words in its middle, in place of a missing picture.
void canvas_nothing(cairo_t *cairo, struct ink_box box, const char *words);

// Returns `words`, or "" for NULL.
const char *canvas_words(const char *words);

// Draws a rule, and under it a title. Returns its lower edge.
double canvas_heading(cairo_t *cairo, double y, const char *words);

// Draws lines of words from the box's top down, each after its gap; NULL is no line.
// Returns their lower edge.
struct canvas_line {
    const char *words;
    double gap;
    struct ink_style style;
};
double canvas_lines(cairo_t *cairo, struct ink_box box, const struct canvas_line *lines,
                    int count);

// Draws the main figure of the page, large at the right edge of the box, with its
// meaning.
void canvas_figure(cairo_t *cairo, struct ink_box box, const char *figure,
                   const char *meaning);

// Draws words under both ends of a picture.
void canvas_ends(cairo_t *cairo, struct ink_box box, double gap, const char *left,
                 const char *right);

// Draws a rule from margin to margin.
void canvas_rule(cairo_t *cairo, double y);

// Draw the pages, each of its kind (module.h).
double page_draw_verdict(cairo_t *cairo, const void *shown);
double page_draw_personality(cairo_t *cairo, const void *shown);
double sweep_draw(cairo_t *cairo, const void *shown);
double ops_draw(cairo_t *cairo, const void *shown);
double compare_draw(cairo_t *cairo, const void *shown);
double delta_draw(cairo_t *cairo, const void *shown);
double overlay_draw(cairo_t *cairo, const void *shown);

#endif // SHEET_CANVAS_H
