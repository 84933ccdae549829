// SPDX-License-Identifier: MIT
//
// How it works: the sum 2^B + x has a quantum of q = 2^(B - f) where f is the number of
// fraction bits, so that the top stripe that is not black, B = f - 1, is drawn in steps
// of a half, the next in quarters. Both plots show the three together. The fraction of a
// sum that was rounded up to an integer is 0, not 1: the error is taken modulo 1, into
// [-1/2, 1/2]. The plots are Tom Olson's ("Benchmarking floating-point precision in
// mobile GPUs", 2013).

#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CURVES 3

static const struct look {
    enum ink_tone tone;
    double width;
    double dash[2];
    int dashes;
} looks[CURVES] = {
    { INK_BLUE, 2.2, { 0 }, 0 },
    { INK_ORANGE, 1.7, { 7, 3 }, 2 },
    { INK_MUTED, 1.4, { 2, 2 }, 2 },
};

struct curves {
    const struct sheet_pictures *pictures;
    int fraction_bits; // -1: not known
    int bands[CURVES]; // top first
    int count;
};

struct plot {
    struct ink_box area;
    double low, high; // of y
};

static const double *band_values(const struct sheet_pictures *pictures, int band)
{
    return pictures->values + (size_t) band * (size_t) pictures->width;
}

static double input(const struct sheet_pictures *pictures, int column)
{
    return 1 - (column + 0.5) / pictures->width;
}

static bool plots_is_black(const struct sheet_pictures *pictures, int band)
{
    const double *values = band_values(pictures, band);

    for (int i = 0; i < pictures->width; i++)
        if (values[i] > 0)
            return false;
    return true;
}

static struct curves find_curves(const struct report *report,
                                 const struct sheet_pictures *pictures)
{
    struct curves curves = { .pictures = pictures,
                             .fraction_bits = report->headline.fraction_bits };

    for (int band = pictures->bands - 1; band >= 0 && curves.count < CURVES; band--)
        if (!plots_is_black(pictures, band))
            curves.bands[curves.count++] = band;
    return curves;
}

static double error(double output, double x)
{
    double difference = output - x;

    return difference < -0.5  ? difference + 1
           : difference > 0.5 ? difference - 1
                              : difference;
}

static void use_look(cairo_t *cairo, int rank)
{
    ink_tone(cairo, looks[rank].tone);
    cairo_set_line_width(cairo, looks[rank].width);
    cairo_set_dash(cairo, looks[rank].dash, looks[rank].dashes, 0);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
}

// Returns the x on the page, from 1 on the left to 0 on the right, as in the picture
// above.
static double plot_x(const struct plot *plot, double x)
{
    return plot->area.x + (1 - x) * plot->area.width;
}

static double plot_y(const struct plot *plot, double y)
{
    return plot->area.y + plot->area.height * (plot->high - y) / (plot->high - plot->low);
}

