// SPDX-License-Identifier: MIT
//
// How it works: the sum 2^B + x has a quantum of q = 2^(B - f) where f is the number of
// fraction bits, so that the top stripe that is not black, B = f - 1, is drawn in steps
// of a half, the next in quarters. Both plots show the three together. The fraction of a
// sum that was rounded up to an integer is 0, not 1: the error is taken modulo 1, into
// [-1/2, 1/2]. The plots are Tom Olson's ("Benchmarking floating-point precision in
// mobile GPUs", 2013).

#include "parts.h"

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

static bool is_black(const struct sheet_pictures *pictures, int band)
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
        if (!is_black(pictures, band))
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

static double plot_x(const struct plot *plot, double x)
{
    return plot->area.x + x * plot->area.width;
}

static double plot_y(const struct plot *plot, double y)
{
    return plot->area.y + plot->area.height * (plot->high - y) / (plot->high - plot->low);
}

// Output, or error, over the input; from x = 0 on the left.
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
    for (int i = pictures->width - 1; i >= 0; i--) {
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

static void tick(cairo_t *cairo, const struct plot *plot, double y)
{
    struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    double at = floor(plot_y(plot, y)) + 0.5;

    ink_line(cairo, plot->area.x, at, plot->area.x + plot->area.width, at, INK_FAINT);
    ink_textf(cairo, plot->area.x - 56, at - 9, 50, style, "%s%g", y < 0 ? "\u2212" : "",
              fabs(y));
}

static void frame(cairo_t *cairo, const struct plot *plot)
{
    double bottom = plot->area.y + plot->area.height;
    struct ink_style style = PARTS_NOTE;

    tick(cairo, plot, plot->low);
    tick(cairo, plot, (plot->low + plot->high) / 2);
    tick(cairo, plot, plot->high);
    ink_text(cairo, plot->area.x, bottom + 4, 40, style, "0");
    style.align = INK_CENTRE;
    ink_text(cairo, plot->area.x + 40, bottom + 4, plot->area.width - 80, style,
             "input x");
    style.align = INK_RIGHT;
    ink_text(cairo, plot->area.x + plot->area.width - 40, bottom + 4, 40, style, "1");
}

static void key(cairo_t *cairo, double x, double y, const struct curves *curves, int rank)
{
    cairo_save(cairo);
    use_look(cairo, rank);
    cairo_move_to(cairo, x, y + 9);
    cairo_line_to(cairo, x + 34, y + 9);
    cairo_stroke(cairo);
    cairo_restore(cairo);
    ink_textf(cairo, x + 42, y, 110, (struct ink_style){ .size = 14 }, "stripe %d",
              curves->bands[rank]);
}

static void output_plot(cairo_t *cairo, struct ink_box box, const struct curves *curves)
{
    struct plot plot = { { box.x + 30, box.y + 34, box.width - 30, box.height - 60 },
                         0,
                         1 };

    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, "Output against input");
    frame(cairo, &plot);
    // Backwards: the top stripe, the coarsest, lies over the others.
    for (int i = curves->count - 1; i >= 0; i--)
        curve(cairo, &plot, curves, i, false);
    for (int i = 0; i < curves->count; i++)
        key(cairo, plot.area.x + 14, plot.area.y + 8 + 21 * i, curves, i);
}

// Half of the plot's height: an adder that rounds to nearest errs by a quarter at most.
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

// Mean |error| of a stripe: as drawn, and as the two common adders would draw it.
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

static void means(cairo_t *cairo, double x, double y, double width,
                  const struct curves *curves)
{
    static const char *const names[] = { "this device", "RNE", "RTZ" };
    struct ink_style style = { .size = 14, .tone = INK_MUTED };
    const double label = 98, column = (width - label) / CURVES;
    const int adders = curves->fraction_bits < 0 ? 1 : ADDERS;

    ink_text(cairo, x, y, label, style, "mean |error|");
    for (int adder = 0; adder < adders; adder++)
        ink_text(cairo, x, y + 20 * (adder + 1), label,
                 (struct ink_style){ .size = 14, .bold = adder == DEVICE }, names[adder]);
    for (int i = 0; i < curves->count; i++) {
        double left = x + label + i * column;
        style.align = INK_RIGHT;
        ink_textf(cairo, left, y, column, style, "stripe %d", curves->bands[i]);
        for (int adder = 0; adder < adders; adder++)
            ink_textf(cairo, left, y + 20 * (adder + 1), column,
                      (struct ink_style){
                          .size = 14, .bold = adder == DEVICE, .align = INK_RIGHT },
                      "%.5f", mean_error(curves, i, adder));
    }
    ink_line(cairo, x, y + 19.5, x + width, y + 19.5, INK_FAINT);
}

static void error_plot(cairo_t *cairo, struct ink_box box, const struct curves *curves)
{
    double range = error_range(curves);
    struct plot plot = { { box.x + 52, box.y + 34, box.width - 52, box.height - 150 },
                         -range,
                         range };

    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, "Error of the sum");
    frame(cairo, &plot);
    for (int i = curves->count - 1; i >= 0; i--)
        curve(cairo, &plot, curves, i, true);
    means(cairo, box.x + 4, box.y + box.height - 84, box.width - 4, curves);
}

void parts_plots(cairo_t *cairo, struct ink_box box, const struct report *report,
                 const struct sheet_pictures *pictures)
{
    const double width = (box.width - 40) / 2;

    if (!pictures->values || pictures->bands < 1)
        return;
    struct curves curves = find_curves(report, pictures);
    if (curves.count == 0)
        return;
    output_plot(cairo, (struct ink_box){ box.x, box.y, width, box.height }, &curves);
    error_plot(cairo, (struct ink_box){ box.x + width + 40, box.y, width, box.height },
               &curves);
}
