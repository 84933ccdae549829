// SPDX-License-Identifier: MIT
//
// The page of a sweep: its panels, each drawn into a box, and the whole of it as pixels
// and as an SVG.

#ifndef SHEET_SWEEP_PAGE_H
#define SHEET_SWEEP_PAGE_H

#include "sheet/ink.h"
#include "sheet/sheet.h"
#include "sweep/function.h"

// The member of struct sheet_module.
char *sweep_svg(const struct sweep *sweep, const struct figures *figures, size_t *length);

// Signed error against the operand, a column a binade: the range, the mean, and the
// limits.
void sweep_page_errors(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                       const struct figures *figures);

// How many results have which error; both scales grow by powers.
void sweep_page_histogram(cairo_t *cairo, struct ink_box box,
                          const struct figures *figures);

// Writes the figures in words.
void sweep_page_words(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                      const struct figures *figures);

// A scale of signed errors: linear within an ulp, then a step a power of two.
double sweep_page_scale(double error);

// Errors that it is marked at, outwards, and their names; `most` in [0, oo) on the scale,
// and how many of them there are.
#define SWEEP_PAGE_TICKS 8
struct sweep_page_tick {
    double error;
    char name[16];
};
int sweep_page_ticks(double most, struct sweep_page_tick ticks[SWEEP_PAGE_TICKS]);

// "2" with the digits of `power` above the line.
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

// Leaves out chunks at either end that were not asked, or have nothing to show: no error
// above 1/8 ulp.
void sweep_panel_span(struct sweep_panel *panel);

// Whether a chunk is shown, and a side has columns.
bool sweep_panel_shows(const struct sweep_panel *panel, int chunk, int side);

// Which cell the column of place `place` in [0, 2 DOMAIN_CHUNKS), from the left, is of.
void sweep_panel_cell(const struct sweep_panel *panel, int place, int *chunk, int *side);

// The column of a cell, as high as the panel. Without signs all are of side 0.
struct ink_box sweep_panel_column(const struct sweep_panel *panel, int chunk, int side);

// Lines and names of the errors, and of the operands.
void sweep_panel_axes(cairo_t *cairo, const struct sweep_panel *panel);

#endif // SHEET_SWEEP_PAGE_H
