// SPDX-License-Identifier: MIT
//
// How a picture came about: what was drawn, and where the answers were stored. A driver
// may paint nothing in one way and everything in another: to SwiftShader 4.1 gl_VertexID
// equals no number.

#ifndef BASE_DRAWN_H
#define BASE_DRAWN_H

#include "base/facts.h"

#include <stdbool.h>

// What was drawn: a compute shader was run; a strip over each band; one triangle over the
// target; a point a pixel. The last two twice: with the number of each vertex from an
// attribute, or, with no attribute, from gl_VertexID. And a strip whose shader stores the
// guarded sum in memory before it goes on: not a next way, but one for devices that keep
// more bits inside an expression (of a simulated one the target is a buffer).
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

// A buffer, or the format of the target. Bytes: each word of an answer in the four
// channels of an RGBA8 target, the lowest byte in red.
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

// "triangle", "triangle-id", "r32ui", ...; "" where it is not known.
const char *draw_name(enum draw draw);
const char *target_name(enum drawn_target target);

// Return false if there is no such word; the result is then unchanged.
bool draw_find(const char *name, enum draw *draw);
bool target_find(const char *name, enum drawn_target *target);

// The ways of one question, from 0, the usual one first: targets in turn, each with all
// draws. Unknown behind the last one. `points`: each answer is a vertex, or a varying.
struct drawn drawn_way(enum api api, enum stage stage, enum readout readout, bool points,
                       int way);

// Whether it is the first way of such a question, or not known.
bool drawn_usual(const struct drawn *drawn, enum api api, enum stage stage,
                 enum readout readout, bool points);

// Whether it is a way of such a question, or not known.
bool drawn_possible(const struct drawn *drawn, enum api api, enum stage stage,
                    enum readout readout);

#endif // BASE_DRAWN_H
