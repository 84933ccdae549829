// SPDX-License-Identifier: MIT

#include "sheet/parts.h"

#include <stdio.h>
#include <stdlib.h>

#define SIDE_X PARTS_SIDE
#define SIDE_Y 520
#define AXIS   PARTS_AXIS
#define TITLE  28

// How a picture's pixels meet the page's: repeated `times`, or every `step`-th one.
struct scale {
    int times, step;
};

static struct scale scale_for(int length, int room)
{
    return length <= room ? (struct scale){ room / length, 1 }
                          : (struct scale){ 1, (length + room - 1) / room };
}

static int scaled(struct scale scale, int length)
{
    return (length + scale.step - 1) / scale.step * scale.times;
}

struct frame {
    double x, y; // top left of the picture on the page
    int width, height;
    struct scale across, down;
};

static struct frame frame_for(double x, double y, const struct sheet_pictures *pictures)
{
    struct scale across = scale_for(pictures->width, SIDE_X);
    struct scale down = scale_for(pictures->height, SIDE_Y);
    int height = scaled(down, pictures->height);

    return (struct frame){ .x = x,
                           .y = y + SIDE_Y - height, // stripe 0 stands on the axis
                           .width = scaled(across, pictures->width),
                           .height = height,
                           .across = across,
                           .down = down };
}

// Greys, or, `inverted`, a mask: paper where it is 0, black elsewhere. Sampling a mask
// takes the darkest of the pixels that share one.
static uint8_t sample(const struct sheet_pictures *pictures, const uint8_t *bytes, int x,
                      int y, const struct frame *frame, bool mask)
{
    size_t width = (size_t) pictures->width;
    bool any = false;

    if (!mask)
        return bytes[(size_t) y * width + (size_t) x];
    for (int j = y; j < y + frame->down.step && j < pictures->height; j++)
        for (int i = x; i < x + frame->across.step && i < pictures->width; i++)
            any |= bytes[(size_t) j * width + (size_t) i] != 0;
    return any ? 0 : 0xf0;
}

static void paint(cairo_t *cairo, const struct frame *frame,
                  const struct sheet_pictures *pictures, const uint8_t *bytes, bool mask)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, frame->width, frame->height);
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t) cairo_image_surface_get_stride(surface);

    if (!data)
        goto out;
    for (int y = 0; y < frame->height; y++) {
        uint32_t *row = (uint32_t *) (data + (size_t) y * stride);
        for (int x = 0; x < frame->width; x++) {
            uint8_t grey =
                sample(pictures, bytes, x / frame->across.times * frame->across.step,
                       y / frame->down.times * frame->down.step, frame, mask);
            row[x] = grey * 0x010101u;
        }
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cairo, surface, frame->x, frame->y);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);

out:
    cairo_surface_destroy(surface);
}

// The y of the middle of a stripe.
static double stripe_y(const struct frame *frame, int bands, int band)
{
    return frame->y + frame->height * (1 - (band + 0.5) / bands);
}

static void stripe_number(cairo_t *cairo, const struct frame *frame, int bands, int band,
                          bool bold)
{
    double y = stripe_y(frame, bands, band);
    struct ink_style style = {
        .size = 14, .bold = bold, .tone = bold ? INK_TEXT : INK_MUTED, .align = INK_RIGHT
    };

    ink_textf(cairo, frame->x - AXIS, y - 9, AXIS - 7, style, "%d", band);
}

// Every fifth stripe has its number, and `last`, the top one that is not black.
static void axes(cairo_t *cairo, const struct frame *frame, int bands, int last)
{
    double bottom = frame->y + frame->height;

    for (int band = 0; band < bands; band++) {
        double y = stripe_y(frame, bands, band);
        bool near = band != last && abs(band - last) < 2;
        if (band == last || (band % 5 == 0 && !near))
            stripe_number(cairo, frame, bands, band, band == last);
        ink_line(cairo, frame->x - 5, y, frame->x - 1, y, INK_MUTED);
    }
    ink_text(cairo, frame->x, bottom + 4, 80, PARTS_NOTE, "x = 1");
    struct ink_style right = PARTS_NOTE;
    right.align = INK_RIGHT;
    ink_text(cairo, frame->x + frame->width - 80, bottom + 4, 80, right, "x = 0");
    ink_rectangle(cairo,
                  (struct ink_box){ frame->x - 0.5, frame->y - 0.5, frame->width + 1.0,
                                    frame->height + 1.0 },
                  INK_MUTED, false);
}

