// SPDX-License-Identifier: MIT
//
// The limits of figures: the errors that standards permit, at the worst inputs of each
// binade, and published figures, beside the measured ones.

#ifndef SWEEP_FIGURES_LIMITS_H
#define SWEEP_FIGURES_LIMITS_H

#include "probe/shared/bound.h"
#include "sweep/figures.h"
#include "sweep/function.h"

#include <stdbool.h>

// The limit of a sweep on a GL device: the error that GLSL's table of precisions
// permits for a function, or Vulkan's if GLSL specifies none (probe/bound.h has both).
struct limit {
    const char *who, *text; // "GLSL ES 3.20, 4.7.1"; "3 + 2|x| ulp"
    struct bound format;
    const struct limit_row *row;
};

enum figures_measure { FIGURES_ULP, FIGURES_RELATIVE, FIGURES_ABSOLUTE };

// Return a cell's extreme of one measure, and the size of an exact error in it.
const struct cell_worst *figures_cell_worst(const struct cell *cell,
                                            enum figures_measure measure);
double figures_size(const struct exact *exact, enum figures_measure measure);

// Fills figures->limits from the cells; the rest of `figures` must be filled already.
void figures_limits(const struct sweep *sweep, struct figures *figures);

// Fills in the standard's limit of a sweep on a GL device. Returns false if there is
// none.
bool figures_standard(const struct sweep *sweep, struct limit *limit);

// Returns true if a number rounds to a published one with as many digits as that has;
// for a whole number, if they are equal.
bool figures_equal(double given, double found);

// Fills `limit`. `es`: of OpenGL ES; `half`: for 16 bits, mediump and lowp. Returns
// false if no limit of that function is specified.
bool limits_find(enum math_id math, bool es, bool half, struct limit *limit);

// Returns the largest absolute error that is permitted; INFINITY if there is no limit.
// `exact` is the exact result at x, or (x, y); all are finite.
double limits_allowed(const struct limit *limit, double x, double y, double exact);

#endif // SWEEP_FIGURES_LIMITS_H
