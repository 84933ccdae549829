// SPDX-License-Identifier: MIT
//
// The gradient across the rows of a view, and its sums along oblique lines. Knows nothing
// of stripes.

#ifndef ANALYZE_FIELD_H
#define ANALYZE_FIELD_H

#include "image/view.h"

#include <stdbool.h>

struct analyze_field {
    int rows, columns;
    int range[2]; // columns that count
    double row_size, column_size, width, height;
    double energy;  // of the columns that count
    float *slope;   // [columns][rows], owned
    float *profile; // [rows], behind it
};

// In at most `most` rows. Returns false if there is no memory; *field has nothing to
// finish then.
bool analyze_field_init(struct analyze_field *field, const struct analyze_view *view,
                        int most);

// Accepts a zeroed struct and leaves one.
void analyze_field_finish(struct analyze_field *field);

// Only columns [from, to) count.
void analyze_field_limit(struct analyze_field *field, int from, int to);

// Fills the profile: sums along lines that have the slope a + b t at (0, t), in pixels
// from the middle. Returns how coherent it is, [0, 1]: 1 if all columns are the same.
double analyze_field_project(const struct analyze_field *field, double a, double b);

#endif // ANALYZE_FIELD_H
