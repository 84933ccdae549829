// SPDX-License-Identifier: MIT

#include "sheet/canvas.h"
#include "sheet/parts.h"

#include <stdio.h>
#include <stdlib.h>

#define SIDE_X PARTS_SIDE
#define SIDE_Y 520
#define AXIS   PARTS_AXIS
#define TITLE  28

// The scale of a picture: each pixel is repeated `times`, or every `step`-th one is
// drawn.
struct scale {
    int times, step;
};

static struct scale scale_for(int length, int room)
{
    return length <= room ? (struct scale){ room / length, 1 }
                          : (struct scale){ 1, (length + room - 1) / room };
}

static int pictures_scaled(struct scale scale, int length)
{
    return (length + scale.step - 1) / scale.step * scale.times;
}

struct frame {
    struct ink_box box;
    struct scale across, down;
    const struct sheet_pictures *pictures;
    const uint8_t *bytes;
    bool mask;
};

static struct frame pictures_frame_for(double x, double y,
                                       const struct sheet_pictures *pictures)
{
    struct scale across = scale_for(pictures->width, SIDE_X);
    struct scale down = scale_for(pictures->height, SIDE_Y);
    int width = pictures_scaled(across, pictures->width);
    int height = pictures_scaled(down, pictures->height);

    // The lower edge of stripe 0 is the axis.
    return (struct frame){ .box = { x, y + SIDE_Y - height, width, height },
                           .across = across,
                           .down = down,
                           .pictures = pictures };
}

// Returns the grey of a pixel; with a mask, paper where it is 0 and black elsewhere. A
// mask takes the darkest of the pixels that share one.
static uint32_t pictures_sample(const void *what, int x, int y)
{
    const struct frame *frame = what;
    int width = frame->pictures->width, height = frame->pictures->height;
    int left = x / frame->across.times * frame->across.step;
    int top = y / frame->down.times * frame->down.step;
    bool any = false;

    if (!frame->mask)
        return frame->bytes[(size_t) top * (size_t) width + (size_t) left] * 0x010101u;
    for (int j = top; j < top + frame->down.step && j < height; j++)
        for (int i = left; i < left + frame->across.step && i < width; i++)
            any |= frame->bytes[(size_t) j * (size_t) width + (size_t) i] != 0;
    return any ? 0 : 0xf0f0f0;
}

// Returns the y of the middle of a stripe.
static double stripe_y(const struct frame *frame, int bands, int band)
{
    return frame->box.y + frame->box.height * (1 - (band + 0.5) / bands);
}

static void stripe_number(cairo_t *cairo, const struct frame *frame, int bands, int band,
                          bool bold)
{
    double y = stripe_y(frame, bands, band);
    struct ink_style style = {
        .size = 14, .bold = bold, .tone = bold ? INK_TEXT : INK_MUTED, .align = INK_RIGHT
    };

    ink_textf(cairo, frame->box.x - AXIS, y - 9, AXIS - 7, style, "%d", band);
}

// Draws the axes: the number of every fifth stripe, and of `last`, the top one that is
// not black.
static void pictures_axes(cairo_t *cairo, const struct frame *frame, int bands, int last)
{
    for (int band = 0; band < bands; band++) {
        double y = stripe_y(frame, bands, band);
        bool near = band != last && abs(band - last) < 2;
        if (band == last || (band % 5 == 0 && !near))
            stripe_number(cairo, frame, bands, band, band == last);
        ink_line(cairo, frame->box.x - 5, y, frame->box.x - 1, y, INK_MUTED);
    }
    canvas_ends(cairo, frame->box, 4, "x = 1", "x = 0");
    canvas_frame(cairo, frame->box);
}

// Draws the formula, with the stripes that are black because 2^B is no number of the
// format.
static void formula(cairo_t *cairo, const struct frame *frame, const char *text,
                    int bands, const struct verdict *verdict)
{
    bool overflows = verdict->emax > 0 && verdict->emax < bands - 1;
    struct ink_style style = PARTS_NOTE;
    char more[40] = "";

    style.align = INK_CENTRE;
    if (overflows && !verdict->emax_at_least)
        snprintf(more, sizeof more, "; infinite above stripe %d", verdict->emax);
    if (frame->box.width > 240)
        ink_textf(cairo, frame->box.x + 60, frame->box.y + frame->box.height + 4,
                  frame->box.width - 120, style, "%s%s", text ? text : "", more);
}

static void pictures_count(cairo_t *cairo, const struct frame *frame,
                           const struct difference *difference)
{
    struct ink_style big = { .size = 44, .bold = true, .align = INK_CENTRE };
    struct ink_style small = { .size = 17, .tone = INK_MUTED, .align = INK_CENTRE };
    double y = frame->box.y + frame->box.height / 2.0 - 46;
    const double width = 300;
    double x = frame->box.x + frame->box.width / 2.0 - width / 2;

    // The text is on a plate, so that it is readable over any difference.
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
    const char *titles[] = { "Drawn by this device", "Drawn by the reference",
                             "Where they differ" };
    int last = report->headline.fraction_bits - 1;

    if (!pictures->got || !pictures->want || !pictures->differs || !pictures->result) {
        no_pictures(cairo, box, report);
        return;
    }
    for (int i = 0; i < 3; i++) {
        struct frame frame =
            pictures_frame_for(box.x + i * step + AXIS, box.y + TITLE, pictures);
        double y = frame.box.y - TITLE;
        ink_text(cairo, frame.box.x, y, SIDE_X, PARTS_TITLE, titles[i]);
        frame.bytes = bytes[i];
        frame.mask = i == 2;
        canvas_fill(cairo, frame.box, pictures_sample, &frame);
        pictures_axes(cairo, &frame, pictures->bands, last);
        if (i == 2)
            pictures_count(cairo, &frame, &pictures->result->difference);
        else
            formula(cairo, &frame, pictures->formula, pictures->bands, &report->headline);
    }
}
