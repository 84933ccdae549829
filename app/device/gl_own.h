// SPDX-License-Identifier: MIT
//
// The textures, triangles and depth buffers of a probe (probe/drawn.h). ESSL 1.00
// supports only textures of bytes.

#ifndef DEVICE_GL_OWN_H
#define DEVICE_GL_OWN_H

#include "device/gl_private.h"
#include "probe/drawn.h"

// Made anew, and bound, for the current program.
void gl_set_textures(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params);

// Draws what the depth buffers keep, and binds them for the current program.
void gl_set_depths(struct gl *gl, const struct probe *probe,
                   const struct probe_params *params);

// The first or the second program of a way to draw depths; 0 if the driver refuses it.
GLuint gl_build_depth(struct gl *gl, const struct probe *probe,
                      const struct probe_params *params, enum probe_depth_by by,
                      bool second);

// Draws corners with the current program, into the current target, as GL_TRIANGLES or as
// GL_POINTS; or the triangles of a mesh.
void gl_draw_corners(struct gl *gl, GLenum shape, const struct probe_corner *corners,
                     size_t count);
void gl_draw_mesh(struct gl *gl, const struct probe_mesh *mesh,
                  const struct probe_params *params);

#endif // DEVICE_GL_OWN_H