// Draws the output, or the error, over the input.
static void curve(cairo_t *cairo, const struct plot *plot, const struct curves *curves,
                  int rank, bool errors)
{
    const struct sheet_pictures *pictures = curves->pictures;
    const double *values = band_values(pictures, curves->bands[rank]);
    bool down = false;

    cairo_save(cairo);
    cairo_rectangle(cairo, plot->area.x, plot->area.y - 2, plot->area.width,
                    plot->area.height + 4);
    cairo_clip(cairo);
    use_look(cairo, rank);
    for (int i = 0; i < pictures->width; i++) {
        double x = input(pictures, i);
        double y = errors ? error(values[i], x) : values[i];
        if (!isfinite(y)) {
            down = false;
            continue;
        }
        (down ? cairo_line_to : cairo_move_to)(cairo, plot_x(plot, x), plot_y(plot, y));
        down = true;
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void tick(cairo_t *cairo, const struct plot *plot, double y, const char *text)
{
    struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    double at = floor(plot_y(plot, y)) + 0.5;

    ink_line(cairo, plot->area.x, at, plot->area.x + plot->area.width, at, INK_FAINT);
    ink_text(cairo, plot->area.x - 56, at - 9, 50, style, text);
}

// Draws the frame. `ticks`: the labels of the lowest, the middle and the highest y.
static void plots_frame(cairo_t *cairo, const struct plot *plot,
                        const char *const ticks[3])
{
    const struct ink_box area = plot->area;

    for (int i = 0; i < 3; i++)
        tick(cairo, plot, plot->low + i * (plot->high - plot->low) / 2, ticks[i]);
    for (int i = 0; i <= 4; i++) {
        double at = floor(plot_x(plot, i / 4.0)) + (i ? 0.5 : -0.5);
        ink_line(cairo, at, area.y, at, area.y + area.height, INK_FAINT);
    }
}

static void plots_inputs(cairo_t *cairo, const struct plot *plot)
{
    static const char *const names[] = { "x = 1", "\u00be", "\u00bd", "\u00bc", "x = 0" };
    static const enum ink_align aligns[] = { INK_LEFT, INK_CENTRE, INK_CENTRE, INK_CENTRE,
                                             INK_RIGHT };
    const double width = 60;

    for (int i = 0; i < 5; i++) {
        struct ink_style style = PARTS_NOTE;
        style.align = aligns[i];
        ink_text(cairo, plot_x(plot, 1 - i / 4.0) - width * aligns[i] / 2,
                 plot->area.y + plot->area.height + 4, width, style, names[i]);
    }
}

// Returns half of the plot's height: an adder that rounds to nearest errs by a quarter
// at most.
static double error_range(const struct curves *curves)
{
    double most = 0;

    for (int rank = 0; rank < curves->count; rank++)
        for (int i = 0; i < curves->pictures->width; i++) {
            double value = band_values(curves->pictures, curves->bands[rank])[i];
            double size = fabs(error(value, input(curves->pictures, i)));
            if (size > most)
                most = size;
        }
    return most > 0.25 ? 0.5 : 0.25;
}

enum { DEVICE, NEAREST, CHOPPED, ADDERS };

// Returns the mean |error| of a stripe: of this device, or of one of the two common
// adders.
static double mean_error(const struct curves *curves, int rank, int adder)
{
    const struct sheet_pictures *pictures = curves->pictures;
    int band = curves->bands[rank];
    double quantum = ldexp(1, band - curves->fraction_bits), sum = 0;

    for (int i = 0; i < pictures->width; i++) {
        double x = input(pictures, i);
        double below = floor(x / quantum) * quantum, rest = x - below;
        if (adder == DEVICE)
            sum += fabs(error(band_values(pictures, band)[i], x));
        else
            sum += adder == NEAREST && rest > quantum / 2 ? quantum - rest : rest;
    }
    return sum / pictures->width;
}

static void plots_key(cairo_t *cairo, double x, double y, const struct curves *curves,
                      int rank)
{
    cairo_save(cairo);
    use_look(cairo, rank);
    cairo_move_to(cairo, x, y + 10);
    cairo_line_to(cairo, x + 38, y + 10);
    cairo_stroke(cairo);
    cairo_restore(cairo);
    ink_textf(cairo, x + 48, y, 110, (struct ink_style){ .size = 14, .bold = true },
              "stripe %d", curves->bands[rank]);
}

// Names the curves, and the error of each.
static void plots_legend(cairo_t *cairo, struct ink_box box, const struct curves *curves)
{
    static const char *const names[] = { "device", "RNE", "RTZ" };
    const int adders = curves->fraction_bits < 0 ? 1 : ADDERS;
    const double label = 58, title = 27, block = (box.height - title) / CURVES;

    ink_text(cairo, box.x, box.y + 3, box.width, PARTS_NOTE, "Mean |error|");
    for (int rank = 0; rank < curves->count; rank++) {
        double y = box.y + title + rank * block;
        plots_key(cairo, box.x, y, curves, rank);
        for (int adder = 0; adder < adders; adder++) {
            double line = y + 22 + 19 * adder;
            struct ink_style style = { .size = 14, .bold = adder == DEVICE };
            ink_text(cairo, box.x, line, label, style, names[adder]);
            style.align = INK_RIGHT;
            ink_textf(cairo, box.x + label, line, box.width - label, style, "%.5f",
                      mean_error(curves, rank, adder));
        }
    }
}

static void plot(cairo_t *cairo, const struct plot *plot, const struct curves *curves,
                 bool errors)
{
    static const char *const ticks[][3] = { { "0", "\u00bd", "1" },
                                            { "\u2212\u00bc", "0", "\u00bc" },
                                            { "\u2212\u00bd", "0", "\u00bd" } };

    ink_text(cairo, plot->area.x, plot->area.y - 27, plot->area.width, PARTS_TITLE,
             errors ? "Error of the sum" : "Output against input");
    plots_frame(cairo, plot, ticks[!errors ? 0 : plot->high < 0.5 ? 1 : 2]);
    // The order is backwards, so that the top stripe, the coarsest, lies over the
    // others.
    for (int rank = curves->count - 1; rank >= 0; rank--)
        curve(cairo, plot, curves, rank, errors);
}

void parts_plots(cairo_t *cairo, struct ink_box box, const struct report *report,
                 const struct sheet_pictures *pictures)
{
    const double left = box.x + PARTS_AXIS, title = 27, below = 24;
    const double height = (box.height - 2 * title - below - 10) / 2;

    if (!pictures->values || pictures->bands < 1)
        return;
    struct curves curves = find_curves(report, pictures);
    if (curves.count == 0)
        return;
    double range = error_range(&curves), width = PARTS_SIDE;
    struct plot outputs = { { left, box.y + title, width, height }, 0, 1 };
    struct plot errors = { { left, box.y + 2 * title + height + 10, width, height },
                           -range,
                           range };

    plot(cairo, &outputs, &curves, false);
    plot(cairo, &errors, &curves, true);
    plots_inputs(cairo, &errors);
    plots_legend(cairo,
                 (struct ink_box){ left + width + 24, box.y,
                                   box.width - width - PARTS_AXIS - 24, box.height },
                 &curves);
}
