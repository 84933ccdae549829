// SPDX-License-Identifier: MIT
//
// Plots: the figures of Tom Olson's second article ("Benchmarking floating-point
// precision in mobile GPUs, part II", 2013), the errors of a sweep, and the speed of
// operations.

#include "sheet/plots.h"

#include "sweep/function.h"
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the figures of the article ----
//
// How it works: the sum 2^B + x has a quantum of q = 2^(B - f), so that (2^B + x) - 2^B
// is x rounded to a multiple of q. In stripe f - 1 the quantum is 1/2. In stripe f it
// is 1: truncation leaves nothing, and rounding to nearest leaves 1 where x is above
// 1/2. In stripe f + 1 it is 2, and nothing is left. Where truncation errs by q/2 in
// the mean, rounding to nearest errs by q/4.

#define PANELS    3
#define PANEL_GAP 12
#define TITLE     30
#define KEY       190 // width of the sample of a curve and its name
#define LINE      20

enum { NEAREST, TRUNCATED, ADDERS };

// The lines of the adders are broad and pale, so that those of devices are visible on
// them.
static const struct look {
    enum ink_tone tone;
    double width;
    double dash[2];
} curve_looks[ADDERS + PLOTS_CURVES] = {
    [NEAREST] = { INK_PALE_BLUE, 7, { 0 } },
    [TRUNCATED] = { INK_PALE_ORANGE, 11, { 0 } },
    { INK_TEXT, 1.8, { 0 } },
    { INK_TEXT, 1.8, { 7, 3 } },
    { INK_TEXT, 1.8, { 2, 2 } },
    { INK_MUTED, 1.8, { 0 } },
    { INK_MUTED, 1.8, { 7, 3 } },
    { INK_MUTED, 1.8, { 2, 2 } },
};

static void use_look(cairo_t *cairo, const struct look *look)
{
    ink_tone(cairo, look->tone);
    cairo_set_line_width(cairo, look->width);
    cairo_set_dash(cairo, look->dash, look->dash[0] > 0 ? 2 : 0, 0);
}

// A panel is a stripe; a curve is an adder, or a device after the adders.
struct panels {
    const struct plots_figures *figures;
    struct ink_box area; // of the first panel
    double step;         // to the next
};

// Returns the x of a column of a curve, and sets the number of its columns.
static double column_x(const struct panels *panels, int curve, int column, int *columns)
{
    const struct plots_figures *figures = panels->figures;

    *columns = curve < ADDERS ? 512 : figures->curves[curve - ADDERS].picture->width;
    return 1 - (column + 0.5) / *columns;
}

// Returns the output of a curve at x; NaN if it has no such stripe.
static double output_of(const struct panels *panels, int curve, int panel, int column,
                        double x)
{
    const double quantum = ldexp(1, panel - 1);
    const int band = panels->figures->fraction_bits - 1 + panel;

    if (curve == NEAREST)
        return nearbyint(x / quantum) * quantum;
    if (curve == TRUNCATED)
        return floor(x / quantum) * quantum;
    const struct plots_curve *device = &panels->figures->curves[curve - ADDERS];
    const struct picture *picture = device->picture;

    if (band < 0 || band >= picture->bands)
        return NAN;
    if (device->values)
        return device->values[(size_t) band * (size_t) picture->width + (size_t) column];
    int row = picture->height - (2 * band + 1) * picture->height / picture->bands / 2 - 1;

    return picture->grey[(size_t) row * (size_t) picture->width + (size_t) column] /
           255.0;
}

