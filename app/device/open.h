// SPDX-License-Identifier: MIT
//
// How a device is opened: a context without a window by EGL, or in a window of GLFW, both
// of which are opened at run time.

#ifndef DEVICE_OPEN_H
#define DEVICE_OPEN_H

#include "device/device.h"

#include <stdbool.h>
#include <stddef.h>

// ---- a context, whoever made it ----

// To be called before this process enters a driver: calls, once, what device_before_gl
// has.
void gl_announce(void);

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

// ---- EGL: by device (EGL_EXT_platform_device), surfaceless, or the default display ----

// Opens the device of an id less its API: "egl:0", "surfaceless", "default", or
// "egl:PATH". Returns false, after logging why, if it cannot be used; `device` is then
// zeroed.
bool egl_open(struct device *device, const char *id, enum api api,
              const struct device_options *options);

// The ids (less their API) that libEGL.so.1 offers: devices first, those not marked as
// software before those that are, then the surfaceless platform and the default
// display. Returns how many, at most `max`; 0, after logging why, if there is no EGL.
int egl_list(char (*ids)[160], int max);

// ---- GLFW: a program that stays headless never loads it ----

struct GLFWwindow;

// Opens "glfw/API": a context in a hidden window, the highest version that there is.
// Returns false, after logging why in one line, if GLFW, a display or the API is not
// there; `device` is then zeroed.
bool glfw_open(struct device *device, enum api api, const struct device_options *options);

// A window with a context of `api` in it, which is not made current. Every window
// counts as a user of GLFW; the last one to go ends it. Returns NULL, after logging
// why in one line.
struct GLFWwindow *glfw_window_open(enum api api, int width, int height, bool visible);

// Accepts NULL.
void glfw_window_close(struct GLFWwindow *window);

#endif // DEVICE_OPEN_H
