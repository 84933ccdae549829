// SPDX-License-Identifier: MIT
//
// How it works: a cell knows the largest magnitude of its errors and how many fall into
// which bin, so that the range of signed errors in a column is known to the width of a
// bin, and exactly on the side where the largest lies. Columns run from the largest
// negative operand to the largest positive one; where an operand has one sign only, or
// none that matters, they begin at the left with the smallest.

#include "sheet/canvas.h"
#include "sheet/ink.h"
#include "sheet/module.h"
#include "sheet/parts.h"
#include "sheet/sheet.h"
#include "sweep/function.h"
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 44

// A mark of the scale, and its name.
#define TICKS 8
struct tick {
    double error;
    char name[16];
};

#define STRIP 9  // height, under the panel, of the marks of columns without errors
#define GAP   16 // width, in the middle, if the smallest operands are left out

// The panel of errors against operands.
struct panel {
    struct ink_box area;
    double most;     // on the scale, to either side
    int low, high;   // chunks [low, high) that are shown
    bool leaves_out; // some that were asked are not
    struct axis axis;
    const struct sweep *sweep;
    const struct figures *figures;
};

// Returns an error on the scale: linear within an ulp, then a step for each power of
// two.
static double scale(double error)
{
    double size = fabs(error);

    return copysign(size <= 1 ? size : 1 + log2(size), error);
}

// Writes "2" with the digits of `power` as superscripts.
static void write_power(int power, char *text, size_t size)
{
    static const char *const digits[] = { "\u2070", "\u00b9", "\u00b2", "\u00b3",
                                          "\u2074", "\u2075", "\u2076", "\u2077",
                                          "\u2078", "\u2079" };
    char plain[16];
    size_t used = (size_t) snprintf(text, size, "2%s", power < 0 ? "\u207b" : "");

    snprintf(plain, sizeof plain, "%d", power < 0 ? -power : power);
    for (const char *at = plain; *at && used + 4 < size; at++)
        used += (size_t) snprintf(text + used, size - used, "%s", digits[*at - '0']);
}

// Lists the marks of the scale, outwards; `most` in [0, oo) on the scale. Returns their
// number.
static int list_ticks(double most, struct tick ticks[TICKS])
{
    int count = 0, step = (int) ceil((most - 1) / 5);

    ticks[count++] = (struct tick){ 0, "0" };
    if (most < 3)
        ticks[count++] = (struct tick){ 0.5, "\u00bd" };
    if (most < 0.9)
        return count;
    if (most < 12)
        ticks[count++] = (struct tick){ 1, "1" };
    step = step < 1 ? 1 : step;
    for (int power = step; 1 + power <= most && count < TICKS; power += step) {
        struct tick *tick = &ticks[count++];
        tick->error = ldexp(1, power);
        if (power <= 13)
            snprintf(tick->name, sizeof tick->name, "%.0f", tick->error);
        else
            write_power(power, tick->name, sizeof tick->name);
    }
    return count;
}

static double y_of(const struct panel *panel, double error)
{
    double middle = panel->area.y + panel->area.height / 2;

    return middle - scale(error) / panel->most * panel->area.height / 2;
}

static bool is_plain(const struct panel *panel, int chunk)
{
    const struct chunk *it = &panel->sweep->chunks[chunk];
    uint64_t first, last;

    if (!domain_range(&panel->sweep->domain, chunk, &first, &last))
        return true;
    for (int side = 0; side < 2; side++)
        if (!it->done || it->sides[side].kinds[CELL_WRONG] ||
            it->sides[side].ulp.error > 0.125)
            return false;
    return true;
}

// Leaves out chunks at either end that are not in the sweep, or have no error above 1/8
// ulp.
static void set_span(struct panel *panel)
{
    const struct domain *domain = &panel->sweep->domain;
    int from = 0, to = DOMAIN_CHUNKS, low, high;
    uint64_t first, last;

    while (from < to - 1 && !domain_range(domain, from, &first, &last))
        from++;
    while (to > from + 1 && !domain_range(domain, to - 1, &first, &last))
        to--;
    if (panel->axis.kind == AXIS_WORDS)
        from = 0, to = DOMAIN_CHUNKS;
    panel->low = low = from;
    panel->high = high = to;
    if (!panel->axis.signs || panel->axis.kind == AXIS_WORDS)
        return;
    while (low < high && is_plain(panel, low))
        low++;
    while (high > low && is_plain(panel, high - 1))
        high--;
    if (low == high)
        return;
    // Some chunks without errors stay, to show that they have none.
    low -= 4 + (high - low) / 8;
    high += 4 + (to - low) / 32;
    panel->low = low < from + 16 ? from : low;
    panel->high = high > to - 16 ? to : high;
    panel->leaves_out = panel->low > from || panel->high < to;
}