static void draw_curve(cairo_t *cairo, const struct panels *panels, int curve, int panel,
                       bool errors)
{
    struct ink_box area = panels->area;
    int columns = 1;
    bool down = false;

    area.x += panel * panels->step;
    cairo_save(cairo);
    cairo_rectangle(cairo, area.x, area.y - 6, area.width, area.height + 12);
    cairo_clip(cairo);
    use_look(cairo, &curve_looks[curve]);
    for (int i = 0; i < columns; i++) {
        const double x = column_x(panels, curve, i, &columns);
        const double output = output_of(panels, curve, panel, i, x);
        const double y = errors ? fabs(output - x) : output;

        if (isfinite(y))
            (down ? cairo_line_to : cairo_move_to)(cairo, area.x + (1 - x) * area.width,
                                                   area.y + (1 - y) * area.height);
        down = isfinite(y);
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static double mean_error(const struct panels *panels, int curve, int panel)
{
    double sum = 0;
    int columns = 1;

    for (int i = 0; i < columns; i++) {
        const double x = column_x(panels, curve, i, &columns);

        sum += fabs(output_of(panels, curve, panel, i, x) - x);
    }
    return sum / columns;
}

// Draws the axes of a panel, and, for outputs, the line of no error.
static void draw_panel(cairo_t *cairo, const struct panels *panels, int panel,
                       bool errors)
{
    static const char *const levels[] = { "0", "\u00bd", "1" };
    struct ink_box area = panels->area;
    struct ink_style style = INK_NOTE;

    area.x += panel * panels->step;
    style.align = INK_RIGHT;
    for (int i = 0; i < 3; i++) {
        const double y = floor(area.y + area.height * (1 - i / 2.0)) + 0.5;
        const double x = floor(area.x + area.width * i / 2.0) + 0.5;

        ink_line(cairo, area.x, y, area.x + area.width, y, INK_FAINT);
        ink_line(cairo, x, area.y, x, area.y + area.height, INK_FAINT);
        if (panel == 0)
            ink_text(cairo, area.x - 30, y - 9, 23, style, levels[i]);
    }
    if (!errors)
        ink_line(cairo, area.x, area.y, area.x + area.width, area.y + area.height,
                 INK_MUTED);
    picture_ends(cairo, area, "x = 1", "", "x = 0");
    style.align = INK_CENTRE;
    style.bold = true;
    style.tone = INK_TEXT;
    ink_textf(cairo, area.x, area.y + area.height + 4, area.width, style, "stripe %d",
              panels->figures->fraction_bits - 1 + panel);
}

static void draw_key(cairo_t *cairo, double x, double y, const struct panels *panels,
                     int curve)
{
    static const char *const names[] = { "to nearest (RNE)", "truncated (RTZ)" };
    const struct ink_style style = { .size = 14, .bold = curve >= ADDERS };

    cairo_save(cairo);
    use_look(cairo, &curve_looks[curve]);
    cairo_move_to(cairo, x, y + 10);
    cairo_line_to(cairo, x + 26, y + 10);
    cairo_stroke(cairo);
    cairo_restore(cairo);
    ink_text(cairo, x + 34, y, KEY - 40, style,
             curve < ADDERS ? names[curve]
                            : panels->figures->curves[curve - ADDERS].name);
}

// Draws the three stripes side by side. The adders lie below the devices.
static struct panels draw_panels(cairo_t *cairo, struct ink_box box,
                                 const struct plots_figures *figures, const char *title,
                                 bool errors)
{
    const double step = floor((box.width + PANEL_GAP) / PANELS);
    const struct panels panels = {
        figures, { box.x, box.y + TITLE, step - PANEL_GAP, box.height - TITLE }, step
    };

    ink_text(cairo, box.x, box.y, box.width, INK_TITLE, title);
    for (int panel = 0; panel < PANELS; panel++) {
        draw_panel(cairo, &panels, panel, errors);
        draw_curve(cairo, &panels, TRUNCATED, panel, errors);
        draw_curve(cairo, &panels, NEAREST, panel, errors);
        for (int i = 0; i < figures->count; i++)
            draw_curve(cairo, &panels, ADDERS + i, panel, errors);
    }
    return panels;
}

double plots_figures(cairo_t *cairo, struct ink_box box, double step,
                     const struct plots_figures *figures)
{
    struct ink_style style = { .size = 14, .align = INK_CENTRE };
    double y = box.y + box.height + 32;

    draw_panels(cairo, box, figures, "Output against input", false);
    box.x += step;
    const struct panels panels =
        draw_panels(cairo, box, figures, "Absolute error, and its mean", true);
    for (int curve = 0; curve < ADDERS + figures->count; curve++, y += LINE) {
        style.bold = curve >= ADDERS;
        for (int panel = 0; panel < PANELS; panel++) {
            const double mean = mean_error(&panels, curve, panel);

            ink_textf(cairo, box.x + panel * panels.step, y, panels.area.width, style,
                      isnan(mean) ? "-" : "%.5f", mean);
        }
        draw_key(cairo, box.x - KEY, y, &panels, curve);
    }
    return y;
}

bool plots_box_2(cairo_t *cairo, struct ink_box box, const struct picture *picture,
                 int fraction_bits)
{
    const double step = box.height / picture->bands;
    const double y = box.y + box.height - (fraction_bits + 1) * step;
    const int row = picture->height -
                    (2 * fraction_bits + 1) * picture->height / picture->bands / 2 - 1;
    const bool known = fraction_bits >= 0 && fraction_bits < picture->bands;
    bool added = false;

    for (int x = 0; known && x < picture->width; x++)
        added |= picture->grey[(size_t) row * (size_t) picture->width + (size_t) x] > 0;
    picture_draw(cairo, box, picture);
    picture_stripes(cairo, box, picture->bands, known ? fraction_bits - !added : -1);
    picture_ends(cairo, box, "x = 1", "(2^B + x) - 2^B", "x = 0");
    if (known) {
        cairo_rectangle(cairo, box.x - 1, y - 1, box.width + 2, step + 2);
        ink_outlined(cairo, 2, INK_ORANGE);
    }
    return added;
}

// ---- errors of a sweep ----
//
// How it works: a cell knows the largest magnitude of its errors and how many fall into
// which bin, so that the range of signed errors in a column is known to the width of a
// bin, and exactly on the side where the largest lies. Columns run from the largest
// negative operand to the largest positive one; where an operand has one sign only, or
// none that matters, they begin at the left with the smallest.

#define STRIP 9  // height, under the panel, of the marks of columns without errors
#define GAP   16 // width, in the middle, if the smallest operands are left out

// The panel of errors against operands.
struct panel {
    struct ink_box area;
    double most;     // on the scale, to either side
    int low, high;   // chunks [low, high) that are shown
    bool leaves_out; // some of the chunks that were asked are not shown
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

static double y_of(const struct panel *panel, double error)
{
    double middle = panel->area.y + panel->area.height / 2;

    return middle - scale(error) / panel->most * panel->area.height / 2;
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

// Draws the lines of an error, above and below the middle.
static void draw_tick(cairo_t *cairo, const struct panel *panel, double error,
                      const char *name)
{
    const struct ink_box area = panel->area;
    struct ink_style style = INK_NOTE;

    style.align = INK_RIGHT;
    for (int sign = error > 0 ? -1 : 1; sign <= 1; sign += 2) {
        double y = floor(y_of(panel, sign * error)) + 0.5;

        ink_line(cairo, area.x, y, area.x + area.width, y, INK_FAINT);
        ink_textf(cairo, area.x - 70, y - 10, 62, style, "%s%s",
                  error == 0 ? ""
                  : sign < 0 ? "\u2212"
                             : "+",
                  name);
    }
}

static void draw_ticks(cairo_t *cairo, const struct panel *panel)
{
    const int step = (int) fmax(1, ceil((panel->most - 1) / 5));
    char name[16];

    draw_tick(cairo, panel, 0, "0");
    if (panel->most < 3)
        draw_tick(cairo, panel, 0.5, "\u00bd");
    if (panel->most >= 0.9 && panel->most < 12)
        draw_tick(cairo, panel, 1, "1");
    for (int power = step; 1 + power <= panel->most; power += step) {
        snprintf(name, sizeof name, "%.0f", ldexp(1, power));
        if (power > 13)
            write_power(power, name, sizeof name);
        draw_tick(cairo, panel, ldexp(1, power), name);
    }
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

// A column of the panel: the cell of a chunk and of a sign of the operand.
struct column {
    const struct chunk *of;
    const struct cell *cell;
    int chunk, side;
    struct ink_box box; // as high as the panel
};

// Finds the column at `place` in [0, 2 DOMAIN_CHUNKS), from the left. Returns false if
// it is not shown, or the sweep has no such inputs. Without signs, all columns are of
// side 0.
static bool column_at(const struct panel *panel, int place, struct column *column)
{
    const bool mirrored = panel->axis.signs && panel->axis.kind != AXIS_WORDS;
    const bool second = place >= DOMAIN_CHUNKS;
    const int side = mirrored ? !second : second;
    const int chunk =
        mirrored && !second ? DOMAIN_CHUNKS - 1 - place : place % DOMAIN_CHUNKS;
    const double a = x_at(panel, chunk, side), b = x_at(panel, chunk + 1, side);
    uint64_t first, last;

    *column = (struct column){
        .of = &panel->sweep->chunks[chunk],
        .cell = &panel->sweep->chunks[chunk].sides[side],
        .chunk = chunk,
        .side = side,
        .box = { fmin(a, b), panel->area.y, fabs(b - a), panel->area.height },
    };
    return chunk >= panel->low && chunk < panel->high && (!side || panel->axis.signs) &&
           domain_range(&panel->sweep->domain, chunk, &first, &last);
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

static void draw_mark(cairo_t *cairo, const struct panel *panel, double at,
                      const char *name)
{
    struct ink_style style = INK_NOTE;
    double x = floor(at) + 0.5, below = panel->area.y + panel->area.height;

    style.align = INK_CENTRE;
    ink_line(cairo, x, panel->area.y, x, below, INK_FAINT);
    ink_line(cairo, x, below + STRIP, x, below + STRIP + 5, INK_MUTED);
    ink_text(cairo, x - 50, below + STRIP + 8, 100, style, name);
}

// Draws marks at steps of a power of two, about eight of them, and at the middle. An
// octet begins with 2^(8 n + 1), so that 2^(8 n) lies an eighth of it before.
static void draw_operands(cairo_t *cairo, const struct panel *panel)
{
    const struct ink_box area = panel->area;
    const bool binades = panel->axis.kind == AXIS_BINADES, signs = panel->axis.signs;
    const bool words = panel->axis.kind == AXIS_WORDS;
    const double middle = area.x + area.width / 2;
    const double before = panel->axis.kind == AXIS_OCTETS ? 0.125 : 0;
    int step = words ? 64 : 1;
    char name[48];

    while ((panel->high - panel->low) / step >= (signs ? 9 : 17))
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
            draw_mark(cairo, panel, x, name);
        }
    if (!signs || words)
        return;
    draw_mark(cairo, panel, middle, panel->low ? "\u2026 0 \u2026" : "0");
    if (panel->low)
        ink_rectangle(cairo,
                      (struct ink_box){ middle - GAP / 2.0, area.y, GAP, area.height },
                      INK_PAPER, true);
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

// Draws the range of each column, and under the panel a mark if a column has no errors:
// red if results are wrong in kind, grey if none is finite. A column that is not done
// is shaded. Sets kinds[0] if there is a grey mark, and kinds[1] if there is a red one.
static void draw_ranges(cairo_t *cairo, const struct panel *panel, bool kinds[2])
{
    // The columns meet, so that no light line is between them.
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        struct column column;
        double from, to;

        if (!column_at(panel, i, &column))
            continue;
        struct ink_box below = column.box;
        const bool wrong = column.cell->kinds[CELL_WRONG];

        if (!column.of->done) {
            ink_rectangle(cairo, column.box, INK_WARM, true);
            continue;
        }
        below.y += below.height;
        below.height = STRIP;
        if (tally_inputs(column.cell) && (wrong || !column.cell->kinds[CELL_FINITE])) {
            ink_rectangle(cairo, below, wrong ? INK_RED : INK_FAINT, true);
            kinds[wrong] = true;
        }
        if (column.cell->ulp.number == CELL_NONE)
            continue;
        reach(column.cell, &from, &to);
        // A range without height is drawn as a line.
        column.box.y = y_of(panel, to) - 0.75;
        column.box.height = y_of(panel, from) - y_of(panel, to) + 1.5;
        ink_rectangle(cairo, column.box, INK_BLUE, true);
    }
    cairo_restore(cairo);
}

// The lines over the ranges.
enum line { MEAN_PAPER, MEAN, ALLOWED, PUBLISHED };

static void use_line(cairo_t *cairo, enum line line)
{
    static const struct look looks[] = { [MEAN_PAPER] = { INK_PAPER, 4, { 0 } },
                                         [MEAN] = { INK_ORANGE, 2, { 0 } },
                                         [ALLOWED] = { INK_TEXT, 1.5, { 6, 4 } },
                                         [PUBLISHED] = { INK_TEXT, 1.5, { 2, 4 } } };

    use_look(cairo, &looks[line]);
}

// Returns the error of a line in a column; NAN if there is none.
static double line_error(const struct panel *panel, const struct column *column,
                         enum line line)
{
    if (!column->of->done)
        return NAN;
    if (line == ALLOWED)
        return panel->figures->allowed[column->chunk][column->side];
    return tally_has_errors(column->cell) &&
                   column->cell->kinds[CELL_FINITE] > column->cell->beyond
               ? tally_mean(column->cell)
               : NAN;
}

// Draws steps, one for each column. Returns true if one is in the panel.
static bool draw_steps(cairo_t *cairo, const struct panel *panel, enum line line,
                       double sign)
{
    bool down = false, any = false;

    use_line(cairo, line);
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        struct column column;
        const bool shown = column_at(panel, i, &column);
        const double error = shown ? line_error(panel, &column, line) : NAN;
        const double y = y_of(panel, sign * error);

        down = down && isfinite(error) && !(i == DOMAIN_CHUNKS && panel->low);
        if (!isfinite(error))
            continue;
        (down ? cairo_line_to : cairo_move_to)(cairo, column.box.x, y);
        cairo_line_to(cairo, column.box.x + column.box.width, y);
        any |= scale(error) <= panel->most;
        down = true;
    }
    cairo_stroke(cairo);
    return any;
}

// Draws the published maximum of all inputs. Returns true if there is one in the panel.
static bool draw_published(cairo_t *cairo, const struct panel *panel)
{
    const struct ink_box area = panel->area;
    bool any = false;

    use_line(cairo, PUBLISHED);
    for (int i = 0; i < 2 * FUNCTION_PUBLISHED; i++) {
        const struct function_published *said = &panel->sweep->function.published[i / 2];
        const double y = y_of(panel, i % 2 ? said->ulp : -said->ulp);

        if (!(said->ulp > 0) || (said->where && said->where[0]) ||
            scale(said->ulp) > panel->most)
            continue;
        cairo_move_to(cairo, area.x, y);
        cairo_line_to(cairo, area.x + area.width, y);
        any = true;
    }
    cairo_stroke(cairo);
    return any;
}

static void draw_lines(cairo_t *cairo, const struct panel *panel, bool *allowed,
                       bool *published)
{
    const struct ink_box area = panel->area;

    cairo_save(cairo);
    cairo_rectangle(cairo, area.x, area.y, area.width, area.height);
    cairo_clip(cairo);
    *published = draw_published(cairo, panel);
    draw_steps(cairo, panel, MEAN_PAPER, 1);
    draw_steps(cairo, panel, MEAN, 1);
    *allowed = draw_steps(cairo, panel, ALLOWED, 1);
    draw_steps(cairo, panel, ALLOWED, -1);
    cairo_restore(cairo);
}

// Marks the largest error with a ring, and prints it above or below the panel's middle.
static void draw_worst(cairo_t *cairo, const struct panel *panel)
{
    const struct figures_worst *worst = &panel->figures->ulp;
    const struct sweep *sweep = panel->sweep;
    const struct ink_box area = panel->area;
    char lines[2][400];

    if (!worst->there || worst->exact.error == 0)
        return;
    int side = panel->axis.signs ? domain_side(&sweep->domain, worst->number) : 0;
    const int chunk = domain_chunk(&sweep->domain, worst->number);
    const double x = x_at(panel, chunk + 0.5, side), y = y_of(panel, worst->exact.error);
    const bool up = worst->exact.error > 0, right = x > area.x + area.width / 2;
    struct ink_style style = { .size = 16, .shrinks = true };

    snprintf(lines[0], sizeof lines[0], "%s at %s",
             report_sweep_ulp(fabs(worst->exact.error)).text,
             report_sweep_operands(sweep, worst->operands).text);
    snprintf(lines[1], sizeof lines[1], "got %s%s%s",
             report_sweep_result(sweep->function.result, worst->got).text,
             worst->settled ? ", exact " : "", worst->settled ? worst->exact.text : "");
    style.align = right ? INK_RIGHT : INK_LEFT;
    const double width =
        fmin(area.width - 4, fmax(1.15 * ink_width(cairo, style, lines[0]),
                                  ink_width(cairo, style, lines[1])) +
                                 8);
    const double left =
        fmax(area.x + 2, fmin(right ? x - width : x, area.x + area.width - width - 2));
    const double top = up ? area.y + 4 : area.y + area.height - 50;

    ink_line(cairo, x, up ? top + 44 : top, x, up ? y - 6 : y + 6, INK_TEXT);
    ink_rectangle(cairo, (struct ink_box){ left - 4, up ? area.y : top, width + 8, 50 },
                  INK_PAPER, true);
    ink_text(cairo, left, top + 23, width, style, lines[1]);
    style.bold = true;
    ink_text(cairo, left, top + 2, width, style, lines[0]);
    ink_tone(cairo, INK_TEXT);
    cairo_set_line_width(cairo, 2);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, 6, 0, INK_TAU);
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

static void draw_legend(cairo_t *cairo, const struct panel *panel, bool allowed,
                        bool published)
{
    static const char *const names[] = { "from smallest to largest error", "mean",
                                         "allowed", "published maximum" };
    const bool shown[] = { true, true, allowed, published };
    double x = panel->area.x + 420, y = panel->area.y - 28;

    for (int i = 0; i < 4; i++) {
        if (!shown[i])
            continue;
        cairo_save(cairo);
        use_line(cairo, (enum line) i);
        cairo_move_to(cairo, x, y + 10);
        cairo_line_to(cairo, x + 26, y + 10);
        cairo_stroke(cairo);
        cairo_restore(cairo);
        if (i == 0)
            ink_rectangle(cairo, (struct ink_box){ x, y + 4, 26, 11 }, INK_BLUE, true);
        ink_text(cairo, x + 33, y, 300, INK_NOTE, names[i]);
        x += 59 + ink_width(cairo, INK_NOTE, names[i]);
    }
}

static void draw_titles(cairo_t *cairo, const struct panel *panel, const bool kinds[2])
{
    // The words before and after the operand's name.
    static const char *const names[][2] = {
        [AXIS_BINADES] = { "binade of ", "" },
        [AXIS_OCTETS] = { "eight binades of ", "" },
        [AXIS_PARTS] = { "256ths of ", " in [1, 2)" },
        [AXIS_WORDS] = { "2\u00b2\u00b3 neighbouring ", "s" },
    };
    const struct ink_box area = panel->area;
    struct ink_style note = INK_NOTE;

    note.align = INK_RIGHT;
    ink_textf(cairo, area.x - 70, area.y - 30, 480, INK_TITLE,
              "Error in ulp%s, by %s%s%s", report_sweep_ulp_of(panel->sweep).text,
              names[panel->axis.kind][0], panel->axis.operand,
              names[panel->axis.kind][1]);
    ink_textf(cairo, area.x, area.y + area.height + STRIP + 28, area.width, note,
              "%s%s%s%s%s", panel->axis.operand,
              panel->leaves_out ? "; not shown: binades without an error above 1/8 ulp"
                                : "",
              kinds[0] ? "; under the axis, grey: no result with an error" : "",
              kinds[1] ? "; red: some are wrong in kind" : "",
              panel->figures->done < panel->figures->asked ? "; shaded: not done" : "");
}

// Returns why the panel is empty; NULL if it is not.
static const char *why_empty(const struct figures *figures)
{
    if (!tally_has_errors(&figures->total))
        return "errors were not counted, only which results are right";
    if (!figures->ulp.there)
        return "no result has an error that can be counted";
    if (figures->ulp.exact.error != 0)
        return NULL;
    return figures->total.kinds[CELL_WRONG] ? "no result of the right kind has an error"
                                            : "no result has an error";
}

void plots_sweep(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                 const struct figures *figures)
{
    struct panel panel = {
        .area = { box.x + 70, box.y + 30, box.width - 70, box.height - 84 },
        .most = most_of(sweep, figures),
        .axis = axis_of(&sweep->function, &sweep->domain),
        .sweep = sweep,
        .figures = figures,
    };
    const struct ink_style style = { .size = 24, .tone = INK_MUTED, .align = INK_CENTRE };
    const char *empty = why_empty(figures);
    bool kinds[2] = { false, false }, allowed, published;

    set_span(&panel);
    draw_ticks(cairo, &panel);
    draw_operands(cairo, &panel);
    draw_ranges(cairo, &panel, kinds);
    draw_lines(cairo, &panel, &allowed, &published);
    draw_worst(cairo, &panel);
    draw_titles(cairo, &panel, kinds);
    draw_legend(cairo, &panel, allowed, published);
    if (empty)
        ink_text(cairo, panel.area.x, panel.area.y + panel.area.height / 2 - 60,
                 panel.area.width, style, empty);
}
