// SPDX-License-Identifier: MIT
//
// GLFW, opened at run time: a program that stays headless never loads it. Contexts of
// any API in a window of their own, hidden or not. Only files of device/ see this.

#ifndef GLFW_H
#define GLFW_H

#include "device/device.h"

#include <stdbool.h>

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

#endif // GLFW_H
