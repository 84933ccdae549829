// SPDX-License-Identifier: MIT
//
// What is swept in GL, as GLSL: the functions, and the operands of a domain's numbers.

#ifndef SWEEP_GL_TEXT_H
#define SWEEP_GL_TEXT_H

#include "base/facts.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>

#define SWEEP_GL_TEXT 1200

// Whether GLSL of a version (gl_sweep_glsl) lacks a function; `why` [size] says what it
// needs then.
bool sweep_gl_lacks(const struct function *function, int version, bool es, char *why,
                    size_t size);

// The bodies of operands() and answer() (gl_sweep_ask). A domain of doubles has no
// operands in GLSL: false.
bool sweep_gl_operands(const struct domain *domain, char text[SWEEP_GL_TEXT]);
void sweep_gl_answer(const struct function *function, enum precision precision,
                     char text[SWEEP_GL_TEXT]);

#endif // SWEEP_GL_TEXT_H
