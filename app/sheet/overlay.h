// SPDX-License-Identifier: MIT
//
// The parts of the sheet that shows how a foreign picture was read.

#ifndef SHEET_OVERLAY_H
#define SHEET_OVERLAY_H

#include "sheet/canvas.h"

#include <stdbool.h>

// The picture on the page, and the list at its right.
struct overlay_view {
    const struct sheet_overlay *overlay;
    struct ink_box box;    // of the picture
    double list_x, list_y; // top left of the list of stripes
    double pitch;          // height of one of its entries
};

struct overlay_point {
    double x, y;
};

// Returns true if the middle of a stripe is in the picture.
bool overlay_shows(const struct overlay_view *view, int stripe);

// Returns the y of a stripe's entry in the list, which is in the order of the picture.
double overlay_entry(const struct overlay_view *view, int stripe);

// Draws into the picture the outline of the stripes, an arrow towards stripe 0, and
// lines from the stripes to the list, or numbers if the stripes are upright.
void overlay_marks(cairo_t *cairo, const struct overlay_view *view);

#endif // SHEET_OVERLAY_H
