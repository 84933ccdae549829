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

#ifndef IMAGE_TILT_H
#define IMAGE_TILT_H

#include "image/view.h"

#include <stdbool.h>

struct analyze_tilt {
    double a, b, c, d;
};

// The tilt of what has stripes, in either direction; views[0] is upright, views[1]
// turned. Returns false if there is none: less than 0.2 degrees or more than 8.8, too
// little that is oblique, a half of it tilted otherwise than the other, no stripes of
// equal height, or sides that do not fit the rows.
bool analyze_tilt_find(const struct analyze_view views[2], struct analyze_tilt *tilt);

// ---- the upright picture of a tilted one ----

struct analyze_straight {
    struct shot shot; // owned
    struct analyze_tilt tilt;
    double scale; // pixels of the tilted shot per pixel of this one, [1, inf)
    double from[2], middle[2]; // the middle of the tilted shot, and that of this one
};

// At most about ANALYZE_VIEW_ROWS rows and columns. Where nothing was photographed is the
// level of the nearest edge. If the shot has a margin of one level but for the light that
// falls on it, a smooth curve of second degree, the light is made even.
void analyze_straighten(const struct shot *shot, const struct analyze_tilt *tilt,
                        struct analyze_straight *straight);

// Accepts a zeroed struct and leaves one.
void analyze_straight_finish(struct analyze_straight *straight);

// From pixels of the upright shot to those of the tilted one.
void analyze_straight_point(const struct analyze_straight *straight, const double at[2],
                            double tilted[2]);

// ---- the gradient across the rows of a view, and its sums along oblique lines ----

struct analyze_field {
    int rows, columns;
    int range[2]; // columns that count
    double row_size, column_size, width, height;
    double energy;  // of the columns that count
    float *slope;   // [columns][rows], owned
    float *profile; // [rows], behind it
};

// In at most `most` rows.
void analyze_field_init(struct analyze_field *field, const struct analyze_view *view,
                        int most);

// Accepts a zeroed struct and leaves one.
void analyze_field_finish(struct analyze_field *field);

// Only columns [from, to) count.
void analyze_field_limit(struct analyze_field *field, int from, int to);

// Fills the profile: sums along lines that have the slope a + b t at (0, t), in pixels
// from the middle. Returns how coherent it is, [0, 1]: 1 if all columns are the same.
double analyze_field_project(const struct analyze_field *field, double a, double b);

#endif // IMAGE_TILT_H