// Returns true if a chunk is shown, and the side has columns.
static bool shows(const struct panel *panel, int chunk, int side)
{
    return chunk >= panel->low && chunk < panel->high && (!side || panel->axis.signs);
}

// Returns the edge of a column on the side of zero; `chunk` may be panel->high. If the
// middle is left out, there is a gap.
static double x_at(const struct panel *panel, double chunk, int side)
{
    double gap = panel->low ? GAP / 2.0 : 0;
    double half = panel->area.width / 2, part = chunk - panel->low;

    part /= panel->high - panel->low;
    // Words have no sign: those with the top bit set come second.
    if (panel->axis.kind == AXIS_WORDS)
        return panel->area.x + half * (side + part);
    if (!panel->axis.signs)
        return panel->area.x + panel->area.width * part;
    return panel->area.x + half + (side ? -1 : 1) * (gap + (half - gap) * part);
}

// Finds the cell of the column at `place` in [0, 2 DOMAIN_CHUNKS), from the left.
static void cell_at(const struct panel *panel, int place, int *chunk, int *side)
{
    bool mirrored = panel->axis.signs && panel->axis.kind != AXIS_WORDS;
    bool second = place >= DOMAIN_CHUNKS;

    *side = mirrored ? !second : second;
    *chunk = mirrored && !second ? DOMAIN_CHUNKS - 1 - place : place % DOMAIN_CHUNKS;
}

// Returns the column of a cell, as high as the panel. Without signs, all columns are of
// side 0.
static struct ink_box column(const struct panel *panel, int chunk, int side)
{
    double a = x_at(panel, chunk, side), b = x_at(panel, chunk + 1, side);

    return (struct ink_box){ fmin(a, b), panel->area.y, fabs(b - a), panel->area.height };
}

static void frame(cairo_t *cairo, const struct panel *panel)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    struct tick ticks[TICKS];
    int count = list_ticks(panel->most, ticks);

    for (int i = -count + 1; i < count; i++) {
        const struct tick *tick = &ticks[i < 0 ? -i : i];
        double y = floor(y_of(panel, i < 0 ? -tick->error : tick->error)) + 0.5;
        ink_line(cairo, panel->area.x, y, panel->area.x + panel->area.width, y,
                 INK_FAINT);
        ink_textf(cairo, panel->area.x - 70, y - 10, 62, style, "%s%s",
                  i < 0   ? "\u2212"
                  : i > 0 ? "+"
                          : "",
                  tick->name);
    }
}

static void operand_name(const struct panel *panel, int chunk, int side, char *text,
                         size_t size)
{
    char power[40];

    if (panel->axis.kind == AXIS_PARTS)
        snprintf(text, size, "%g", 1 + chunk / 256.0);
    else if (panel->axis.kind == AXIS_WORDS)
        snprintf(text, size, "0x%08x", (unsigned) side << 31 | (unsigned) chunk << 23);
    else {
        int exponent = panel->axis.kind == AXIS_OCTETS ? 8 * chunk - 1024 : chunk - 127;
        write_power(exponent, power, sizeof power);
        snprintf(text, size, "%s%s", side ? "\u2212" : "", power);
    }
}

static void mark(cairo_t *cairo, const struct panel *panel, double chunk, int side,
                 const char *name)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_CENTRE };
    double x = floor(x_at(panel, chunk, side)) + 0.5;
    double below = panel->area.y + panel->area.height;

    ink_line(cairo, x, panel->area.y, x, below, INK_FAINT);
    ink_line(cairo, x, below + STRIP, x, below + STRIP + 5, INK_MUTED);
    ink_text(cairo, x - 50, below + STRIP + 8, 100, style, name);
}

