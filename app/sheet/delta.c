// SPDX-License-Identifier: MIT
//
// The sheet of a changed golden.
//
// How it works: three pictures at one scale, and under them the same part of each,
// enlarged until single pixels are visible: the part around the longest run of pixels of
// a row that differ, which the text names. Different pixels are marked by colour, by
// darkness, by a ring, by bars at the edges, by crosses, and in numbers.

#include "base/memory.h"
#include "sheet/pages.h"
#include "sheet/plots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 3
#define STEP    floor((INK_INSIDE + 26) / (double) COLUMNS)
#define ROOM    (STEP - 26)
#define TALLEST 520
#define MOST    32 // times that a picture is enlarged
#define NOTHING 90 // height of the frame that replaces a missing picture
#define CROP_X  24 // pixels of the enlarged part
#define CROP_Y  16

// The pixels that differ: the first of the longest run, the lowest of several, and the
// columns [left, right) and rows [top, bottom) that contain all.
struct found {
    bool any;
    int x, y, left, right, top, bottom;
};

static struct found find_pixels(const struct sheet_delta *delta)
{
    struct found found = { .left = delta->width, .top = delta->height };
    int longest = 0;

    for (int y = delta->height - 1; delta->differs && y >= 0; y--) {
        const uint8_t *row = delta->differs + (size_t) y * (size_t) delta->width;
        int run = 0;

        for (int x = 0; x < delta->width; x++) {
            run = row[x] ? run + 1 : 0;
            if (!run)
                continue;
            if (run > longest) {
                longest = run;
                found.x = x - run + 1;
                found.y = y;
            }
            found.left = x < found.left ? x : found.left;
            found.right = x >= found.right ? x + 1 : found.right;
            found.top = y;
            found.bottom = found.any ? found.bottom : y + 1;
            found.any = true;
        }
    }
    return found;
}

static double delta_header(cairo_t *cairo, double y, const struct sheet_delta *delta)
{
    const double left = INK_INSIDE - 430;
    const long pixels = (long) delta->width * delta->height;
    const struct ink_words lines[] = {
        { delta->title, 0, { .size = 31, .bold = true, .lines = 3, .shrinks = true } },
        { delta->cause, 8, { .size = 20, .lines = 5 } },
    };
    char figure[24], meaning[80];
    const double below =
        ink_lines(cairo, (struct ink_box){ INK_MARGIN, y, left, 0 }, lines, 2);

    snprintf(figure, sizeof figure, "%ld", delta->mismatches);
    snprintf(meaning, sizeof meaning, "of %ld pixels differ (%.3g %%)", pixels,
             100.0 * (double) delta->mismatches / (double) pixels);
    ink_figure(cairo, (struct ink_box){ INK_MARGIN + left + 20, y - 12, 410, 0 }, figure,
               meaning);
    return fmax(below, y + 92) + 18;
}

static double delta_x(int column)
{
    return INK_MARGIN + column * STEP;
}