// With the stripes that are black because 2^B is no number of the format.
static void formula(cairo_t *cairo, const struct frame *frame, const char *text,
                    int bands, const struct verdict *verdict)
{
    bool overflows = verdict->emax > 0 && verdict->emax < bands - 1;
    struct ink_style style = PARTS_NOTE;
    char more[40] = "";

    style.align = INK_CENTRE;
    if (overflows && !verdict->emax_at_least)
        snprintf(more, sizeof more, "; infinite above stripe %d", verdict->emax);
    if (frame->width > 240)
        ink_textf(cairo, frame->x + 60, frame->y + frame->height + 4, frame->width - 120,
                  style, "%s%s", text ? text : "", more);
}

static void count(cairo_t *cairo, const struct frame *frame,
                  const struct difference *difference)
{
    struct ink_style big = { .size = 44, .bold = true, .align = INK_CENTRE };
    struct ink_style small = { .size = 17, .tone = INK_MUTED, .align = INK_CENTRE };
    double y = frame->y + frame->height / 2.0 - 46;
    const double width = 300;
    double x = frame->x + frame->width / 2.0 - width / 2;

    // On a plate, so that it can be read over any difference.
    ink_rectangle(cairo, (struct ink_box){ x, y - 12, width, 104 }, INK_PAPER, true);
    ink_rectangle(cairo, (struct ink_box){ x + 0.5, y - 11.5, width - 1, 103 }, INK_FAINT,
                  false);
    ink_textf(cairo, x, y, width, big, "%ld", difference->mismatches);
    ink_textf(cairo, x, y + 56, width, small, "of %ld pixels differ", difference->pixels);
}

static void no_pictures(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    struct ink_style big = { .size = 28, .bold = true, .align = INK_CENTRE };
    struct ink_style small = {
        .size = 18, .tone = INK_MUTED, .align = INK_CENTRE, .lines = 4
    };
    double y = box.y + box.height / 2;

    ink_rectangle(cairo,
                  (struct ink_box){ box.x + 0.5, box.y + TITLE + 0.5, box.width - 1,
                                    box.height - TITLE - 20 },
                  INK_FAINT, false);
    ink_text(cairo, box.x, y - 40, box.width, big, "There is no picture to show");
    ink_text(cairo, box.x + 200, y + 8, box.width - 400, small, report->headline.reason);
}

void parts_pictures(cairo_t *cairo, struct ink_box box, const struct report *report,
                    const struct sheet_pictures *pictures)
{
    const double step = (box.width - 3 * (SIDE_X + AXIS)) / 2 + SIDE_X + AXIS;
    const uint8_t *bytes[] = { pictures->got, pictures->want, pictures->differs };
    const char *titles[] = { "As this device drew it", "As the reference draws it",
                             "Where they differ" };
    int last = report->headline.fraction_bits - 1;

    if (!pictures->got || !pictures->want || !pictures->differs || !pictures->result) {
        no_pictures(cairo, box, report);
        return;
    }
    for (int i = 0; i < 3; i++) {
        struct frame frame = frame_for(box.x + i * step + AXIS, box.y + TITLE, pictures);
        double y = frame.y - TITLE;
        ink_text(cairo, frame.x, y, SIDE_X, PARTS_TITLE, titles[i]);
        paint(cairo, &frame, pictures, bytes[i], i == 2);
        axes(cairo, &frame, pictures->bands, last);
        if (i == 2)
            count(cairo, &frame, &pictures->result->difference);
        else
            formula(cairo, &frame, pictures->formula, pictures->bands, &report->headline);
    }
}
