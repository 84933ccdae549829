// SPDX-License-Identifier: MIT
//
// The errors that GLSL permits, or Vulkan where GLSL specifies none.

#ifndef SWEEP_LIMITS_H
#define SWEEP_LIMITS_H

#include "probe/shared/bound.h"
#include "sweep/function.h"

#include <stdbool.h>

// The limit of a sweep on a GL device: the error that GLSL's table of precisions
// permits for a function, or Vulkan's if GLSL specifies none (probe/bound.h has both).
struct limit {
    const char *who, *text; // "GLSL ES 3.20, 4.7.1"; "3 + 2|x| ulp"
    struct bound format;
    const struct limit_row *row;
};

// Fills `limit`. `es`: of OpenGL ES; `half`: for 16 bits, mediump and lowp. Returns
// false if no limit of that function is specified.
bool limits_find(enum math_id math, bool es, bool half, struct limit *limit);

// Returns the largest absolute error that is permitted; INFINITY if there is no limit.
// `exact` is the exact result at x, or (x, y); all are finite.
double limits_allowed(const struct limit *limit, double x, double y, double exact);

#endif // SWEEP_LIMITS_H
