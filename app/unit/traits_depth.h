// SPDX-License-Identifier: MIT
//
// What a device does with depths: a part of struct traits (traits.h).

#ifndef UNIT_TRAITS_DEPTH_H
#define UNIT_TRAITS_DEPTH_H

#include <stdbool.h>

// How a depth becomes a level of a depth buffer in fixed point; float: it is kept as it
// is, in binary32.
enum traits_depth_by {
    TRAITS_DEPTH_NEAREST,
    TRAITS_DEPTH_TRUNCATED,
    TRAITS_DEPTH_UP,
    TRAITS_DEPTH_FLOAT,
    TRAITS_DEPTH_COUNT,
};

// What a depth buffer keeps.
struct traits_depth {
    enum traits_depth_by by;
    int bits;       // in fixed point, at most: [12, 24]; 0: those of the format
    bool unclamped; // floats may lie outside [0, 1]
    bool unequal;   // a second program fuses a * b + c, the first does not
    int unit; // of glPolygonOffset, in levels of the format, or ulps: [1, 16]; 0: one
    bool constant; // of floats, it is so many 2^-24 instead
    bool length;   // its factor is of the length of the slope, not of the larger part
};

#endif // UNIT_TRAITS_DEPTH_H
