// SPDX-License-Identifier: MIT
//
// The way in which a picture was painted: the primitive that was drawn, and the target
// that received the results. A driver may paint nothing in one way and everything in
// another: in SwiftShader 4.1 gl_VertexID equals no number.

#ifndef BASE_DRAWN_H
#define BASE_DRAWN_H

#include "base/facts.h"

#include <stdbool.h>

// The primitive: a dispatch of a compute shader; a strip over each band; one triangle
// over the target; a point for each pixel. Triangles and points exist twice: the number
// of each vertex comes from an attribute or, with _ID, from gl_VertexID.
// DRAW_STRIP_STORED is a strip whose shader stores the guarded sum in memory before it
// uses it, for devices that keep more bits inside an expression; drawn_way never returns
// it.
enum draw {
    DRAW_UNKNOWN,
    DRAW_DISPATCH,
    DRAW_STRIP,
    DRAW_TRIANGLE,
    DRAW_TRIANGLE_ID,
    DRAW_POINTS,
    DRAW_POINTS_ID,
    DRAW_STRIP_STORED,
    DRAW_COUNT,
};

// A buffer, or the format of the target. TARGET_BYTES is an RGBA8 target that stores each
// word of a result in its four channels, the lowest byte in red.
enum drawn_target {
    TARGET_UNKNOWN,
    TARGET_BUFFER,
    TARGET_RGBA8,
    TARGET_R32F,
    TARGET_RGBA32F,
    TARGET_R32UI,
    TARGET_RGBA32UI,
    TARGET_BYTES,
    TARGET_RGBA16F,
    TARGET_COUNT,
};

struct drawn {
    enum draw draw;
    enum drawn_target target;
};

// Returns true if pixels of the target are read back as four bytes.
bool target_is_bytes(enum drawn_target target);

// Return "triangle", "triangle-id", "r32ui", ...; "" if it is unknown.
const char *draw_name(int draw);
const char *target_name(int target);

// Returns way number `way` of painting a picture; way 0 is the usual one. The ways are
// all draws for each target in turn; after the last one the draw is DRAW_UNKNOWN. With
// `points` each result comes from a vertex, or through a varying.
struct drawn drawn_way(enum api api, enum stage stage, enum readout readout, bool points,
                       int way);

// Returns true if `drawn` is the first of these ways, or unknown.
bool drawn_usual(const struct drawn *drawn, enum api api, enum stage stage,
                 enum readout readout, bool points);

#endif // BASE_DRAWN_H
