// SPDX-License-Identifier: MIT
//
// GL as a backend: a function of GLSL on every number, in a compute, fragment or vertex
// shader, judged by CUDA in place where that is the same GPU, else on the CPU.

#ifndef SWEEP_GL_H
#define SWEEP_GL_H

#include "sweep_gl/functions.h"

// What GLSL has; a device may have less. `*count` of them.
const struct function *sweep_gl_functions(int *count);

// As sweep_open. What a device lacks is said in the error.
bool sweep_gl_open(struct backend *backend, const struct backend_ask *ask,
                   const struct sweep_gl *gl);

#endif // SWEEP_GL_H
