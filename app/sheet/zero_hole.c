// SPDX-License-Identifier: MIT
//
// The hole around zero, after the third of Tom Olson's pictures: what came back is grey,
// and where that is 0 it is red; beside it the picture of a device that has no hole.

#include "sheet/parts.h"

#include <stdio.h>

#define TITLE 24 // height
#define AXIS  44 // width of the numbers, and of the word beside them
#define GAP   20
#define SIDE  256 // room for a picture
#define TALL  135
#define APART 20 // two numbers of the axis at least

struct frame {
    double x, y; // top left, on whole pixels
    int cell_width, cell_height;
    double width, height;
};

static struct frame frame_for(double x, double y, const struct sheet_hole *hole)
{
    int width = SIDE / hole->columns, height = TALL / hole->bands;
    double tall = (double) height * hole->bands;

    return (struct frame){ .x = (int) x,
                           .y = (int) (y + TALL - tall), // band 0 stands on the axis
                           .cell_width = width,
                           .cell_height = height,
                           .width = (double) width * hole->columns,
                           .height = tall };
}

static void set_colour(cairo_t *cairo, double value)
{
    double grey = value > 0 ? value : 0; // NaN is black; Cairo takes 2 for 1

    if (value == 0)
        ink_tone(cairo, INK_RED);
    else
        cairo_set_source_rgb(cairo, grey, grey, grey);
}

static void paint(cairo_t *cairo, const struct frame *frame,
                  const struct sheet_hole *hole, const double *values)
{
    for (int band = 0; band < hole->bands; band++)
        for (int column = 0; column < hole->columns; column++) {
            set_colour(cairo, *values++);
            cairo_rectangle(cairo, frame->x + column * frame->cell_width,
                            frame->y + frame->height - (band + 1.0) * frame->cell_height,
                            frame->cell_width, frame->cell_height);
            cairo_fill(cairo);
        }
    ink_rectangle(cairo,
                  (struct ink_box){ frame->x - 0.5, frame->y - 0.5, frame->width + 1,
                                    frame->height + 1 },
                  INK_MUTED, false);
}

// x, and whose picture it is.
static void under(cairo_t *cairo, const struct frame *frame, const char *text)
{
    struct ink_style right = PARTS_NOTE, middle = PARTS_NOTE;
    double y = frame->y + frame->height + 2;

    right.align = INK_RIGHT;
    middle.align = INK_CENTRE;
    middle.shrinks = true;
    ink_text(cairo, frame->x, y, 50, PARTS_NOTE, "x = 1");
    ink_text(cairo, frame->x + frame->width - 60, y, 60, right, "x = 1/2");
    ink_text(cairo, frame->x + 50, y, frame->width - 110, middle, text);
}

// How often x was halved.
static void axis(cairo_t *cairo, const struct frame *frame, int bands)
{
    struct ink_style style = PARTS_NOTE;
    int step = 1;

    style.align = INK_RIGHT;
    while (step * frame->cell_height < APART)
        step += step < 5 ? 4 : 5;
    for (int band = 0; band < bands; band += step) {
        double y = frame->y + frame->height - (band + 0.5) * frame->cell_height;

        ink_textf(cairo, frame->x - 30, y - 9, 23, style, "%d", band);
        ink_line(cairo, frame->x - 5, y, frame->x - 1, y, INK_MUTED);
    }
    style.align = INK_CENTRE;
    cairo_save(cairo);
    cairo_translate(cairo, frame->x - AXIS, frame->y + frame->height);
    cairo_rotate(cairo, -1.5707963267948966);
    ink_text(cairo, 0, -2, frame->height, style, "halvings");
    cairo_restore(cairo);
}

// What is left of the rules are those that halve: only sums have a sticky bit to lack.
static void say_rounding(const struct verdict *verdict, char *text, size_t size)
{
    struct verdict rule = verdict_unknown(STATUS_OK);
    uint32_t with_sticky = VERDICT_RULE(FP_CHOP_G0) - 1;

    rule.survivors = verdict->survivors & with_sticky;
    verdict_text(&rule, text, size);
}

static void say(const struct sheet_hole *hole, char *text, size_t size)
{
    const struct verdict *verdict = &hole->result->verdict;
    char rounding[120];

    say_rounding(verdict, rounding, sizeof rounding);
    if (verdict->status != STATUS_OK)
        verdict_text(verdict, text, size);
    else if (verdict->subnormals == SUBNORMALS_FLUSHED)
        snprintf(text, size, "subnormals are flushed: below 2^%d there is nothing",
                 hole->emin);
    else
        snprintf(text, size, "kept: one bit less in each band; %s", rounding);
}

static void legend(cairo_t *cairo, const struct frame *frame)
{
    double x = frame->x + frame->width + 12, y = (int) (frame->y + frame->height) - 16;

    ink_rectangle(cairo, (struct ink_box){ x, y, 12, 12 }, INK_RED, true);
    ink_text(cairo, x + 17, y - 3, 20, PARTS_NOTE, "0");
}

void parts_zero_hole(cairo_t *cairo, struct ink_box box, const struct sheet_hole *hole)
{
    const char *title = "The zero hole";
    double side = ink_width(cairo, PARTS_TITLE, title) + 12;
    struct ink_style note = PARTS_NOTE;
    char text[320];

    note.shrinks = true;
    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, title);
    say(hole, text, sizeof text);
    ink_text(cairo, box.x + side, box.y + 2, box.width - side, note, text);

    struct frame frame = frame_for(box.x + AXIS, box.y + TITLE, hole);
    snprintf(text, sizeof text, "this device, %s",
             precision_name(hole->result->precision));
    paint(cairo, &frame, hole, hole->got);
    axis(cairo, &frame, hole->bands);
    under(cairo, &frame, text);

    frame = frame_for(box.x + AXIS + SIDE + GAP, box.y + TITLE, hole);
    paint(cairo, &frame, hole, hole->kept);
    under(cairo, &frame, "as IEEE 754 has it");
    legend(cairo, &frame);
}
