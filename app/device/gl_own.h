// SPDX-License-Identifier: MIT
//
// What a probe brings of its own: textures (probe/texture.h), triangles (probe/mesh.h).
// Not for ESSL 1.00.

#ifndef DEVICE_GL_OWN_H
#define DEVICE_GL_OWN_H

#include "device/gl_private.h"
#include "probe/mesh.h"

// Made anew, and bound, for the current program.
void gl_set_textures(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params);

// Draws the triangles with the current program, into the current target.
void gl_draw_mesh(struct gl *gl, const struct probe_mesh *mesh,
                  const struct probe_params *params);

#endif // DEVICE_GL_OWN_H
