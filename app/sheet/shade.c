// SPDX-License-Identifier: MIT
//
// The sheet of a user's shader: the exact picture, the device's, the difference with its
// scale, and under them the lines that are blamed.

#include "sheet/pages.h"
#include "sheet/plots.h"

#include <math.h>
#include <stdio.h>

#define SHADE_COLUMNS 3
#define SHADE_STEP    floor((INK_INSIDE + 26) / (double) SHADE_COLUMNS)
#define SHADE_ROOM    (SHADE_STEP - 26)
#define SHADE_MOST    32 // times that a picture is enlarged
#define SHADE_BAR     18 // height of the scale

struct shown_rgb {
    const uint8_t *bytes; // [height][width][3]
    int width, height;    // of the bytes
    struct ink_box box;
};

static uint32_t shade_word(const void *what, int x, int y)
{
    const struct shown_rgb *shown = what;
    const int column = (int) (x * (double) shown->width / shown->box.width);
    const int row = (int) (y * (double) shown->height / shown->box.height);
    const uint8_t *at =
        shown->bytes + 3 * ((size_t) row * (size_t) shown->width + (size_t) column);

    return (uint32_t) at[0] << 16 | (uint32_t) at[1] << 8 | at[2];
}

static void shade_fill(cairo_t *cairo, struct ink_box box, const uint8_t *bytes,
                       int width, int height)
{
    const struct shown_rgb shown = { bytes, width, height, box };

    picture_fill(cairo, box, shade_word, &shown);
    ink_frame(cairo, box);
}

static double shade_header(cairo_t *cairo, double y, const struct sheet_shade *shade)
{
    const double left = INK_INSIDE - 430;
    const struct ink_words lines[] = {
        { shade->title, 0, { .size = 31, .bold = true, .lines = 2, .shrinks = true } },
        { shade->device, 8, { .size = 20, .lines = 2 } },
        { shade->note, 6, { .size = 16, .lines = 2, .tone = INK_MUTED } },
    };
    const double below =
        ink_lines(cairo, (struct ink_box){ INK_MARGIN, y, left, 0 }, lines, 3);

    ink_figure(cairo, (struct ink_box){ INK_MARGIN + left + 20, y - 12, 410, 0 },
               shade->figure, shade->meaning);
    return fmax(below, y + 92) + 18;
}

// Draws the colours of the differences from 0 to the largest.
static void draw_scale(cairo_t *cairo, struct ink_box box,
                       const struct sheet_shade *shade)
{
    char largest[32];

    snprintf(largest, sizeof largest, "%.2g", shade->largest);
    box.height = SHADE_BAR;
    shade_fill(cairo, box, shade->scale, SHEET_SHADE_SCALE, 1);
    picture_ends(cairo, box, "0", "largest difference of a channel", largest);
}

static double shade_pictures(cairo_t *cairo, double y, const struct sheet_shade *shade)
{
    const char *const titles[SHADE_COLUMNS] = { "Exact", shade->name, "Difference" };
    const uint8_t *const pictures[SHADE_COLUMNS] = { shade->exact, shade->got,
                                                     shade->difference };
    const struct picture size = { .width = shade->width,
                                  .height = shade->height,
                                  .bands = 1 };
    struct ink_box box = { 0, y + 30, SHADE_ROOM, SHADE_ROOM };

    box = picture_size(&size, box, SHADE_MOST);
    for (int i = 0; i < SHADE_COLUMNS; i++) {
        box.x = INK_MARGIN + i * SHADE_STEP;
        ink_text(cairo, box.x, y, SHADE_ROOM, INK_TITLE, titles[i]);
        shade_fill(cairo, box, pictures[i], shade->width, shade->height);
    }
    box.y += box.height + 12;
    draw_scale(cairo, box, shade);
    return box.y + SHADE_BAR + 40;
}

static double shade_line(cairo_t *cairo, double y, const struct sheet_shade_line *line)
{
    const double number = 70, share = 110, text = INK_MARGIN + number + share + 40;
    const struct ink_style right = { .size = 18, .align = INK_RIGHT };

    ink_textf(cairo, INK_MARGIN, y, number, right, "%u", line->number);
    ink_textf(cairo, INK_MARGIN + number, y, share, right, "%.1f %%", line->share);
    y += ink_text(cairo, text, y, INK_WIDTH - INK_MARGIN - text,
                  (struct ink_style){ .size = 18, .mono = true, .shrinks = true },
                  line->text);
    if (line->reason[0])
        y += ink_text(cairo, text, y, INK_WIDTH - INK_MARGIN - text,
                      (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 },
                      line->reason);
    return y + 10;
}

static double shade_device(cairo_t *cairo, double y, const struct sheet_shade *shade)
{
    y = shade_header(cairo, y, shade);
    ink_rule(cairo, y);
    y = ink_heading(cairo, shade_pictures(cairo, y + 14, shade), shade->heading);
    for (int i = 0; i < shade->line_count; i++)
        y = shade_line(cairo, y, &shade->lines[i]);
    return y;
}

double page_shade(cairo_t *cairo, const void *shown)
{
    double y = 0;

    for (const struct sheet_shade *at = shown; at; at = at->next)
        y = shade_device(cairo, y + 34, at);
    return y;
}
