// SPDX-License-Identifier: MIT
//
// How it works: three pictures at one scale, and under them the same part of each,
// enlarged until single pixels are visible: the part around the first pixel, in reading
// order, that differs. Different pixels are marked by colour, by darkness, by a ring
// around the first, by bars at the edges, by crosses, and in numbers.

#include "sheet/canvas.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>

#define COLUMNS 3
#define STEP    ((CANVAS_INSIDE + 26) / (double) COLUMNS)
#define ROOM    (floor(STEP) - 26)
#define TALLEST 520
#define MOST    32 // times that a picture is enlarged
#define NOTHING 90 // height of what stands where no picture is
#define CROP_X  24 // pixels around the first
#define CROP_Y  16

// The pixels that differ: the first in reading order, and the columns [left, right) and
// rows [top, bottom) that contain all.
struct found {
    bool any;
    int x, y, left, right, top, bottom;
};

static struct found delta_find(const struct sheet_delta *delta)
{
    struct found found = { .left = delta->width };

    for (int y = 0; delta->differs && y < delta->height; y++) {
        const uint8_t *row = delta->differs + (size_t) y * (size_t) delta->width;
        for (int x = 0; x < delta->width; x++) {
            if (!row[x])
                continue;
            if (!found.any)
                found = (struct found){ true, x, y, x, x + 1, y, y + 1 };
            found.left = x < found.left ? x : found.left;
            found.right = x >= found.right ? x + 1 : found.right;
            found.bottom = y + 1;
        }
    }
    return found;
}

static double delta_header(cairo_t *cairo, double y, const struct sheet_delta *delta)
{
    const double left = CANVAS_INSIDE - 430, x = CANVAS_MARGIN + left + 20;
    const long pixels = (long) delta->width * delta->height;
    const struct canvas_line lines[] = {
        { canvas_words(delta->title),
          0,
          { .size = 31, .bold = true, .lines = 3, .shrinks = true } },
        { canvas_words(delta->cause), 8, { .size = 20, .lines = 5 } },
    };
    char figure[24], meaning[80];
    double below =
        canvas_lines(cairo, (struct ink_box){ CANVAS_MARGIN, y, left, 0 }, lines, 2);

    snprintf(figure, sizeof figure, "%ld", delta->mismatches);
    snprintf(meaning, sizeof meaning, "of %ld pixels differ (%.3g %%)", pixels,
             100.0 * (double) delta->mismatches / (double) pixels);
    canvas_figure(cairo, (struct ink_box){ x, y - 12, 410, 0 }, figure, meaning);
    return fmax(below, y + 92) + 18;
}

static struct ink_box delta_box_of(const struct sheet_delta *delta)
{
    return (struct ink_box){
        .width = canvas_side((struct canvas_side){
            .length = delta->width, .room = (int) ROOM, .most = MOST }),
        .height = canvas_side((struct canvas_side){
            .length = delta->height, .room = TALLEST, .most = MOST }),
    };
}

// Draws a stroke on a white one, so that it is visible on black and on white.
static void delta_outlined(cairo_t *cairo)
{
    cairo_set_line_width(cairo, 6);
    ink_tone(cairo, INK_PAPER);
    cairo_stroke_preserve(cairo);
    cairo_set_line_width(cairo, 2.5);
    ink_tone(cairo, INK_ORANGE);
    cairo_stroke(cairo);
}