// Steps of a power of two, about eight of them. An octet begins with 2^(8 n + 1), so that
// 2^(8 n) lies an eighth of it before.
static void inputs(cairo_t *cairo, const struct panel *panel)
{
    bool binades = panel->axis.kind == AXIS_BINADES, signs = panel->axis.signs;
    bool words = panel->axis.kind == AXIS_WORDS;
    int step = words ? 64 : 1, most = signs ? 9 : 17;
    double middle = panel->area.x + panel->area.width / 2;
    double before = panel->axis.kind == AXIS_OCTETS ? 0.125 : 0;
    char name[48];

    while ((panel->high - panel->low) / step >= most)
        step *= 2;
    for (int side = 0; side <= (signs ? 1 : 0); side++)
        for (int chunk = panel->low; chunk < panel->high; chunk++) {
            double x = x_at(panel, chunk - before, side);
            bool near = signs && panel->low && fabs(x - middle) < 55;
            // 2^0 has a mark of its own; zero is not named twice.
            if ((binades ? chunk - 127 : chunk) % step || near ||
                (signs && !words && chunk == 0) || chunk - before < panel->low)
                continue;
            operand_name(panel, chunk, side, name, sizeof name);
            mark(cairo, panel, chunk - before, side, name);
        }
    if (signs && !words && panel->low == 0)
        mark(cairo, panel, 0, 0, "0");
}

// Draws the gap of the part that is left out, which contains zero.
static void draw_gap(cairo_t *cairo, const struct panel *panel)
{
    const struct ink_box area = panel->area;
    const double middle = area.x + area.width / 2, half = GAP / 2.0;
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_CENTRE };

    if (!panel->low || !panel->axis.signs)
        return;
    ink_rectangle(cairo, (struct ink_box){ middle - half, area.y, 2 * half, area.height },
                  INK_PAPER, true);
    ink_line(cairo, middle - half, area.y, middle - half, area.y + area.height,
             INK_MUTED);
    ink_line(cairo, middle + half, area.y, middle + half, area.y + area.height,
             INK_MUTED);
    ink_text(cairo, middle - 50, area.y + area.height + STRIP + 8, 100, style,
             "\u2026 0 \u2026");
}

// Draws lines and names of the errors, and of the operands.
static void axes(cairo_t *cairo, const struct panel *panel)
{
    frame(cairo, panel);
    inputs(cairo, panel);
    draw_gap(cairo, panel);
}
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
static void strip(cairo_t *cairo, const struct panel *panel)
{
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    double below = panel->area.y + panel->area.height;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct chunk *chunk = &panel->sweep->chunks[i / 2];
        const struct cell *cell = &chunk->sides[i % 2];
        struct ink_box box = column(panel, i / 2, i % 2);
        uint64_t first, last;
        if (!shows(panel, i / 2, i % 2))
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
        box.height = STRIP;
        ink_rectangle(cairo, box, cell->kinds[CELL_WRONG] ? INK_RED : INK_FAINT, true);
    }
    cairo_restore(cairo);
}

static void ranges(cairo_t *cairo, const struct panel *panel)
{
    // The columns meet, so that no light line is between them.
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct cell *cell = &panel->sweep->chunks[i / 2].sides[i % 2];
        struct ink_box box = column(panel, i / 2, i % 2);
        if (!panel->sweep->chunks[i / 2].done || cell->ulp.number == CELL_NONE ||
            !shows(panel, i / 2, i % 2))
            continue;
        double from, to;
        reach(cell, &from, &to);
        double top = y_of(panel, to), bottom = y_of(panel, from);
        // A range without height is drawn as a line.
        box.y = top - 0.75;
        box.height = bottom - top + 1.5;
        ink_rectangle(cairo, box, INK_BLUE, true);
    }
    cairo_restore(cairo);
}

// Draws steps, one for each column, from that of the largest negative operand on.
static void steps(cairo_t *cairo, const struct panel *panel,
                  bool value(const struct panel *, int chunk, int side, double *y),
                  double sign)
{
    bool down = false;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        int chunk, side;
        cell_at(panel, i, &chunk, &side);
        if (i == DOMAIN_CHUNKS && panel->low)
            down = false;
        struct ink_box box = column(panel, chunk, side);
        double error;
        if (!panel->sweep->chunks[chunk].done || !shows(panel, chunk, side) ||
            !value(panel, chunk, side, &error)) {
            down = false;
            continue;
        }
        double y = y_of(panel, sign * error);
        (down ? cairo_line_to : cairo_move_to)(cairo, box.x, y);
        cairo_line_to(cairo, box.x + box.width, y);
        down = true;
    }
    cairo_stroke(cairo);
}

