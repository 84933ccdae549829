// SPDX-License-Identifier: MIT
//
// How it works: a cell knows the largest magnitude of its errors and how many fall into
// which bin, so that the range of signed errors in a column is known to the width of a
// bin, and exactly on the side where the largest lies. Columns run from the largest
// negative operand to the largest positive one; where an operand has one sign only, or
// none that matters, they begin at the left with the smallest.

#include "sheet/sweep_page.h"

#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Computes the range of a cell's signed errors: from the lowest bin with errors to the
// highest, limited by the largest error.
static void reach(const struct cell *cell, double *from, double *to)
{
    *from = INFINITY;
    *to = -INFINITY;
    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;
        if (!cell->bins[bin])
            continue;
        tally_edges(bin, &low, &high);
        *from = fmin(*from, bin > CELL_ZERO ? low : -high);
        *to = fmax(*to, bin < CELL_ZERO ? -low : high);
    }
    *from = fmax(*from, -cell->ulp.error);
    *to = fmin(*to, cell->ulp.error);
    // The middle bin has both signs. If the sums are equal, all errors have one sign.
    if (!cell->beyond && cell->sum == cell->sum_abs)
        *from = fmax(*from, 0);
    if (!cell->beyond && cell->sum == -cell->sum_abs)
        *to = fmin(*to, 0);
}

// Draws the columns without errors: not done, wrong, or without a finite result.
static void strip(cairo_t *cairo, const struct sweep_panel *panel)
{
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    double below = panel->area.y + panel->area.height;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct chunk *chunk = &panel->sweep->chunks[i / 2];
        const struct cell *cell = &chunk->sides[i % 2];
        struct ink_box box = sweep_panel_column(panel, i / 2, i % 2);
        uint64_t first, last;
        if (!sweep_panel_shows(panel, i / 2, i % 2))
            continue;
        if (!domain_range(&panel->sweep->domain, i / 2, &first, &last))
            continue;
        if (!chunk->done) {
            ink_rectangle(cairo, box, INK_WARM, true);
            continue;
        }
        if (!tally_inputs(cell) || (cell->kinds[CELL_FINITE] && !cell->kinds[CELL_WRONG]))
            continue;
        box.y = below;
        box.height = SWEEP_PANEL_STRIP;
        ink_rectangle(cairo, box, cell->kinds[CELL_WRONG] ? INK_RED : INK_FAINT, true);
    }
    cairo_restore(cairo);
}

static void ranges(cairo_t *cairo, const struct sweep_panel *panel)
{
    // The columns meet, so that no light line is between them.
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct cell *cell = &panel->sweep->chunks[i / 2].sides[i % 2];
        struct ink_box box = sweep_panel_column(panel, i / 2, i % 2);
        if (!panel->sweep->chunks[i / 2].done || cell->ulp.number == CELL_NONE ||
            !sweep_panel_shows(panel, i / 2, i % 2))
            continue;
        double from, to;
        reach(cell, &from, &to);
        double top = sweep_panel_y(panel, to), bottom = sweep_panel_y(panel, from);
        // A range without height is drawn as a line.
        box.y = top - 0.75;
        box.height = bottom - top + 1.5;
        ink_rectangle(cairo, box, INK_BLUE, true);
    }
    cairo_restore(cairo);
}

// Draws steps, one for each column, from that of the largest negative operand on.
static void steps(cairo_t *cairo, const struct sweep_panel *panel,
                  bool value(const struct sweep_panel *, int chunk, int side, double *y),
                  double sign)
{
    bool down = false;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        int chunk, side;
        sweep_panel_cell(panel, i, &chunk, &side);
        if (i == DOMAIN_CHUNKS && panel->low)
            down = false;
        struct ink_box box = sweep_panel_column(panel, chunk, side);
        double error;
        if (!panel->sweep->chunks[chunk].done || !sweep_panel_shows(panel, chunk, side) ||
            !value(panel, chunk, side, &error)) {
            down = false;
            continue;
        }
        double y = sweep_panel_y(panel, sign * error);
        (down ? cairo_line_to : cairo_move_to)(cairo, box.x, y);
        cairo_line_to(cairo, box.x + box.width, y);
        down = true;
    }
    cairo_stroke(cairo);
}