// Draws a ring around the first pixel, and bars beside the columns and rows that
// contain all.
static void delta_mark(cairo_t *cairo, struct ink_box box,
                       const struct sheet_delta *delta, const struct found *found)
{
    const double across = box.width / delta->width, down = box.height / delta->height;
    const double radius = fmin(fmax(9, hypot(across, down)), 16);

    cairo_save(cairo);
    cairo_rectangle(cairo, box.x - 22, box.y - 22, box.width + 44, box.height + 44);
    cairo_clip(cairo);
    cairo_new_path(cairo);
    cairo_arc(cairo, box.x + (found->x + 0.5) * across, box.y + (found->y + 0.5) * down,
              radius, 0, 6.283185307179586);
    delta_outlined(cairo);
    cairo_restore(cairo);
    ink_rectangle(cairo,
                  (struct ink_box){ box.x + found->left * across, box.y + box.height + 4,
                                    fmax(3, (found->right - found->left) * across), 5 },
                  INK_TEXT, true);
    ink_rectangle(cairo,
                  (struct ink_box){ box.x + box.width + 4, box.y + found->top * down, 5,
                                    fmax(3, (found->bottom - found->top) * down) },
                  INK_TEXT, true);
}

static const char *const titles[COLUMNS] = { "Expected", "Got", "Where they differ" };

static struct canvas_picture picture_of(const struct sheet_delta *delta, int column)
{
    return (struct canvas_picture){ .width = delta->width,
                                    .height = delta->height,
                                    .grey = column == 1 ? delta->got : delta->want,
                                    .mask = column == 2 ? delta->differs : NULL };
}

static double column_x(int column)
{
    return CANVAS_MARGIN + column * floor(STEP);
}

static double pictures(cairo_t *cairo, double y, const struct sheet_delta *delta,
                       const struct found *found)
{
    struct ink_box box = delta_box_of(delta);
    double height = box.height;

    box.y = y + 30;
    for (int i = 0; i < COLUMNS; i++) {
        struct canvas_picture picture = picture_of(delta, i);

        box.x = column_x(i);
        ink_text(cairo, box.x, y, ROOM, PARTS_TITLE, titles[i]);
        if (!picture.grey && !picture.mask) {
            canvas_nothing(cairo, (struct ink_box){ box.x, box.y, ROOM, NOTHING },
                           "no picture");
            height = fmax(height, NOTHING);
            continue;
        }
        canvas_picture(cairo, box, &picture);
        canvas_frame(cairo, box);
        if (i == 2 && found->any)
            delta_mark(cairo, box, delta, found);
    }
    return box.y + height + 16;
}

static void range(char *text, size_t size, const char *what, int first, int last)
{
    if (first == last)
        snprintf(text, size, "%s %d", what, first);
    else
        snprintf(text, size, "%ss %d-%d", what, first, last);
}

static void extent(const struct found *found, const struct sheet_delta *delta, char *text,
                   size_t size)
{
    char columns[48], rows[48];

    range(columns, sizeof columns, "column", found->left, found->right - 1);
    range(rows, sizeof rows, "row", found->top, found->bottom - 1);
    snprintf(text, size,
             "All in %s, %s of %d x %d pixels; row 0 is the top. The ring marks the "
             "first.",
             columns, rows, delta->width, delta->height);
}

static double notes(cairo_t *cairo, double y, const struct sheet_delta *delta,
                    const struct found *found)
{
    const struct ink_style style = { .size = 16, .lines = 8 };
    const char *words[] = { delta->want_note, delta->got_note };
    char text[200] = "No pixel differs.";
    double height = 0;

    for (int i = 0; i < 2; i++)
        height = fmax(
            height, ink_text(cairo, column_x(i), y, ROOM, style, canvas_words(words[i])));
    if (found->any)
        extent(found, delta, text, sizeof text);
    return y + fmax(height, ink_text(cairo, column_x(2), y, ROOM, style, text)) + 22;
}

// ---- enlarged ----

struct crop {
    int x, y, width, height; // pixels
    double times;
};

static int from(int at, int length, int shown)
{
    int first = at - shown / 2;

    return first < 0 ? 0 : first > length - shown ? length - shown : first;
}

static struct crop crop_of(const struct sheet_delta *delta, const struct found *found)
{
    struct crop crop = {
        .width = delta->width < CROP_X ? delta->width : CROP_X,
        .height = delta->height < CROP_Y ? delta->height : CROP_Y,
    };

