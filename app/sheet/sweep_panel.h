// SPDX-License-Identifier: MIT
//
// The panel of errors against operands: its scales, and its axes.

#ifndef SWEEP_PANEL_H
#define SWEEP_PANEL_H

#include "sheet/sweep_page.h"
#include "sweep/axis.h"

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

#endif // SWEEP_PANEL_H
