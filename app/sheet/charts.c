// SPDX-License-Identifier: MIT
//
// The sheets of one plot: the errors of a sweep, and the accuracy of operations against
// their speed.

#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sweep/function.h"
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- operations ----
//
// How it works: speed grows to the right and the error upwards, so the best corner is
// the lower right one. A series has its own marker, by shape and filling, in addition
// to its colour. Points that lie together share one label, which is moved around them
// in rings until it covers neither a marker nor another label.

#define LEFT   120.0
#define TOP    130.0
#define RIGHT  1290.0
#define BOTTOM 900.0
#define LEGEND 1325.0
#define EXACT  30.0 // height of the strip below the scale, for errors of 0
#define MARKER 6.5
#define NEAR   15.0
#define LABEL  15.0 // height of letters
#define GROUPS 200

struct scale {
    double low, high; // of log10
    double from, to;  // pixels
};

struct group {
    double x, y;
    char text[120];
    struct ink_box box; // of the label
};

struct chart {
    const struct sheet_ops *ops;
    struct scale x, y;
    struct group groups[GROUPS];
    int group_count;
};

static double on(struct scale scale, double value)
{
    return scale.from + (scale.to - scale.from) * (log10(value) - scale.low) /
                            (scale.high - scale.low);
}

// Returns the scale of whole decades around the values above 0.
static struct scale decades(const struct sheet_ops *ops, bool errors, double from,
                            double to)
{
    struct scale scale = { .low = INFINITY, .high = -INFINITY, .from = from, .to = to };

    for (int i = 0; i < ops->point_count; i++) {
        double value = errors ? ops->points[i].error : ops->points[i].speed;

        if (value > 0) {
            scale.low = fmin(scale.low, floor(log10(value) - 0.1));
            scale.high = fmax(scale.high, ceil(log10(value) + 0.1));
        }
    }
    if (!(scale.low < scale.high)) {
        scale.low = 0;
        scale.high = 1;
    }
    return scale;
}

static double point_x(const struct chart *chart, const struct sheet_ops_point *point)
{
    return on(chart->x, point->speed);
}

static double point_y(const struct chart *chart, const struct sheet_ops_point *point)
{
    return point->error > 0 ? on(chart->y, point->error) : BOTTOM - EXACT / 2;
}

static enum ink_tone tone_of_series(const struct sheet_ops_series *series)
{
    static const enum ink_tone tones[] = { INK_BLUE, INK_ORANGE, INK_TEXT, INK_RED,
                                           INK_MUTED };

    return tones[series->colour % 5];
}

static void polygon(cairo_t *cairo, double x, double y, int corners, double turn)
{
    for (int i = 0; i < corners; i++) {
        double angle = turn + INK_TAU * i / corners;

        cairo_line_to(cairo, x + 1.25 * MARKER * cos(angle),
                      y + 1.25 * MARKER * sin(angle));
    }
    cairo_close_path(cairo);
}

static void marker(cairo_t *cairo, double x, double y,
                   const struct sheet_ops_series *series)
{
    cairo_new_path(cairo);
    switch (series->shape) {
    case SHEET_OPS_CIRCLE: cairo_arc(cairo, x, y, MARKER, 0, INK_TAU); break;
    case SHEET_OPS_SQUARE: polygon(cairo, x, y, 4, INK_TAU / 8); break;
    case SHEET_OPS_TRIANGLE: polygon(cairo, x, y, 3, -INK_TAU / 4); break;
    default: polygon(cairo, x, y, 4, 0); break;
    }
    ink_tone(cairo, series->filled ? tone_of_series(series) : INK_PAPER);
    cairo_fill_preserve(cairo);
    ink_tone(cairo, tone_of_series(series));
    cairo_set_line_width(cairo, 2);
    cairo_stroke(cairo);
}

