// SPDX-License-Identifier: MIT
//
// The limits of figures: what standards allow, at the worst inputs of each binade, and
// what is published, beside what was found.

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

// A cell's extreme of one measure, and an exact error's size in it.
const struct cell_worst *figures_cell_worst(const struct cell *cell,
                                            enum figures_measure measure);
double figures_size(const struct exact *exact, enum figures_measure measure);

// Fills figures->limits from the cells; the rest of `figures` is there.
void figures_limits(const struct sweep *sweep, struct figures *figures);

// The standard's limit of a sweep on a GL device. Returns false if there is none.
bool figures_standard(const struct sweep *sweep, struct limit *limit);

// Whether a number rounds to a published one at as many digits as that has; of a whole
// number, whether they are the same.
bool figures_equal(double given, double found);

// Fills `limit`. `es`: of OpenGL ES; `half`: for 16 bits, mediump and lowp. Returns
// false if nothing is said of that function.
bool limits_find(enum math_id math, bool es, bool half, struct limit *limit);

// Largest error allowed, absolute; INFINITY where nothing is promised. `exact` is the
// exact result at x, or (x, y); all are finite.
double limits_allowed(const struct limit *limit, double x, double y, double exact);

#endif // SWEEP_FIGURES_LIMITS_H