static bool mean_value(const struct sweep_panel *panel, int chunk, int side, double *y)
{
    const struct cell *cell = &panel->sweep->chunks[chunk].sides[side];

    *y = tally_mean(cell);
    return tally_has_errors(cell) && cell->kinds[CELL_FINITE] > cell->beyond;
}

static bool limit_value(const struct sweep_panel *panel, int chunk, int side, double *y)
{
    *y = panel->figures->allowed[chunk][side];
    return isfinite(*y);
}

static void curves(cairo_t *cairo, const struct sweep_panel *panel)
{
    cairo_save(cairo);
    cairo_rectangle(cairo, panel->area.x, panel->area.y, panel->area.width,
                    panel->area.height);
    cairo_clip(cairo);
    ink_tone(cairo, INK_PAPER);
    cairo_set_line_width(cairo, 4);
    steps(cairo, panel, mean_value, 1);
    ink_tone(cairo, INK_ORANGE);
    cairo_set_line_width(cairo, 2);
    steps(cairo, panel, mean_value, 1);
    ink_tone(cairo, INK_TEXT);
    cairo_set_line_width(cairo, 1.5);
    cairo_set_dash(cairo, (double[]){ 6, 4 }, 2, 0);
    steps(cairo, panel, limit_value, 1);
    steps(cairo, panel, limit_value, -1);
    cairo_restore(cairo);
}

static bool is_line(const struct sweep_panel *panel,
                    const struct function_published *said)
{
    bool everywhere = !said->where || !said->where[0];

    return said->ulp > 0 && everywhere && sweep_page_scale(said->ulp) <= panel->most;
}

// Draws a published maximum of all inputs, as a line on either side.
static void sweep_errors_published(cairo_t *cairo, const struct sweep_panel *panel)
{
    const struct function *function = &panel->sweep->function;
    const struct ink_box area = panel->area;

    for (int i = 0; i < FUNCTION_PUBLISHED; i++) {
        const struct function_published *said = &function->published[i];
        if (!is_line(panel, said))
            continue;
        cairo_save(cairo);
        ink_tone(cairo, INK_TEXT);
        cairo_set_line_width(cairo, 1.5);
        cairo_set_dash(cairo, (double[]){ 2, 4 }, 2, 0);
        for (int sign = -1; sign <= 1; sign += 2) {
            cairo_move_to(cairo, area.x, sweep_panel_y(panel, sign * said->ulp));
            cairo_line_to(cairo, area.x + area.width,
                          sweep_panel_y(panel, sign * said->ulp));
        }
        cairo_stroke(cairo);
        cairo_restore(cairo);
    }
}

static void paper(cairo_t *cairo, struct ink_box box)
{
    ink_rectangle(cairo, box, INK_PAPER, true);
}

