// SPDX-License-Identifier: MIT
//
// Cases as words, and the points by which ESSL 1.00 is asked them.

#ifndef DEVICE_GL_POINTS_H
#define DEVICE_GL_POINTS_H

#include "device/gl_private.h"

// A case as words of the carrier: operands, the same again without the guard's factor,
// and the guard.
struct gl_case {
    uint64_t rows[3][PROBE_OPERANDS];
};

void gl_fill_case(struct gl_case *words, const struct probe *probe,
                  const struct probe_params *params, int band, int column, int variant);

// ESSL 1.00: the points of a picture of words (gl_points.c), and its controls, of which
// there are so many rows above the picture.
int gl_point_rows(const struct pixels *out);
void gl_draw_points(struct device *device, const struct probe *probe,
                    const struct probe_params *params, int variant,
                    const struct pixels *out);

// The same where a mesh draws the picture: its controls are corners, drawn as points.
void gl_draw_controlled_mesh(struct device *device, const struct probe *probe,
                             const struct probe_params *params, const struct pixels *out);

// Gives the attributes of ESSL 1.00 their places, before `program` is linked.
void gl_bind_attributes(GLuint program);

// Whether the controls in the upper `rows` of a picture came back as they are; if not,
// device->reason has the first that did not.
bool gl_points_exact(struct device *device, const struct probe *probe, enum stage stage,
                     const struct pixels *tall, int rows);

#endif // DEVICE_GL_POINTS_H