static void draw_axes(cairo_t *cairo, const struct chart *chart)
{
    struct ink_style style = { .size = 15, .tone = INK_MUTED, .align = INK_CENTRE };

    for (double e = chart->x.low; e <= chart->x.high; e++) {
        double x = on(chart->x, pow(10, e));

        ink_line(cairo, x, TOP, x, BOTTOM, INK_FAINT);
        ink_textf(cairo, x - 60, BOTTOM + 8, 120, style, "%g", pow(10, e));
    }
    style.align = INK_RIGHT;
    for (double e = chart->y.low; e <= chart->y.high; e++) {
        double y = on(chart->y, pow(10, e));

        ink_line(cairo, LEFT, y, RIGHT, y, INK_FAINT);
        if (chart->y.high - chart->y.low <= 16 || fmod(e, 2) == 0)
            ink_textf(cairo, LEFT - 90, y - 10, 80, style, fabs(e) < 4 ? "%g" : "%.0e",
                      pow(10, e));
    }
    ink_text(cairo, LEFT - 90, BOTTOM - EXACT / 2 - 10, 80, style, "exact");
    ink_rectangle(cairo, (struct ink_box){ LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP },
                  INK_MUTED, false);
    style.align = INK_CENTRE;
    style.size = 17;
    ink_text(cairo, LEFT, BOTTOM + 36, RIGHT - LEFT, style,
             "speed: thousand million operations a second \u2192 faster");
    cairo_save(cairo);
    cairo_translate(cairo, 14, BOTTOM);
    cairo_rotate(cairo, -INK_TAU / 4);
    ink_text(cairo, 0, 0, BOTTOM - TOP, style,
             "more exact \u2190 largest error of a sample, ulp of binary32");
    cairo_restore(cairo);
}

// Draws lines at half an ulp of the formats, the largest error of a correctly rounded
// result.
static void halves(cairo_t *cairo, const struct chart *chart)
{
    static const struct {
        int precision;
        const char *text;
    } all[] = { { 11, "half an ulp of binary16" },
                { 24, "half an ulp of binary32" },
                { 53, "half an ulp of binary64" } };
    struct ink_style style = { .size = 13, .tone = INK_MUTED };

    for (int i = 0; i < 3; i++) {
        double value = ldexp(0.5, 24 - all[i].precision), y = on(chart->y, value);

        if (y < TOP || y > BOTTOM - EXACT)
            continue;
        cairo_save(cairo);
        cairo_set_dash(cairo, (double[]){ 5, 4 }, 2, 0);
        ink_line(cairo, LEFT, y, RIGHT, y, INK_MUTED);
        cairo_restore(cairo);
        ink_text(cairo, LEFT + 6, y - 18, 300, style, all[i].text);
    }
}

