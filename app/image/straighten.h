// SPDX-License-Identifier: MIT
//
// The upright picture of a tilted one.

#ifndef ANALYZE_STRAIGHTEN_H
#define ANALYZE_STRAIGHTEN_H

#include "image/shot.h"
#include "image/tilt.h"

#include <stdbool.h>

struct analyze_straight {
    struct shot shot; // owned
    struct analyze_tilt tilt;
    double scale; // pixels of the tilted shot per pixel of this one, [1, inf)
    double from[2], middle[2]; // the middle of the tilted shot, and that of this one
};

// At most about ANALYZE_VIEW_ROWS rows and columns. Where nothing was photographed is the
// level of the nearest edge. If the shot has a margin of one level but for the light that
// falls on it, a smooth curve of second degree, the light is made even. Returns false,
// after logging why, if there is no memory; *straight is then zeroed.
bool analyze_straighten(const struct shot *shot, const struct analyze_tilt *tilt,
                        struct analyze_straight *straight);

// Accepts a zeroed struct and leaves one.
void analyze_straight_finish(struct analyze_straight *straight);

// From pixels of the upright shot to those of the tilted one.
void analyze_straight_point(const struct analyze_straight *straight, const double at[2],
                            double tilted[2]);

#endif // ANALYZE_STRAIGHTEN_H