    crop.x = from(found->x, delta->width, crop.width);
    crop.y = from(found->y, delta->height, crop.height);
    crop.times =
        floor(fmin(MOST, fmin(ROOM / crop.width, ROOM / CROP_X * CROP_Y / crop.height)));
    return crop;
}

static struct ink_box pixel_box(struct ink_box box, const struct crop *crop, int x, int y)
{
    return (struct ink_box){ box.x + x * crop->times, box.y + y * crop->times,
                             crop->times, crop->times };
}

static void cross(cairo_t *cairo, struct ink_box box)
{
    ink_line(cairo, box.x + 4, box.y + 4, box.x + box.width - 4, box.y + box.height - 4,
             INK_PAPER);
    ink_line(cairo, box.x + 4, box.y + box.height - 4, box.x + box.width - 4, box.y + 4,
             INK_PAPER);
}

static void enlarged(cairo_t *cairo, struct ink_box box, const struct crop *crop,
                     const struct sheet_delta *delta, int column)
{
    const struct canvas_picture all = picture_of(delta, column);

    for (int y = 0; y < crop->height; y++)
        for (int x = 0; x < crop->width; x++) {
            size_t at =
                (size_t) (crop->y + y) * (size_t) delta->width + (size_t) (crop->x + x);
            struct ink_box pixel = pixel_box(box, crop, x, y);
            bool marked = all.mask && all.mask[at];

            canvas_picture(cairo, pixel,
                           &(struct canvas_picture){ 1, 1,
                                                     all.grey ? &all.grey[at] : NULL,
                                                     all.mask ? &all.mask[at] : NULL });
            if (marked)
                cross(cairo, pixel);
        }
}

static void level_text(char *text, size_t size, const uint8_t *grey, size_t at)
{
    if (grey)
        snprintf(text, size, "level %d of 255", grey[at]);
    else
        snprintf(text, size, "no picture");
}

static double crops(cairo_t *cairo, double y, const struct sheet_delta *delta,
                    const struct found *found)
{
    const struct crop crop = crop_of(delta, found);
    const size_t at = (size_t) found->y * (size_t) delta->width + (size_t) found->x;
    struct ink_box box = { 0, y, crop.width * crop.times, crop.height * crop.times };
    const struct ink_style style = { .size = 16, .lines = 2 };
    char text[COLUMNS][100];

    level_text(text[0], sizeof text[0], delta->want, at);
    level_text(text[1], sizeof text[1], delta->got, at);
    snprintf(text[2], sizeof text[2],
             "columns %d-%d, rows %d-%d; crosses mark differences", crop.x,
             crop.x + crop.width - 1, crop.y, crop.y + crop.height - 1);
    for (int i = 0; i < COLUMNS; i++) {
        box.x = column_x(i);
        enlarged(cairo, box, &crop, delta, i);
        canvas_frame(cairo, box);
        struct ink_box pixel =
            pixel_box(box, &crop, found->x - crop.x, found->y - crop.y);
        cairo_rectangle(cairo, pixel.x, pixel.y, pixel.width, pixel.height);
        delta_outlined(cairo);
        ink_text(cairo, box.x, box.y + box.height + 8, ROOM, style, text[i]);
    }
    return box.y + box.height + 36;
}

double delta_draw(cairo_t *cairo, const void *shown)
{
    const struct sheet_delta *delta = shown;
    const struct found found = delta_find(delta);
    char text[100];
    double y = delta_header(cairo, 34, delta);

    canvas_rule(cairo, y);
    y = pictures(cairo, y + 14, delta, &found);
    y = notes(cairo, y, delta, &found);
    if (!found.any)
        return y;
    snprintf(text, sizeof text,
             "The first pixel that differs (column %d, row %d), enlarged", found.x,
             found.y);
    return crops(cairo, canvas_heading(cairo, y, text), delta, &found);
}
