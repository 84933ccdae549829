// SPDX-License-Identifier: MIT
//
// A current GL or GLES context as a device: what EGL and GLFW devices share. Whoever
// made the context keeps it, and gives it a way to be closed.

#ifndef GL_H
#define GL_H

#include "device/device.h"

#include <stdbool.h>

// A function of the API by name, or NULL.
typedef void (*gl_function)(void);
typedef gl_function (*gl_loader)(const char *name);

// Makes a device of the context that is current on this thread. Fills facts but for
// `id` and `driver`, which the caller has set; facts.api says how the context is to be
// used. Takes `context`: release(context) is called by device_close and, if this
// fails, before it returns. Returns false, after logging why, if the context cannot be
// used; `device` is then zeroed.
bool gl_open(struct device *device, gl_loader loader,
             const struct device_options *options, void (*release)(void *context),
             void *context);

#endif // GL_H