// Marks the largest error with a ring, and prints it above or below the panel's middle.
static void worst(cairo_t *cairo, const struct sweep_panel *panel)
{
    const struct figures_worst *worst = &panel->figures->ulp;
    const struct domain *domain = &panel->sweep->domain;
    struct ink_style style = { .size = 16, .bold = true };
    char lines[2][400];

    if (!worst->there || worst->exact.error == 0)
        return;
    int side = panel->axis.signs ? domain_side(domain, worst->number) : 0;
    struct ink_box at =
        sweep_panel_column(panel, domain_chunk(domain, worst->number), side);
    double x = at.x + at.width / 2, y = sweep_panel_y(panel, worst->exact.error);
    bool up = worst->exact.error > 0, right = x > SHEET_SWEEP_WIDTH / 2.0;

    snprintf(lines[0], sizeof lines[0], "%s at %s",
             report_sweep_ulp(fabs(worst->exact.error)).text,
             report_sweep_operands(panel->sweep, worst->operands).text);
    snprintf(lines[1], sizeof lines[1], "got %s%s%s",
             report_sweep_result(panel->sweep->function.result, worst->got).text,
             worst->settled ? ", exact " : "", worst->settled ? worst->exact.text : "");

    const struct ink_style plain = { .size = 16 };
    double width = fmin(
        fmax(ink_width(cairo, style, lines[0]), ink_width(cairo, plain, lines[1])) + 8,
        panel->area.width - 4);
    double left = right ? x - width : x;
    double top = up ? panel->area.y + 4 : panel->area.y + panel->area.height - 50;
    left = fmax(panel->area.x + 2,
                fmin(left, panel->area.x + panel->area.width - width - 2));
    ink_line(cairo, x, up ? top + 44 : top, x, up ? y - 6 : y + 6, INK_TEXT);
    paper(cairo, (struct ink_box){ left - 4, up ? panel->area.y : top, width + 8, 50 });
    style.align = right ? INK_RIGHT : INK_LEFT;
    style.shrinks = true;
    ink_text(cairo, left, top + 2, width, style, lines[0]);
    style.bold = false;
    ink_text(cairo, left, top + 23, width, style, lines[1]);
    ink_tone(cairo, INK_TEXT);
    cairo_set_line_width(cairo, 2);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, 6, 0, 2 * M_PI);
    cairo_stroke(cairo);
}

static double sweep_errors_most_of(const struct sweep *sweep,
                                   const struct figures *figures)
{
    double error = figures->ulp.there ? fabs(figures->ulp.exact.error) : 0;
    double least = fmax(error, 0.5), most = least;

    // A limit that is far away stays outside the panel; the text has it.
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        if (figures->allowed[i / 2][i % 2] <= 16 * least)
            most = fmax(most, figures->allowed[i / 2][i % 2]);
    for (int i = 0; i < FUNCTION_PUBLISHED; i++)
        if (sweep->function.published[i].ulp <= 16 * least)
            most = fmax(most, sweep->function.published[i].ulp);
    return 1.5 * sweep_page_scale(most);
}

static double sweep_errors_key(cairo_t *cairo, double x, double y, int which,
                               const char *text)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED };

    cairo_save(cairo);
    if (which == 0)
        ink_rectangle(cairo, (struct ink_box){ x, y + 4, 26, 11 }, INK_BLUE, true);
    else {
        ink_tone(cairo, which == 1 ? INK_ORANGE : INK_TEXT);
        cairo_set_line_width(cairo, which == 1 ? 2.5 : 1.5);
        if (which > 1)
            cairo_set_dash(cairo, which == 2 ? (double[]){ 6, 4 } : (double[]){ 2, 4 }, 2,
                           0);
        cairo_move_to(cairo, x, y + 10);
        cairo_line_to(cairo, x + 26, y + 10);
        cairo_stroke(cairo);
    }
    cairo_restore(cairo);
    ink_text(cairo, x + 33, y, 300, style, text);
    return x + 33 + ink_width(cairo, style, text) + 26;
}

static void sweep_errors_legend(cairo_t *cairo, const struct sweep_panel *panel)
{
    double y = panel->area.y - 28, x = panel->area.x + 420;
    bool standard = false, said = false;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        standard |=
            sweep_panel_shows(panel, i / 2, i % 2) && panel->sweep->chunks[i / 2].done &&
            sweep_page_scale(panel->figures->allowed[i / 2][i % 2]) <= panel->most;
    for (int i = 0; i < FUNCTION_PUBLISHED; i++)
        said |= is_line(panel, &panel->sweep->function.published[i]);
    x = sweep_errors_key(cairo, x, y, 0, "from smallest to largest error");
    x = sweep_errors_key(cairo, x, y, 1, "mean");
    if (standard)
        x = sweep_errors_key(cairo, x, y, 2, "allowed");
    if (said)
        sweep_errors_key(cairo, x, y, 3, "published maximum");
}

