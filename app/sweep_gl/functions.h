// SPDX-License-Identifier: MIT
//
// All functions that can be put to the test, by name, and the backend of each.

#ifndef SWEEP_FUNCTIONS_H
#define SWEEP_FUNCTIONS_H

#include "device/device.h"
#include "sweep/backend.h"

// "cpu:...", then "cuda:...", then "gl:..."; NULL past the last.
const struct function *sweep_function_at(int index);

// NULL if there is none of that name.
const struct function *sweep_function_find(const char *name);

// How a function of GL is asked.
struct sweep_gl {
    struct device *device; // open; its owner closes it, after the backend
    enum stage stage;
    enum precision precision; // highp, mediump, lowp
};

// Opens what computes ask->function: a function of GL needs `gl`, which may else be NULL.
// Returns false, after logging why, if it cannot; `backend` is then zeroed.
bool sweep_open(struct backend *backend, const struct backend_ask *ask,
                const struct sweep_gl *gl);

#endif // SWEEP_FUNCTIONS_H
