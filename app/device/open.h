// SPDX-License-Identifier: MIT
//
// How a device is opened: a context without a window by EGL, or in a window of GLFW, both
// of which are opened at run time.

#ifndef DEVICE_OPEN_H
#define DEVICE_OPEN_H

#include "device/device.h"

#include <stdbool.h>
#include <stddef.h>

// ---- a device by its id ----

// In the order in which one is preferred where none was asked for.
extern const enum api open_apis[];
extern const size_t open_api_count;

// For messages: "egl:N, ..., glfw" and "/es3, /gl or /es2".
extern const char *const platform_words, *const platform_apis;

// Whether a word is a platform: "egl:0", "surfaceless", "default", "egl:PATH" or "glfw";
// in a browser "webgl", "webgl2" or "webgl1".
bool platform_known(const char *word);

// Opens the API of a platform.
// Returns false, after logging why, if it cannot be used; `device` is then zeroed.
bool open_platform(struct device *device, const char *platform, enum api api,
                   const struct device_options *options);

// The same; where `api` is API_COUNT the first API that can be opened.
bool open_first(struct device *device, const char *platform, enum api api,
                const struct device_options *options);

// Sets facts.id, facts.api and path_id of the device of a platform.
void open_set_id(struct device *device, const char *platform, enum api api);

// ---- which there are ----

#define PLATFORMS_MAX 68 // EGL's devices, and the other platforms

struct platforms {
    char ids[PLATFORMS_MAX][160];
    int count;
};

// Lists the platforms: those of EGL (egl_list) and "glfw", or "webgl". Enters the driver.
void platforms_list(struct platforms *platforms);

// Returns the id of the only EGL device, written to `id`; NULL if there are others, or
// none.
const char *rows_only(char (*id)[160]);

// As device_enumerate, but one API of each platform, `api` or the first that can be
// opened (API_COUNT), since a renderer has one name in all of them. Where a driver
// breaks, another of its APIs may work: then all are opened. Platforms that are no EGL
// device are opened only if the renderer of none has `word` in it. `entered`: this
// process has entered a driver, and must not fork: opens them here.
bool rows_name(struct device_row **rows, int *count, const char *word, enum api api,
               bool entered);

// The first row whose renderer has `word` in it; NULL, after logging why, if there is
// none or if others of another renderer have it too (*usage).
const struct device_row *rows_match(const struct device_row *rows, int count,
                                    const char *word, enum api api, bool *usage);

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

// Whether the driver has reported GL_CONTEXT_LOST since gl_open; and the message for it.
#define GL_LOST "the context was lost (glGetError 0x0507)"
bool gl_lost(void);

// ---- EGL: by device (EGL_EXT_platform_device), surfaceless, or the default display ----

// Opens the device of an id less its API: "egl:0", "surfaceless", "default", or
// "egl:PATH". Returns false, after logging why, if it cannot be used; `device` is then
// zeroed.
bool egl_open(struct device *device, const char *id, enum api api,
              const struct device_options *options);

// The ids (less their API) that libEGL.so.1 offers: devices first, those not marked as
// software before those that are, then the surfaceless platform and the default
// display. Returns how many, at most `max`. If there is no EGL, logs why, and the default
// display is the only one: who opens it is told.
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
