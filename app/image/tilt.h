// SPDX-License-Identifier: MIT
//
// Photographs are crooked: how the stripes in one are tilted. Knows no device, and not
// how stripes are read.
//
// With x and y in pixels from the middle of the shot, what was upright at (u, v) is at
//
//   x = (u + c v) / (1 - b u - d v)
//   y = (a u + v) / (1 - b u - d v)
//
// That is any perspective but for places and scales, of which nothing needs to be known:
// rows meet in one point at infinity or nearer, and so do columns. Row v begins at
// (0, t) with the slope a + b t, column u likewise with c + d t.
//
// How a row is found to be straight: summed along it, light and dark do not cancel out
// (projection profiles: W. Postl, "Detection of linear oblique structures and skew scan
// in digitized documents", ICPR 1986). A row of a tilted one crosses stripes.

#ifndef ANALYZE_TILT_H
#define ANALYZE_TILT_H

#include "image/view.h"

#include <stdbool.h>

struct analyze_tilt {
    double a, b, c, d;
};

// The tilt of what has stripes, in either direction; views[0] is upright, views[1]
// turned. Returns false if there is none: less than 0.2 degrees or more than 8.8, too
// little that is oblique, a half of it tilted otherwise than the other, no stripes of
// equal height, or sides that do not fit the rows. Without memory there is none.
bool analyze_tilt_find(const struct analyze_view views[2], struct analyze_tilt *tilt);

#endif // ANALYZE_TILT_H
