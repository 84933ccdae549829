// SPDX-License-Identifier: MIT

#include "sheet/sweep_page.h"

#include <math.h>
#include <stdio.h>

double sweep_page_scale(double error)
{
    double size = fabs(error);

    return copysign(size <= 1 ? size : 1 + log2(size), error);
}

void sweep_page_power(int power, char *text, size_t size)
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

int sweep_page_ticks(double most, struct sweep_page_tick ticks[SWEEP_PAGE_TICKS])
{
    int count = 0, step = (int) ceil((most - 1) / 5);

    ticks[count++] = (struct sweep_page_tick){ 0, "0" };
    if (most < 3)
        ticks[count++] = (struct sweep_page_tick){ 0.5, "\u00bd" };
    if (most < 0.9)
        return count;
    if (most < 12)
        ticks[count++] = (struct sweep_page_tick){ 1, "1" };
    step = step < 1 ? 1 : step;
    for (int power = step; 1 + power <= most && count < SWEEP_PAGE_TICKS; power += step) {
        struct sweep_page_tick *tick = &ticks[count++];
        tick->error = ldexp(1, power);
        if (power <= 13)
            snprintf(tick->name, sizeof tick->name, "%.0f", tick->error);
        else
            sweep_page_power(power, tick->name, sizeof tick->name);
    }
    return count;
}

double sweep_panel_y(const struct sweep_panel *panel, double error)
{
    double middle = panel->area.y + panel->area.height / 2;

    return middle - sweep_page_scale(error) / panel->most * panel->area.height / 2;
}

static bool is_plain(const struct sweep_panel *panel, int chunk)
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

void sweep_panel_span(struct sweep_panel *panel)
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

bool sweep_panel_shows(const struct sweep_panel *panel, int chunk, int side)
{
    return chunk >= panel->low && chunk < panel->high && (!side || panel->axis.signs);
}

// Returns the edge of a column on the side of zero; `chunk` may be panel->high. If the
// middle is left out, there is a gap.
static double sweep_panel_x_of(const struct sweep_panel *panel, double chunk, int side)
{
    double gap = panel->low ? SWEEP_PANEL_GAP / 2.0 : 0;
    double half = panel->area.width / 2, part = chunk - panel->low;

    part /= panel->high - panel->low;
    // Words have no sign: those with the top bit set come second.
    if (panel->axis.kind == AXIS_WORDS)
        return panel->area.x + half * (side + part);
    if (!panel->axis.signs)
        return panel->area.x + panel->area.width * part;
    return panel->area.x + half + (side ? -1 : 1) * (gap + (half - gap) * part);
}

void sweep_panel_cell(const struct sweep_panel *panel, int place, int *chunk, int *side)
{
    bool mirrored = panel->axis.signs && panel->axis.kind != AXIS_WORDS;
    bool second = place >= DOMAIN_CHUNKS;

    *side = mirrored ? !second : second;
    *chunk = mirrored && !second ? DOMAIN_CHUNKS - 1 - place : place % DOMAIN_CHUNKS;
}

struct ink_box sweep_panel_column(const struct sweep_panel *panel, int chunk, int side)
{
    double a = sweep_panel_x_of(panel, chunk, side),
           b = sweep_panel_x_of(panel, chunk + 1, side);

    return (struct ink_box){ fmin(a, b), panel->area.y, fabs(b - a), panel->area.height };
}

static void sweep_panel_frame(cairo_t *cairo, const struct sweep_panel *panel)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    struct sweep_page_tick ticks[SWEEP_PAGE_TICKS];
    int count = sweep_page_ticks(panel->most, ticks);

    for (int i = -count + 1; i < count; i++) {
        const struct sweep_page_tick *tick = &ticks[i < 0 ? -i : i];
        double y = floor(sweep_panel_y(panel, i < 0 ? -tick->error : tick->error)) + 0.5;
        ink_line(cairo, panel->area.x, y, panel->area.x + panel->area.width, y,
                 INK_FAINT);
        ink_textf(cairo, panel->area.x - 70, y - 10, 62, style, "%s%s",
                  i < 0   ? "\u2212"
                  : i > 0 ? "+"
                          : "",
                  tick->name);
    }
}

static void sweep_panel_name_of(const struct sweep_panel *panel, int chunk, int side,
                                char *text, size_t size)
{
    char power[40];

    if (panel->axis.kind == AXIS_PARTS)
        snprintf(text, size, "%g", 1 + chunk / 256.0);
    else if (panel->axis.kind == AXIS_WORDS)
        snprintf(text, size, "0x%08x", (unsigned) side << 31 | (unsigned) chunk << 23);
    else {
        int exponent = panel->axis.kind == AXIS_OCTETS ? 8 * chunk - 1024 : chunk - 127;
        sweep_page_power(exponent, power, sizeof power);
        snprintf(text, size, "%s%s", side ? "\u2212" : "", power);
    }
}

static void sweep_panel_mark(cairo_t *cairo, const struct sweep_panel *panel,
                             double chunk, int side, const char *name)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_CENTRE };
    double x = floor(sweep_panel_x_of(panel, chunk, side)) + 0.5;
    double below = panel->area.y + panel->area.height;

    ink_line(cairo, x, panel->area.y, x, below, INK_FAINT);
    ink_line(cairo, x, below + SWEEP_PANEL_STRIP, x, below + SWEEP_PANEL_STRIP + 5,
             INK_MUTED);
    ink_text(cairo, x - 50, below + SWEEP_PANEL_STRIP + 8, 100, style, name);
}

// Steps of a power of two, about eight of them. An octet begins with 2^(8 n + 1), so that
// 2^(8 n) lies an eighth of it before.
static void sweep_panel_inputs(cairo_t *cairo, const struct sweep_panel *panel)
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
            double x = sweep_panel_x_of(panel, chunk - before, side);
            bool near = signs && panel->low && fabs(x - middle) < 55;
            // 2^0 has a mark of its own; zero is not named twice.
            if ((binades ? chunk - 127 : chunk) % step || near ||
                (signs && !words && chunk == 0) || chunk - before < panel->low)
                continue;
            sweep_panel_name_of(panel, chunk, side, name, sizeof name);
            sweep_panel_mark(cairo, panel, chunk - before, side, name);
        }
    if (signs && !words && panel->low == 0)
        sweep_panel_mark(cairo, panel, 0, 0, "0");
}

// Draws the gap of the part that is left out, which contains zero.
static void gap(cairo_t *cairo, const struct sweep_panel *panel)
{
    const struct ink_box area = panel->area;
    const double middle = area.x + area.width / 2, half = SWEEP_PANEL_GAP / 2.0;
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_CENTRE };

    if (!panel->low || !panel->axis.signs)
        return;
    ink_rectangle(cairo, (struct ink_box){ middle - half, area.y, 2 * half, area.height },
                  INK_PAPER, true);
    ink_line(cairo, middle - half, area.y, middle - half, area.y + area.height,
             INK_MUTED);
    ink_line(cairo, middle + half, area.y, middle + half, area.y + area.height,
             INK_MUTED);
    ink_text(cairo, middle - 50, area.y + area.height + SWEEP_PANEL_STRIP + 8, 100, style,
             "\u2026 0 \u2026");
}

void sweep_panel_axes(cairo_t *cairo, const struct sweep_panel *panel)
{
    sweep_panel_frame(cairo, panel);
    sweep_panel_inputs(cairo, panel);
    gap(cairo, panel);
}
