// SPDX-License-Identifier: MIT
//
// The parts of the sheet that shows what was seen in a foreign picture.

#ifndef SHEET_OVERLAY_H
#define SHEET_OVERLAY_H

#include "sheet/canvas.h"

#include <stdbool.h>

// The picture on the page, and what stands right of it.
struct overlay_view {
    const struct sheet_overlay *overlay;
    struct ink_box box;    // of the picture
    double list_x, list_y; // top left of the list of stripes
    double pitch;          // height of one of its entries
};

struct overlay_point {
    double x, y;
};

// Whether the middle of a stripe is in the picture.
bool overlay_shows(const struct overlay_view *view, int stripe);

// The y of a stripe's entry in the list: in the order of the picture.
double overlay_entry(const struct overlay_view *view, int stripe);

// Into the picture: the outline of the stripes, an arrow towards stripe 0, and lines from
// the stripes to the list, or numbers where they stand upright.
void overlay_marks(cairo_t *cairo, const struct overlay_view *view);

#endif // SHEET_OVERLAY_H