static bool mean_value(const struct panel *panel, int chunk, int side, double *y)
{
    const struct cell *cell = &panel->sweep->chunks[chunk].sides[side];

    *y = tally_mean(cell);
    return tally_has_errors(cell) && cell->kinds[CELL_FINITE] > cell->beyond;
}

static bool limit_value(const struct panel *panel, int chunk, int side, double *y)
{
    *y = panel->figures->allowed[chunk][side];
    return isfinite(*y);
}

static void curves(cairo_t *cairo, const struct panel *panel)
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

static bool is_line(const struct panel *panel, const struct function_published *said)
{
    bool everywhere = !said->where || !said->where[0];

    return said->ulp > 0 && everywhere && scale(said->ulp) <= panel->most;
}

// Draws a published maximum of all inputs, as a line on either side.
static void draw_published(cairo_t *cairo, const struct panel *panel)
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
            cairo_move_to(cairo, area.x, y_of(panel, sign * said->ulp));
            cairo_line_to(cairo, area.x + area.width, y_of(panel, sign * said->ulp));
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
static void worst(cairo_t *cairo, const struct panel *panel)
{
    const struct figures_worst *worst = &panel->figures->ulp;
    const struct domain *domain = &panel->sweep->domain;
    struct ink_style style = { .size = 16, .bold = true };
    char lines[2][400];

    if (!worst->there || worst->exact.error == 0)
        return;
    int side = panel->axis.signs ? domain_side(domain, worst->number) : 0;
    struct ink_box at = column(panel, domain_chunk(domain, worst->number), side);
    double x = at.x + at.width / 2, y = y_of(panel, worst->exact.error);
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

static double most_of(const struct sweep *sweep, const struct figures *figures)
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
    return 1.5 * scale(most);
}

static double key(cairo_t *cairo, double x, double y, int which, const char *text)
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

static void legend(cairo_t *cairo, const struct panel *panel)
{
    double y = panel->area.y - 28, x = panel->area.x + 420;
    bool standard = false, said = false;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        standard |= shows(panel, i / 2, i % 2) && panel->sweep->chunks[i / 2].done &&
                    scale(panel->figures->allowed[i / 2][i % 2]) <= panel->most;
    for (int i = 0; i < FUNCTION_PUBLISHED; i++)
        said |= is_line(panel, &panel->sweep->function.published[i]);
    x = key(cairo, x, y, 0, "from smallest to largest error");
    x = key(cairo, x, y, 1, "mean");
    if (standard)
        x = key(cairo, x, y, 2, "allowed");
    if (said)
        key(cairo, x, y, 3, "published maximum");
}

// Finds the kinds of marked columns: kinds[0] for grey, kinds[1] for red.
static void marked(const struct panel *panel, bool kinds[2])
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

static void title(cairo_t *cairo, const struct panel *panel)
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
    ink_textf(cairo, area.x, area.y + area.height + STRIP + 28, area.width, note,
              "%s%s%s%s%s", panel->axis.operand,
              panel->leaves_out ? "; not shown: binades without an error above 1/8 ulp"
                                : "",
              kinds[0] ? "; under the axis, grey: no result with an error" : "",
              kinds[1] ? "; red: some are wrong in kind" : "",
              panel->figures->done < panel->figures->asked ? "; shaded: not done" : "");
}

// Writes a text in the upper half of the panel, where nothing is drawn.
static void empty(cairo_t *cairo, struct ink_box area, const char *text)
{
    const struct ink_style style = { .size = 24, .tone = INK_MUTED, .align = INK_CENTRE };
    double width = ink_width(cairo, style, text) + 24, y = area.y + area.height / 2 - 60;

    paper(cairo, (struct ink_box){ area.x + (area.width - width) / 2, y - 4, width, 40 });
    ink_text(cairo, area.x, y, area.width, style, text);
}