static void charts_add_word(struct group *group, const char *word)
{
    size_t used = strlen(group->text), length = strlen(word);

    // Only a whole word counts, not a part of one.
    for (const char *at = group->text; (at = strstr(at, word)); at += length)
        if ((at == group->text || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return;
    snprintf(group->text + used, sizeof group->text - used, "%s%s", used ? ", " : "",
             word);
}

static void find_groups(struct chart *chart)
{
    for (int i = 0; i < chart->ops->point_count; i++) {
        const struct sheet_ops_point *point = &chart->ops->points[i];
        double x = point_x(chart, point), y = point_y(chart, point);
        struct group *group = NULL;

        for (int j = 0; j < chart->group_count && !group; j++)
            if (hypot(chart->groups[j].x - x, chart->groups[j].y - y) < NEAR)
                group = &chart->groups[j];
        if (!group && chart->group_count < GROUPS) {
            group = &chart->groups[chart->group_count++];
            *group = (struct group){ .x = x, .y = y };
        }
        if (group)
            charts_add_word(group, point->label);
    }
}

static double overlap(struct ink_box a, struct ink_box b)
{
    double width = fmin(a.x + a.width, b.x + b.width) - fmax(a.x, b.x);
    double height = fmin(a.y + a.height, b.y + b.height) - fmax(a.y, b.y);

    return width > 0 && height > 0 ? width * height : 0;
}

// Returns the area of markers, of placed labels, and of the outside that a box covers.
static double charts_cost(const struct chart *chart, int placed, struct ink_box box)
{
    double outside = fmax(LEFT + 4 - box.x, 0) + fmax(box.x + box.width - RIGHT + 4, 0) +
                     fmax(TOP + 4 - box.y, 0) + fmax(box.y + box.height - BOTTOM + 2, 0);
    double sum = 1000 * outside;

    for (int i = 0; i < chart->ops->point_count; i++) {
        double x = point_x(chart, &chart->ops->points[i]);
        double y = point_y(chart, &chart->ops->points[i]);

        sum += overlap(box, (struct ink_box){ x - MARKER - 2, y - MARKER - 2,
                                              2 * MARKER + 4, 2 * MARKER + 4 });
    }
    for (int i = 0; i < placed; i++)
        sum += 3 * overlap(box, chart->groups[i].box);
    return sum;
}

static void place(cairo_t *cairo, struct chart *chart, int index)
{
    struct group *group = &chart->groups[index];
    double width = ink_width(cairo, (struct ink_style){ .size = LABEL }, group->text) + 2;
    double best = INFINITY;

    for (int ring = 0; ring < 12 && best > 0; ring++)
        for (int turn = 0; turn < 16; turn++) {
            double reach = MARKER + 4 + 14 * ring, angle = INK_TAU * turn / 16;
            double cx = group->x + cos(angle) * (reach + width / 2 * fabs(cos(angle)));
            double cy = group->y + sin(angle) * (reach + LABEL / 2);
            struct ink_box box = { cx - width / 2, cy - LABEL * 0.6, width,
                                   LABEL * 1.25 };
            double paid = charts_cost(chart, index, box) + 0.01 * ring;

            if (paid < best - (ring ? 0.02 : 0)) {
                best = paid < 1 ? 0 : paid;
                group->box = box;
            }
            if (best == 0)
                break;
        }
}

static void label(cairo_t *cairo, const struct group *group)
{
    struct ink_box box = group->box;
    double x = fmin(fmax(group->x, box.x), box.x + box.width);
    double y = fmin(fmax(group->y, box.y), box.y + box.height);

    if (hypot(x - group->x, y - group->y) > 2.2 * MARKER)
        ink_line(cairo, group->x, group->y, x, y, INK_MUTED);
    ink_text(cairo, box.x, box.y, box.width + 10, (struct ink_style){ .size = LABEL },
             group->text);
}

static void charts_legend(cairo_t *cairo, const struct sheet_ops *ops)
{
    struct ink_style style = { .size = 16, .shrinks = true };
    double y = TOP + 6;

    for (int i = 0; i < ops->series_count; i++, y += 29) {
        marker(cairo, LEGEND + 8, y + 11, &ops->series[i]);
        ink_text(cairo, LEGEND + 26, y, 1600 - LEGEND - 40, style, ops->series[i].name);
    }
    style = (struct ink_style){ .size = 14, .tone = INK_MUTED, .lines = 16 };
    ink_text(cairo, LEGEND, y + 16, 1600 - LEGEND - 24, style, ops->note);
}

double page_ops(cairo_t *cairo, const void *shown)
{
    const struct sheet_ops *ops = shown;
    struct chart chart = { .ops = ops,
                           .x = decades(ops, false, LEFT, RIGHT),
                           .y = decades(ops, true, BOTTOM - EXACT, TOP) };

    ink_text(cairo, INK_MARGIN, 28, 1500, (struct ink_style){ .size = 32, .bold = true },
             "Accuracy against speed");
    ink_text(cairo, INK_MARGIN, 76, 1500,
             (struct ink_style){ .size = 20, .shrinks = true }, ops->device);
    draw_axes(cairo, &chart);
    halves(cairo, &chart);
    find_groups(&chart);
    for (int i = 0; i < chart.group_count; i++)
        place(cairo, &chart, i);
    for (int i = 0; i < chart.group_count; i++)
        label(cairo, &chart.groups[i]);
    for (int i = 0; i < ops->point_count; i++)
        marker(cairo, point_x(&chart, &ops->points[i]), point_y(&chart, &ops->points[i]),
               &ops->series[ops->points[i].series]);
    charts_legend(cairo, ops);
    return SHEET_OPS_HEIGHT;
}

// ---- a sweep ----

static struct report_sweep_words ulp_words(const struct figures *figures)
{
    double error = fabs(figures->ulp.exact.error);

    if (!figures->ulp.there)
        return (struct report_sweep_words){ "no figure" };
    return error == 0 ? (struct report_sweep_words){ "0 ulp" } : report_sweep_ulp(error);
}

// Draws the function and the device.
static void draw_function(cairo_t *cairo, struct ink_box box, const struct sweep *sweep)
{
    const struct backend_facts *facts = &sweep->facts;
    char text[400];
    const struct ink_words lines[] = {
        { sweep->function.name, 0, { .size = 33, .bold = true, .shrinks = true } },
        { sweep->function.summary, 4, { .size = 19, .shrinks = true } },
        { text, 4, { .size = 16, .tone = INK_MUTED, .lines = 2 } },
    };

    snprintf(text, sizeof text, "%s%s%s%s%s%s%s", facts->name,
             facts->version[0] ? "  \u00b7  " : "", facts->version,
             facts->stage[0] ? "  \u00b7  " : "", facts->stage,
             facts->precision[0] ? " " : "", facts->precision);
    ink_lines(cairo, box, lines, 3);
}

// Draws the function, the device, and the main figure.
static void draw_sweep_header(cairo_t *cairo, double inside, const struct sweep *sweep,
                              const struct figures *figures)
{
    const struct report_sweep_words of = report_sweep_ulp_of(sweep);
    const uint64_t wrong = figures->total.kinds[CELL_WRONG];
    const double y = 34, right = INK_MARGIN + inside - 480;

    draw_function(cairo, (struct ink_box){ INK_MARGIN, y, inside - 500, 0 }, sweep);
    ink_textf(cairo, right, y - 8, 480,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
              "largest error%s%s%s%s%s%s", figures_sample(sweep) ? " of a sample" : "",
              of.text[0] ? ", in ulp" : "", of.text, wrong ? "; " : "",
              wrong ? report_sweep_count(wrong).text : "",
              wrong ? " results are wrong in kind" : "");
    ink_text(cairo, right, y + 12, 480,
             (struct ink_style){
                 .size = 44, .bold = true, .align = INK_RIGHT, .shrinks = true },
             ulp_words(figures).text);
    if (strcmp(sweep->facts.where, "cpu"))
        ink_badge(cairo, INK_MARGIN + inside, y + 78,
                  sweep->facts.software ? "software" : "hardware");
    if (figures->done != figures->asked)
        ink_text(cairo, right, y + 84, 300,
                 (struct ink_style){ .size = 16, .bold = true, .align = INK_RIGHT },
                 "NOT COMPLETE");
}

static void draw_sweep_footer(cairo_t *cairo, double inside, const struct sweep *sweep,
                              const struct figures *figures)
{
    const bool partial = figures->done != figures->asked;
    struct ink_style style = INK_NOTE;

    style.shrinks = true;
    ink_textf(
        cairo, INK_MARGIN, 656, inside, style,
        "%s%s%s%s  \u00b7  judge %s%s  \u00b7  results in %s, correct by %s"
        "  \u00b7  ulp(r) = 2^(max(e, emin) \u2212 (p \u2212 1)), r in [2^e, "
        "2^(e+1))",
        report_sweep_over(sweep).text, partial ? ", " : "",
        partial ? report_sweep_count(figures->done).text : "", partial ? " done" : "",
        sweep->facts.judge, figures->ulp.settled ? ", the largest by MPFR" : "",
        function_type_name(sweep->function.result), fp_round_name(sweep->function.round));
}

double page_sweep(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_sweep *of = shown;
    const double inside = SHEET_SWEEP_WIDTH - 2 * INK_MARGIN;
    const struct ink_box plot = { INK_MARGIN, 172, inside, 470 };

    draw_sweep_header(cairo, inside, of->sweep, of->figures);
    ink_line(cairo, INK_MARGIN, 158.5, SHEET_SWEEP_WIDTH - INK_MARGIN, 158.5, INK_FAINT);
    plots_sweep(cairo, plot, of->sweep, of->figures);
    draw_sweep_footer(cairo, inside, of->sweep, of->figures);
    return SHEET_SWEEP_HEIGHT;
}