// Draws a ring around the first pixel, and bars beside the columns and rows that
// contain all.
static void draw_marks(cairo_t *cairo, struct ink_box box,
                       const struct sheet_delta *delta, const struct found *found)
{
    const double across = box.width / delta->width, down = box.height / delta->height;

    cairo_save(cairo);
    cairo_rectangle(cairo, box.x - 22, box.y - 22, box.width + 44, box.height + 44);
    cairo_clip(cairo);
    cairo_new_path(cairo);
    cairo_arc(cairo, box.x + (found->x + 0.5) * across, box.y + (found->y + 0.5) * down,
              fmin(fmax(9, hypot(across, down)), 16), 0, INK_TAU);
    ink_outlined(cairo, 2.5, INK_ORANGE);
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

static struct picture delta_picture(const struct sheet_delta *delta, int column)
{
    return (struct picture){ .width = delta->width,
                             .height = delta->height,
                             .bands = 1,
                             .grey = column == 1 ? delta->got : delta->want,
                             .mask = column == 2 ? delta->differs : NULL };
}

static double delta_pictures(cairo_t *cairo, double y, const struct sheet_delta *delta,
                             const struct found *found)
{
    static const char *const titles[COLUMNS] = { "Expected", "Got", "Where they differ" };
    double height = 0;

    for (int i = 0; i < COLUMNS; i++) {
        const struct picture picture = delta_picture(delta, i);
        const bool missing = !picture.grey && !picture.mask;
        struct ink_box box = { delta_x(i), y + 30, ROOM, TALLEST };

        box = picture_size(&picture, box, MOST);
        ink_text(cairo, box.x, y, ROOM, INK_TITLE, titles[i]);
        if (missing) {
            box.width = ROOM;
            box.height = NOTHING;
            picture_missing(cairo, box, "no picture");
        } else {
            picture_draw(cairo, box, &picture);
        }
        if (i == 2 && found->any)
            draw_marks(cairo, box, delta, found);
        height = fmax(height, box.height);
    }
    return y + 46 + height;
}

static void range(char *text, size_t size, const char *what, int first, int last)
{
    if (first == last)
        snprintf(text, size, "%s %d", what, first);
    else
        snprintf(text, size, "%ss %d-%d", what, first, last);
}

// Draws what is known of both pictures, and where all pixels are that differ.
static double draw_notes(cairo_t *cairo, double y, const struct sheet_delta *delta,
                         const struct found *found)
{
    const struct ink_style style = { .size = 16, .lines = 8 };
    char text[200] = "No pixel differs.", columns[48], rows[48];
    const char *words[COLUMNS] = { delta->want_note, delta->got_note, text };
    double height = 0;

    range(columns, sizeof columns, "column", found->left, found->right - 1);
    range(rows, sizeof rows, "row", found->top, found->bottom - 1);
    if (found->any)
        snprintf(text, sizeof text,
                 "All in %s, %s of %d x %d pixels; row 0 is the top. The ring marks the "
                 "longest run.",
                 columns, rows, delta->width, delta->height);
    for (int i = 0; i < COLUMNS; i++)
        height = fmax(height, ink_text(cairo, delta_x(i), y, ROOM, style, words[i]));
    return y + height + 22;
}

// ---- enlarged ----

// A part of the pictures, with the pixels of one.
struct crop {
    int x, y, width, height, times;
    uint8_t *grey, *mask; // [height][width], owned; NULL: none
};

// Chooses the part around the first pixel, inside the picture.
static struct crop crop_of(const struct sheet_delta *delta, const struct found *found)
{
    const int width = (int) fmin(delta->width, CROP_X);
    const int height = (int) fmin(delta->height, CROP_Y);
    const double tall = ROOM / CROP_X * CROP_Y;
    const int times = (int) fmin(MOST, fmin(ROOM / width, tall / height));
    int x = found->x - width / 2, y = found->y - height / 2;

    x = x < 0 ? 0 : x > delta->width - width ? delta->width - width : x;
    y = y < 0 ? 0 : y > delta->height - height ? delta->height - height : y;
    return (struct crop){ x, y, width, height, times, NULL, NULL };
}

static uint8_t *delta_cut(const struct crop *crop, const uint8_t *bytes, int width)
{
    uint8_t *out = memory_new((size_t) crop->width * (size_t) crop->height, 1);

    for (int y = 0; y < crop->height; y++)
        memcpy(out + (size_t) y * (size_t) crop->width,
               bytes + (size_t) (crop->y + y) * (size_t) width + crop->x,
               (size_t) crop->width);
    return out;
}

static struct ink_box pixel_box(struct ink_box box, const struct crop *crop, int x, int y)
{
    return (struct ink_box){ box.x + x * crop->times, box.y + y * crop->times,
                             crop->times, crop->times };
}

// Draws one part with a cross on each pixel that differs, and a frame around the first.
static void draw_crop(cairo_t *cairo, struct ink_box box, struct crop crop,
                      const struct sheet_delta *delta, int column,
                      const struct found *found)
{
    const struct picture all = delta_picture(delta, column);

    crop.grey = all.grey ? delta_cut(&crop, all.grey, delta->width) : NULL;
    crop.mask = all.mask ? delta_cut(&crop, all.mask, delta->width) : NULL;
    picture_draw(
        cairo, box,
        &(struct picture){ crop.width, crop.height, 1, crop.grey, crop.mask, false });
    for (int i = 0; crop.mask && i < crop.width * crop.height; i++) {
        const struct ink_box at = pixel_box(box, &crop, i % crop.width, i / crop.width);

        if (!crop.mask[i])
            continue;
        ink_line(cairo, at.x + 4, at.y + 4, at.x + at.width - 4, at.y + at.height - 4,
                 INK_PAPER);
        ink_line(cairo, at.x + 4, at.y + at.height - 4, at.x + at.width - 4, at.y + 4,
                 INK_PAPER);
    }
    const struct ink_box first =
        pixel_box(box, &crop, found->x - crop.x, found->y - crop.y);

    cairo_rectangle(cairo, first.x, first.y, first.width, first.height);
    ink_outlined(cairo, 2.5, INK_ORANGE);
    free(crop.grey);
    free(crop.mask);
}

static double draw_crops(cairo_t *cairo, double y, const struct sheet_delta *delta,
                         const struct found *found)
{
    const struct crop crop = crop_of(delta, found);
    const size_t at = (size_t) found->y * (size_t) delta->width + (size_t) found->x;
    const uint8_t *const greys[] = { delta->want, delta->got };
    struct ink_box box = { 0, y, crop.width * crop.times, crop.height * crop.times };
    const struct ink_style style = { .size = 16, .lines = 2 };

    for (int i = 0; i < COLUMNS; i++) {
        box.x = delta_x(i);
        draw_crop(cairo, box, crop, delta, i, found);
        if (i == 2)
            ink_textf(cairo, box.x, box.y + box.height + 8, ROOM, style,
                      "columns %d-%d, rows %d-%d; crosses mark differences", crop.x,
                      crop.x + crop.width - 1, crop.y, crop.y + crop.height - 1);
        else if (greys[i] && delta->words[i])
            ink_textf(cairo, box.x, box.y + box.height + 8, ROOM, style, "0x%08x",
                      delta->words[i][at]);
        else
            ink_textf(cairo, box.x, box.y + box.height + 8, ROOM, style,
                      greys[i] ? "level %d of 255" : "no picture",
                      greys[i] ? greys[i][at] : 0);
    }
    return box.y + box.height + 36;
}

double page_delta(cairo_t *cairo, const void *shown)
{
    const struct sheet_delta *delta = shown;
    const struct found found = find_pixels(delta);
    char text[100];
    double y = delta_header(cairo, 34, delta);

    ink_rule(cairo, y);
    y = delta_pictures(cairo, y + 14, delta, &found);
    y = draw_notes(cairo, y, delta, &found);
    if (!found.any)
        return y;
    snprintf(text, sizeof text,
             "The longest run of pixels that differ, from column %d, row %d, enlarged",
             found.x, found.y);
    return draw_crops(cairo, ink_heading(cairo, y, text), delta, &found);
}
