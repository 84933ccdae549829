// SPDX-License-Identifier: MIT
//
// A sweep's producer: what its stages share.

#ifndef GL_SWEEP_PRIVATE_H
#define GL_SWEEP_PRIVATE_H

#include "device/gl_private.h"
#include "device/gl_sweep.h"

// Numbers an invocation answers: what one pixel, one captured vertex, one store holds.
#define GL_SWEEP_QUAD 4

struct gl_sweep {
    struct device *device;
    enum stage stage;
    size_t words; // of a buffer, a multiple of what a stage writes at once
    int count;
    GLuint program, buffers[GL_SWEEP_BUFFERS];
    GLint first, high, quads; // uniforms; -1 where the compiler needs none
    size_t piece;             // words that are written by one call at most
    GLuint framebuffer, target;
    int width, height;  // of a tile, in quads
    bool small_batches; // of vertices
};

// The program of a stage in device->reason's words, 0 if the driver does not take it.
GLuint gl_sweep_build(struct device *device, const struct gl_sweep_ask *ask);

// Makes what a stage needs beside the program and the buffers, and decides on `piece`.
bool gl_sweep_prepare(struct gl_sweep *sweep);

// Writes `count` numbers, [1, piece], at word `place` of a buffer. The program is
// current, its uniforms are set.
void gl_sweep_write(struct gl_sweep *sweep, GLuint buffer, size_t place, size_t count);

#endif // GL_SWEEP_PRIVATE_H
