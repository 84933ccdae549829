// SPDX-License-Identifier: MIT
//
// The shot as the search for stripes sees it: reduced, along rows or along columns, and
// the frame in which the picture lies. Knows nothing of stripes.

#ifndef IMAGE_VIEW_H
#define IMAGE_VIEW_H

#include "image/shot.h"

#include <stdbool.h>
#include <stddef.h>

#define ANALYZE_VIEW_ROWS    2048
#define ANALYZE_VIEW_COLUMNS 128

// Box averages. Rows of a turned view are columns of the shot.
struct analyze_view {
    const struct shot *shot;
    bool turned;
    int width, height;            // of the shot, as it is seen
    int rows, columns;            // of `level`
    double row_size, column_size; // pixels of a level
    float *level;                 // [rows][columns], owned
};

// A row of levels.
static inline const float *analyze_view_row(const struct analyze_view *view, int row)
{
    return view->level + (size_t) row * (size_t) view->columns;
}

enum analyze_side { ANALYZE_LEFT, ANALYZE_RIGHT, ANALYZE_TOP, ANALYZE_BOTTOM };

// Edges of the picture in pixels of the view, x of left and right, y of top and bottom.
// Between outer and inner lies a border as dark as the picture's black: part of it, or
// not.
struct analyze_frame {
    double outer[4], inner[4];
    double black, white; // levels that 2 % are below and above
};

// `shot` must outlive the view.
void analyze_view_init(struct analyze_view *view, const struct shot *shot, bool turned);

// Accepts a zeroed struct and leaves one.
void analyze_view_finish(struct analyze_view *view);

// views[0] is upright, views[1] turned. The frame is that of the upright view.
struct analyze_frame analyze_view_frame(const struct analyze_view views[2]);

// The same frame of the turned view.
struct analyze_frame analyze_view_turn(const struct analyze_frame *frame);

// Mean level of [x0, x1) in row y, [0, height), of the view, cut to the shot; parts of
// pixels by their share.
double analyze_view_mean(const struct analyze_view *view, double x0, double x1, int y);

#endif // IMAGE_VIEW_H
