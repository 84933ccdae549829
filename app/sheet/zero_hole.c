// SPDX-License-Identifier: MIT
//
// Draws the hole around zero, after the third of Tom Olson's pictures: the values that
// were read back are grey, and red if they are 0; beside it is the picture of a device
// without a hole.

#include "sheet/canvas.h"
#include "sheet/parts.h"

#include <stdio.h>

#define TITLE 24 // height
#define AXIS  44 // width of the numbers, and of the word beside them
#define GAP   20
#define SIDE  256 // room for a picture
#define TALL  135
#define APART 20 // two numbers of the axis at least

// Returns the box on whole pixels; band 0 is on the axis.
static struct ink_box box_for(double x, double y, const struct sheet_hole *hole)
{
    int width = SIDE / hole->columns * hole->columns;
    int height = TALL / hole->bands * hole->bands;

    return (struct ink_box){ (int) x, (int) (y + TALL - height), width, height };
}

static void set_colour(cairo_t *cairo, double value)
{
    double grey = value > 0 ? value : 0; // NaN is black; Cairo takes 2 for 1

    if (value == 0)
        ink_tone(cairo, INK_RED);
    else
        cairo_set_source_rgb(cairo, grey, grey, grey);
}

static void zero_hole_paint(cairo_t *cairo, struct ink_box box,
                            const struct sheet_hole *hole, const double *values,
                            const char *whose)
{
    double width = box.width / hole->columns, height = box.height / hole->bands;
    struct ink_style style = PARTS_NOTE;

    for (int band = 0; band < hole->bands; band++)
        for (int column = 0; column < hole->columns; column++) {
            set_colour(cairo, *values++);
            cairo_rectangle(cairo, box.x + column * width,
                            box.y + box.height - (band + 1) * height, width, height);
            cairo_fill(cairo);
        }
    canvas_frame(cairo, box);
    canvas_ends(cairo, box, 2, "x = 1", "x = 1/2");
    style.align = INK_CENTRE;
    style.shrinks = true;
    ink_text(cairo, box.x + 50, box.y + box.height + 2, box.width - 110, style, whose);
}

// Draws the axis: how often x was halved.
static void axis(cairo_t *cairo, struct ink_box box, int bands)
{
    struct ink_style style = PARTS_NOTE;
    double height = box.height / bands;
    int step = 1;

    style.align = INK_RIGHT;
    while (step * height < APART)
        step += step < 5 ? 4 : 5;
    for (int band = 0; band < bands; band += step) {
        double y = box.y + box.height - (band + 0.5) * height;

        ink_textf(cairo, box.x - 30, y - 9, 23, style, "%d", band);
        ink_line(cairo, box.x - 5, y, box.x - 1, y, INK_MUTED);
    }
    style.align = INK_CENTRE;
    cairo_save(cairo);
    cairo_translate(cairo, box.x - AXIS, box.y + box.height);
    cairo_rotate(cairo, -1.5707963267948966);
    ink_text(cairo, 0, -2, box.height, style, "halvings");
    cairo_restore(cairo);
}

// Drops the models without a sticky bit: halving never needs one.
static void say_rounding(const struct verdict *verdict, char *text, size_t size)
{
    struct verdict rule = verdict_unknown(STATUS_OK);
    uint32_t with_sticky = VERDICT_RULE(FP_CHOP_G0) - 1;

    rule.survivors = verdict->survivors & with_sticky;
    verdict_text(&rule, text, size);
}

static void sheet_zero_hole_say(const struct sheet_hole *hole, char *text, size_t size)
{
    const struct verdict *verdict = &hole->result->verdict;
    char rounding[120];

    say_rounding(verdict, rounding, sizeof rounding);
    if (verdict->status != STATUS_OK)
        verdict_text(verdict, text, size);
    else if (verdict->subnormals == SUBNORMALS_FLUSHED)
        snprintf(text, size, "subnormals are flushed: results below 2^%d become 0",
                 hole->emin);
    else
        snprintf(text, size, "subnormals are kept, with one bit less in each band; %s",
                 rounding);
}

static void zero_hole_legend(cairo_t *cairo, struct ink_box box)
{
    double x = box.x + box.width + 12, y = (int) (box.y + box.height) - 16;

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
    sheet_zero_hole_say(hole, text, sizeof text);
    ink_text(cairo, box.x + side, box.y + 2, box.width - side, note, text);

    struct ink_box own = box_for(box.x + AXIS, box.y + TITLE, hole);
    snprintf(text, sizeof text, "this device, %s",
             precision_name(hole->result->precision));
    axis(cairo, own, hole->bands);
    zero_hole_paint(cairo, own, hole, hole->got, text);

    own = box_for(box.x + AXIS + SIDE + GAP, box.y + TITLE, hole);
    zero_hole_paint(cairo, own, hole, hole->kept, "required by IEEE 754");
    zero_hole_legend(cairo, own);
}