// Draws the signed error against the operand, a column for each binade: the range, the
// mean, and the limits.
static void draw_errors(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                        const struct figures *figures)
{
    struct panel panel = {
        .area = { box.x + 70, box.y + 30, box.width - 70, box.height - 84 },
        .most = most_of(sweep, figures),
        .axis = axis_of(&sweep->function, &sweep->domain),
        .sweep = sweep,
        .figures = figures,
    };

    set_span(&panel);
    strip(cairo, &panel);
    axes(cairo, &panel);
    ranges(cairo, &panel);
    draw_published(cairo, &panel);
    curves(cairo, &panel);
    worst(cairo, &panel);
    title(cairo, &panel);
    legend(cairo, &panel);
    if (!tally_has_errors(&figures->total))
        empty(cairo, panel.area, "errors were not counted, only which results are right");
    else if (!figures->ulp.there)
        empty(cairo, panel.area, "no result has an error that can be counted");
    else if (figures->ulp.exact.error == 0)
        empty(cairo, panel.area,
              figures->total.kinds[CELL_WRONG]
                  ? "no result of the right kind has an error"
                  : "no result has an error");
}

static struct report_sweep_words ulp_words(const struct figures *figures)
{
    double error = fabs(figures->ulp.exact.error);

    if (!figures->ulp.there)
        return (struct report_sweep_words){ "no figure" };
    return error == 0 ? (struct report_sweep_words){ "0 ulp" } : report_sweep_ulp(error);
}

// Draws the name, the device, and the main figure.
static void header(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                   const struct figures *figures)
{
    const struct facts badge = { .software = sweep->facts.software };
    const struct backend_facts *facts = &sweep->facts;
    double left = box.width - 500, right = box.x + left + 20, y = box.y;
    uint64_t wrong = figures->total.kinds[CELL_WRONG];
    const struct report_sweep_words of = report_sweep_ulp_of(sweep);

    y += ink_text(cairo, box.x, y, left,
                  (struct ink_style){ .size = 33, .bold = true, .shrinks = true },
                  sweep->function.name) +
         4;
    y +=
        ink_text(cairo, box.x, y, left, (struct ink_style){ .size = 19, .shrinks = true },
                 sweep->function.summary) +
        4;
    ink_textf(cairo, box.x, y, left,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 },
              "%s%s%s%s%s%s%s", facts->name, facts->version[0] ? "  \u00b7  " : "",
              facts->version, facts->stage[0] ? "  \u00b7  " : "", facts->stage,
              facts->precision[0] ? " " : "", facts->precision);
    ink_textf(cairo, right, box.y - 8, 480,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
              "largest error%s%s%s%s%s%s", figures_sample(sweep) ? " of a sample" : "",
              of.text[0] ? ", in ulp" : "", of.text, wrong ? "; " : "",
              wrong ? report_sweep_count(wrong).text : "",
              wrong ? " results are wrong in kind" : "");
    ink_text(cairo, right, box.y + 12, 480,
             (struct ink_style){
                 .size = 44, .bold = true, .align = INK_RIGHT, .shrinks = true },
             ulp_words(figures).text);
    if (strcmp(facts->where, "cpu"))
        parts_badge(cairo, box.x + box.width, box.y + 78, &badge);
    if (figures->done != figures->asked)
        ink_text(cairo, right, box.y + 84, 300,
                 (struct ink_style){ .size = 16, .bold = true, .align = INK_RIGHT },
                 "NOT COMPLETE");
}

static void footer(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                   const struct figures *figures)
{
    bool partial = figures->done != figures->asked;

    ink_textf(
        cairo, box.x, box.y, box.width,
        (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
        "%s%s%s%s  \u00b7  judge %s%s  \u00b7  results in %s, correct by %s"
        "  \u00b7  ulp(r) = 2^(max(e, emin) \u2212 (p \u2212 1)), r in [2^e, 2^(e+1))",
        report_sweep_over(sweep).text, partial ? ", " : "",
        partial ? report_sweep_count(figures->done).text : "", partial ? " done" : "",
        sweep->facts.judge, figures->ulp.settled ? ", the largest by MPFR" : "",
        function_type_name(sweep->function.result), fp_round_name(sweep->function.round));
}

double sweep_draw(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_sweep *of = shown;
    const struct sweep *sweep = of->sweep;
    const struct figures *figures = of->figures;
    const double inside = SHEET_SWEEP_WIDTH - 2 * MARGIN;

    header(cairo, (struct ink_box){ MARGIN, 34, inside, 116 }, sweep, figures);
    ink_line(cairo, MARGIN, 158.5, SHEET_SWEEP_WIDTH - MARGIN, 158.5, INK_FAINT);
    draw_errors(cairo, (struct ink_box){ MARGIN, 172, inside, 470 }, sweep, figures);
    footer(cairo, (struct ink_box){ MARGIN, 656, inside, 20 }, sweep, figures);
    return 0;
}
