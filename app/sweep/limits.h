// SPDX-License-Identifier: MIT
//
// What GLSL's table of precisions allows a function, and Vulkan's where GLSL's has
// nothing to say (probe/bound.h has both): the limit of a sweep on a GL device.

#ifndef LIMITS_H
#define LIMITS_H

#include "probe/shared/bound.h"
#include "sweep/function.h"

#include <stdbool.h>

struct limit {
    const char *who, *text; // "GLSL ES 3.20, 4.7.1"; "3 + 2|x| ulp"
    struct bound format;
    const struct limit_row *row;
};

// Fills `limit`. `es`: of OpenGL ES; `half`: for 16 bits, mediump and lowp. Returns
// false if nothing is said of that function.
bool limits_find(enum math_id math, bool es, bool half, struct limit *limit);

// Largest error allowed, absolute; INFINITY where nothing is promised. `exact` is the
// exact result at x, or (x, y); all are finite.
double limits_allowed(const struct limit *limit, double x, double y, double exact);

#endif // LIMITS_H
