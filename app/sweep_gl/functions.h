// SPDX-License-Identifier: MIT
//
// All functions that can be swept, by name, and the backend of each. A GL function runs
// in a compute, fragment or vertex shader. CUDA judges its results in place if it can use
// the same GPU; otherwise the CPU does.

#ifndef SWEEP_GL_FUNCTIONS_H
#define SWEEP_GL_FUNCTIONS_H

#include "base/facts.h"
#include "device/device.h"
#include "sweep/backend.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>

// "cpu:...", then "cuda:...", then "gl:..."; NULL past the last.
const struct function *sweep_function_at(int index);

// NULL if there is none of that name.
const struct function *sweep_function_find(const char *name);

// How a function of GL is asked.
struct sweep_gl {
    struct device *device; // open; its owner closes it, after the backend
    enum stage stage;
    enum precision precision; // highp, mediump, lowp
    // Words of a buffer, a power of two, at least GL_SWEEP_ALIGN, and how many buffers,
    // for tests and benchmarks; 0: what is best.
    size_t words;
    int buffers;
};

// Opens what computes ask->function. Returns false, after logging why, if it cannot;
// `backend` is then zeroed.
bool sweep_open(struct backend *backend, const struct backend_ask *ask);

// Returns the functions of GLSL, [*count]; a device may lack some.
const struct function *sweep_gl_functions(int *count);

// Does the same as sweep_open. The error names what a device lacks.
bool sweep_gl_open(struct backend *backend, const struct backend_ask *ask);

#define SWEEP_GL_TEXT 1200

// Whether GLSL of a version (gl_sweep_glsl) lacks a function; `why` [size] says what it
// needs then.
bool sweep_gl_lacks(const struct function *function, int version, bool es, char *why,
                    size_t size);

// The bodies of operands() and answer() (gl_sweep_ask). A domain of doubles has no
// operands in GLSL: false. Results are words of function->result: of binary16 the float
// that came, rounded to nearest if it has more bits.
bool sweep_gl_operands(const struct domain *domain, char text[SWEEP_GL_TEXT]);
void sweep_gl_answer(const struct function *function, enum precision precision,
                     char text[SWEEP_GL_TEXT]);

// Whether a function gives a float of the precision that is asked, whose format a device
// decides; else words or integers, of function->result whatever the precision.
bool sweep_gl_floats(const struct function *function);

// The same bodies of the question how many bits a precision keeps: number i gives
// (2^i + 1) - 2^i, which is 1 as long as the sum is exact.
#define SWEEP_GL_WIDTHS 32
extern const char sweep_gl_width_operands[];
void sweep_gl_width_answer(enum precision precision, char text[SWEEP_GL_TEXT]);

#endif // SWEEP_GL_FUNCTIONS_H
