// SPDX-License-Identifier: MIT
//
// The drawing operations of the sheet. Lengths are pixels of the page, y grows
// downwards. Ink knows nothing of reports.

#ifndef SHEET_INK_H
#define SHEET_INK_H

#include <cairo.h>
#include <stdbool.h>

enum ink_tone {
    INK_TEXT,
    INK_MUTED, // captions, axes
    INK_FAINT, // rules, grids
    INK_PAPER,
    INK_BLUE,
    INK_ORANGE,
    INK_COOL, // behind what is as it should be
    INK_WARM, // behind what is not
    INK_RED,  // nothing came back
    INK_TONE_COUNT,
};

enum ink_align { INK_LEFT, INK_CENTRE, INK_RIGHT };

struct ink_style {
    double size; // height of an em
    bool bold, mono;
    enum ink_tone tone;
    enum ink_align align;
    int lines;    // at most so many, then an ellipsis; 0: one
    bool shrinks; // to 60 % rather than be cut
};

struct ink_box {
    double x, y, width, height;
};

void ink_tone(cairo_t *cairo, enum ink_tone tone);

// Draws text from the top left corner (x, y), wrapped at `width`, never wider. The
// string may be any: bytes that are not UTF-8 are shown as U+FFFD. Returns its height.
double ink_text(cairo_t *cairo, double x, double y, double width, struct ink_style style,
                const char *text);

// Draws formatted text, as printf does.
__attribute__((format(printf, 6, 7))) double ink_textf(cairo_t *cairo, double x, double y,
                                                       double width,
                                                       struct ink_style style,
                                                       const char *format, ...);

// Returns the width of one line of text.
double ink_width(cairo_t *cairo, struct ink_style style, const char *text);

// Makes letters independent of the desktop's settings; called once for a page.
void ink_letters(cairo_t *cairo);

void ink_line(cairo_t *cairo, double x0, double y0, double x1, double y1,
              enum ink_tone tone);
void ink_rectangle(cairo_t *cairo, struct ink_box box, enum ink_tone tone, bool filled);

#endif // SHEET_INK_H
