// SPDX-License-Identifier: MIT

#include "sheet/sweep_page.h"

#include <math.h>
#include <stdio.h>

struct panel {
    struct ink_box area;
    double most;   // errors, on the scale, to either side
    double powers; // of ten, of the counts
};

static double sweep_histogram_x_of(const struct panel *panel, double error)
{
    double x = panel->area.x +
               panel->area.width * (1 + sweep_page_scale(error) / panel->most) / 2;

    return fmax(panel->area.x, fmin(x, panel->area.x + panel->area.width));
}

// Returns the y of a count. A single result is visible: it has a step of its own.
static double y_of(const struct panel *panel, uint64_t count)
{
    double power = count ? log10((double) count) + 0.5 : 0;

    return panel->area.y + panel->area.height * (1 - power / (panel->powers + 0.5));
}

static void sweep_histogram_counts(cairo_t *cairo, const struct panel *panel)
{
    static const char *const names[] = { "1",        "1000",           "10\u2076",
                                         "10\u2079", "10\u00b9\u00b2", "10\u00b9\u2075" };
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_RIGHT };
    uint64_t count = 1;

    for (int power = 0; power <= panel->powers; power += 3, count *= 1000) {
        double y = floor(y_of(panel, count)) + 0.5;
        ink_line(cairo, panel->area.x, y, panel->area.x + panel->area.width, y,
                 INK_FAINT);
        ink_text(cairo, panel->area.x - 70, y - 10, 62, style, names[power / 3]);
    }
}

static void errors(cairo_t *cairo, const struct panel *panel)
{
    const struct ink_style style = { .size = 14, .tone = INK_MUTED, .align = INK_CENTRE };
    struct sweep_page_tick ticks[SWEEP_PAGE_TICKS];
    int count = sweep_page_ticks(panel->most, ticks);
    double below = panel->area.y + panel->area.height;

    for (int i = -count + 1; i < count; i++) {
        const struct sweep_page_tick *tick = &ticks[i < 0 ? -i : i];
        double x =
            floor(sweep_histogram_x_of(panel, i < 0 ? -tick->error : tick->error)) + 0.5;
        ink_line(cairo, x, below, x, below + 5, INK_MUTED);
        ink_textf(cairo, x - 40, below + 7, 80, style, "%s%s",
                  i < 0   ? "\u2212"
                  : i > 0 ? "+"
                          : "",
                  tick->name);
    }
    ink_line(cairo, panel->area.x, floor(below) + 0.5, panel->area.x + panel->area.width,
             floor(below) + 0.5, INK_MUTED);
}

static void bars(cairo_t *cairo, const struct panel *panel, const struct cell *total)
{
    double below = panel->area.y + panel->area.height;

    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;
        if (!total->bins[bin])
            continue;
        tally_edges(bin, &low, &high);
        double inner = bin == CELL_ZERO ? -high : bin < CELL_ZERO ? -low : low;
        double a = sweep_histogram_x_of(panel, inner),
               b = sweep_histogram_x_of(panel, bin < CELL_ZERO ? -high : high);
        double y = y_of(panel, total->bins[bin]);
        struct ink_box box = { fmin(a, b) + 0.5, y, fmax(fabs(b - a) - 1, 1), below - y };
        ink_rectangle(cairo, box, INK_BLUE, true);
    }
}

// Returns the outer edge of the outermost bin that is not empty; for the last bin,
// somewhat more than the inner edge.
static double most_of(const struct cell *total)
{
    double most = 0.5;

    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;
        if (!total->bins[bin])
            continue;
        tally_edges(bin, &low, &high);
        most = fmax(most, isfinite(high) ? high : 2 * low);
    }
    return most;
}

void sweep_page_histogram(cairo_t *cairo, struct ink_box box,
                          const struct figures *figures)
{
    const struct ink_style title = { .size = 17, .bold = true };
    const struct cell *total = &figures->total;
    struct panel panel = {
        .area = { box.x + 70, box.y + 40, box.width - 70, box.height - 84 },
        .most = 1.04 * sweep_page_scale(most_of(total)),
    };
    uint64_t largest = 1;

    for (int bin = 0; bin < CELL_BINS; bin++)
        largest = total->bins[bin] > largest ? total->bins[bin] : largest;
    panel.powers = fmax(3, ceil(log10((double) largest)));
    ink_text(cairo, box.x, box.y, box.width, title,
             "Results by error in ulp, those too small at the left");
    sweep_histogram_counts(cairo, &panel);
    bars(cairo, &panel, total);
    errors(cairo, &panel);
}
