// SPDX-License-Identifier: MIT
//
// Defects of what is interpolated over triangles.

#include "tests/survey/defects.h"

#define HIGHP (1u << PRECISION_HIGHP)

#define CONSTANTS \
    "constant, w = 1", "constant", "constant, centroid", "constant, noperspective"
#define RAMPS "ramp, w = 1", "ramp"

// Below ten bits all constants of mediump are as they are, and every index anyway.
const struct trace interpolated_10[] = {
    { "interpolation", .expressions = { CONSTANTS }, .precisions = HIGHP,
      .answer = "10 bits, nearest", .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "ramp, w = 1" }, .answer = "10 bits, rne" },
    { "interpolation", .expressions = { "ramp" }, .answer = "10 bits, nearest" },
    { 0 },
};

// Where a ramp has the numbers of a device that truncates.
const struct trace interpolated_by_rtz[] = {
    { "interpolation", .expressions = { RAMPS }, .answer = "* bits, truncate" },
    { 0 },
};

const struct trace divided_varyings[] = {
    { "interpolation", .expressions = { "constant", "constant, centroid" },
      .answer = "* of 4096 differ, up to * [*] 2^-24", .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "int(constant)" }, .answer = "* of 4096 wrong",
      .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "ramp" },
      .answer = "* of 4096 differ, up to * [*] 2^-24" },
    { 0 },
};

#define DIFFERENCES "dFdx(x * y)", "dFdy(x * y)"

const struct trace coarse_first[] = {
    { "derivatives", .expressions = { DIFFERENCES }, .answer = "coarse" },
    { 0 },
};
