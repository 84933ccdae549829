// SPDX-License-Identifier: MIT
//
// The page of a sweep: its panels, each drawn into a box, and the whole page as pixels
// and as an SVG.

#ifndef SHEET_SWEEP_PAGE_H
#define SHEET_SWEEP_PAGE_H

#include "sheet/ink.h"
#include "sheet/sheet.h"
#include "sweep/function.h"

// The member of struct sheet_module.
char *sweep_svg(const struct sweep *sweep, const struct figures *figures, size_t *length);

// Draws the signed error against the operand, a column for each binade: the range, the
// mean, and the limits.
void sweep_page_errors(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                       const struct figures *figures);

// Draws the number of results with each error; both scales grow by powers.
void sweep_page_histogram(cairo_t *cairo, struct ink_box box,
                          const struct figures *figures);

// Writes the figures in words.
void sweep_page_words(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                      const struct figures *figures);

// Returns an error on the scale: linear within an ulp, then a step for each power of
// two.
double sweep_page_scale(double error);

// Lists the marks of the scale, outwards, and their names; `most` in [0, oo) on the
// scale. Returns their number.
#define SWEEP_PAGE_TICKS 8
struct sweep_page_tick {
    double error;
    char name[16];
};
int sweep_page_ticks(double most, struct sweep_page_tick ticks[SWEEP_PAGE_TICKS]);

// Writes "2" with the digits of `power` as superscripts.
void sweep_page_power(int power, char *text, size_t size);

// The panel of errors against operands: its scales, and its axes (sweep_panel.c).
#define SWEEP_PANEL_STRIP 9 // height, under the panel, of what has no error

#define SWEEP_PANEL_GAP 16 // in the middle, where the smallest operands are left out

struct sweep_panel {
    struct ink_box area;
    double most;     // on the scale, to either side
    int low, high;   // chunks [low, high) that are shown
    bool leaves_out; // some that were asked are not
    struct axis axis;
    const struct sweep *sweep;
    const struct figures *figures;
};

double sweep_panel_y(const struct sweep_panel *panel, double error);

// Leaves out chunks at either end that are not in the sweep, or have no error above 1/8
// ulp.
void sweep_panel_span(struct sweep_panel *panel);

// Returns true if a chunk is shown, and the side has columns.
bool sweep_panel_shows(const struct sweep_panel *panel, int chunk, int side);

// Finds the cell of the column at `place` in [0, 2 DOMAIN_CHUNKS), from the left.
void sweep_panel_cell(const struct sweep_panel *panel, int place, int *chunk, int *side);

// Returns the column of a cell, as high as the panel. Without signs, all columns are of
// side 0.
struct ink_box sweep_panel_column(const struct sweep_panel *panel, int chunk, int side);

// Draws lines and names of the errors, and of the operands.
void sweep_panel_axes(cairo_t *cairo, const struct sweep_panel *panel);

#endif // SHEET_SWEEP_PAGE_H
