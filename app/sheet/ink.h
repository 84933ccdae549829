// SPDX-License-Identifier: MIT
//
// The drawing operations of all sheets: text, lines, boxes, and the parts of a page.
// Sizes are pixels of the page, y grows downwards. Ink knows nothing of reports.

#ifndef SHEET_INK_H
#define SHEET_INK_H

#include "sheet/module.h"

#include <cairo.h>
#include <stdbool.h>

#define INK_WIDTH  1720
#define INK_MARGIN 44
#define INK_INSIDE (INK_WIDTH - 2 * INK_MARGIN)
#define INK_TAU    6.283185307179586

enum ink_tone {
    INK_TEXT,
    INK_MUTED, // captions, axes
    INK_FAINT, // rules, grids
    INK_PAPER,
    INK_BLUE,
    INK_ORANGE,
    INK_COOL, // the background of a correct result
    INK_WARM, // the background of a wrong result
    INK_RED,  // nothing came back
    INK_PALE_BLUE,
    INK_PALE_ORANGE,
    INK_TONE_COUNT,
};

enum ink_align { INK_LEFT, INK_CENTRE, INK_RIGHT };

struct ink_style {
    double size; // height of an em
    bool bold, mono;
    enum ink_tone tone;
    enum ink_align align;
    int lines;    // the maximum, followed by an ellipsis; 0: one
    bool shrinks; // to 60 % before an ellipsis cuts the text
};

// The title of a part, and its explanation.
#define INK_TITLE ((struct ink_style){ .size = 17, .bold = true, .tone = INK_TEXT })
#define INK_NOTE  ((struct ink_style){ .size = 14, .tone = INK_MUTED })

struct ink_box {
    double x, y, width, height;
};

// Draws a page of one kind; returns the lower edge of its contents. `height` is the
// expected height of the page.
struct ink_drawing {
    double (*draw)(cairo_t *cairo, const void *shown);
    int width, height;
    bool fixed; // the page is as high as `height`, not as its contents
};

// Paints a page. Returns false if memory ran out; `page` is then zeroed.
bool ink_paint(struct sheet_page *page, struct ink_drawing drawing, const void *shown);

void ink_tone(cairo_t *cairo, enum ink_tone tone);

// Draws text from the top left corner (x, y), wrapped at `width`, never wider. The
// string may be any: bytes that are not UTF-8 are shown as U+FFFD, and NULL is "".
// Returns its height.
double ink_text(cairo_t *cairo, double x, double y, double width, struct ink_style style,
                const char *text);

// Draws formatted text, as printf does.
__attribute__((format(printf, 6, 7))) double ink_textf(cairo_t *cairo, double x, double y,
                                                       double width,
                                                       struct ink_style style,
                                                       const char *format, ...);

// Returns the width of one line of text, and the height of text wrapped at `width`.
double ink_width(cairo_t *cairo, struct ink_style style, const char *text);
double ink_height(cairo_t *cairo, double width, struct ink_style style, const char *text);

void ink_line(cairo_t *cairo, double x0, double y0, double x1, double y1,
              enum ink_tone tone);
void ink_rectangle(cairo_t *cairo, struct ink_box box, enum ink_tone tone, bool filled);

// Draws a frame around a box, outside of it.
void ink_frame(cairo_t *cairo, struct ink_box box);

// Strokes the path in `tone` over a dark and a light line, so that it is visible on
// black, on white, and on grey.
void ink_outlined(cairo_t *cairo, double width, enum ink_tone tone);

// Draws a rule from margin to margin.
void ink_rule(cairo_t *cairo, double y);

// Draws a rule, and under it a title. Returns its lower edge.
double ink_heading(cairo_t *cairo, double y, const char *words);

// Draws lines of text from the box's top down, each after its gap, and skips those of
// NULL. Returns their lower edge.
struct ink_words {
    const char *words;
    double gap;
    struct ink_style style;
};
double ink_lines(cairo_t *cairo, struct ink_box box, const struct ink_words *lines,
                 int count);

// Draws the main word of the page, large at the right edge of the box, with its
// meaning.
void ink_figure(cairo_t *cairo, struct ink_box box, const char *word,
                const char *meaning);

// Draws the name of a kind of device, framed, with its right edge at `x`: filled for
// "hardware", with a broken frame for "simulated", framed for other words.
void ink_badge(cairo_t *cairo, double x, double y, const char *word);

#endif // SHEET_INK_H
