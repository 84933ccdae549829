// SPDX-License-Identifier: MIT
//
// Depth buffers of a probe's own, one of each format and as large as its picture. Before
// the picture, each expression is drawn into its rows of one of them: a triangle inside
// each pixel, with the depth a * b + c of operands 0 to 2. The GLSL of the probe then
// samples `depth_16`, `depth_24` and `depth_32f`, and `painted`: the first channel is 0
// where nothing was drawn, 1/2 after the first draw, 1 where the second passed too.

#ifndef PROBE_DEPTH_H
#define PROBE_DEPTH_H

#include <stdbool.h>

enum probe_depth_format {
    PROBE_DEPTH_16,
    PROBE_DEPTH_24,
    PROBE_DEPTH_32F,
    PROBE_DEPTH_FORMATS,
};

// What has the depth: gl_FragDepth; gl_Position.z, with w = 1, and so (z + 1) / 2; the
// same declared invariant. Operand 3 is the slope of such a triangle, of z in a pixel:
// along x, and half as much along y; in odd columns along y, and half along x.
enum probe_depth_by {
    PROBE_DEPTH_BY_FRAGMENT,
    PROBE_DEPTH_BY_POSITION,
    PROBE_DEPTH_BY_INVARIANT,
    PROBE_DEPTH_WAYS,
};

struct probe_depth {
    enum probe_depth_format format;
    enum probe_depth_by by;
    float factor, units; // of glPolygonOffset, unless both are 0
    bool again; // drawn once more with GL_EQUAL, by a program that shows a * b as well
};

#endif // PROBE_DEPTH_H