// Finds the kinds of marked columns: kinds[0] for grey, kinds[1] for red.
static void marked(const struct sweep_panel *panel, bool kinds[2])
{
    kinds[0] = kinds[1] = false;
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct cell *cell = &panel->sweep->chunks[i / 2].sides[i % 2];
        if (!panel->sweep->chunks[i / 2].done || !tally_inputs(cell))
            continue;
        kinds[1] |= cell->kinds[CELL_WRONG] != 0;
        kinds[0] |= !cell->kinds[CELL_FINITE] && !cell->kinds[CELL_WRONG];
    }
}

static void title(cairo_t *cairo, const struct sweep_panel *panel)
{
    bool kinds[2];

    // The words before and after the operand's name.
    static const char *const names[][2] = {
        [AXIS_BINADES] = { "binade of ", "" },
        [AXIS_OCTETS] = { "eight binades of ", "" },
        [AXIS_PARTS] = { "256ths of ", " in [1, 2)" },
        [AXIS_WORDS] = { "2\u00b2\u00b3 neighbouring ", "s" },
    };
    const struct ink_style style = { .size = 17, .bold = true };
    const struct ink_style note = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    const struct ink_box area = panel->area;

    marked(panel, kinds);
    ink_textf(cairo, area.x - 70, area.y - 30, 480, style, "Error in ulp%s, by %s%s%s",
              report_sweep_ulp_of(panel->sweep).text, names[panel->axis.kind][0],
              panel->axis.operand, names[panel->axis.kind][1]);
    ink_textf(cairo, area.x, area.y + area.height + SWEEP_PANEL_STRIP + 28, area.width,
              note, "%s%s%s%s%s", panel->axis.operand,
              panel->leaves_out ? "; not shown: binades without an error above 1/8 ulp"
                                : "",
              kinds[0] ? "; under the axis, grey: no result with an error" : "",
              kinds[1] ? "; red: some are wrong in kind" : "",
              panel->figures->done < panel->figures->asked ? "; shaded: not done" : "");
}

// Writes a text in the upper half of the panel, where nothing is drawn.
static void sweep_errors_empty(cairo_t *cairo, struct ink_box area, const char *text)
{
    const struct ink_style style = { .size = 24, .tone = INK_MUTED, .align = INK_CENTRE };
    double width = ink_width(cairo, style, text) + 24, y = area.y + area.height / 2 - 60;

    paper(cairo, (struct ink_box){ area.x + (area.width - width) / 2, y - 4, width, 40 });
    ink_text(cairo, area.x, y, area.width, style, text);
}

void sweep_page_errors(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                       const struct figures *figures)
{
    struct sweep_panel panel = {
        .area = { box.x + 70, box.y + 30, box.width - 70, box.height - 84 },
        .most = sweep_errors_most_of(sweep, figures),
        .axis = axis_of(&sweep->function, &sweep->domain),
        .sweep = sweep,
        .figures = figures,
    };

    sweep_panel_span(&panel);
    strip(cairo, &panel);
    sweep_panel_axes(cairo, &panel);
    ranges(cairo, &panel);
    sweep_errors_published(cairo, &panel);
    curves(cairo, &panel);
    worst(cairo, &panel);
    title(cairo, &panel);
    sweep_errors_legend(cairo, &panel);
    if (!tally_has_errors(&figures->total))
        sweep_errors_empty(cairo, panel.area,
                           "errors were not counted, only which results are right");
    else if (!figures->ulp.there)
        sweep_errors_empty(cairo, panel.area,
                           "no result has an error that can be counted");
    else if (figures->ulp.exact.error == 0)
        sweep_errors_empty(cairo, panel.area,
                           figures->total.kinds[CELL_WRONG]
                               ? "no result of the right kind has an error"
                               : "no result has an error");
}
