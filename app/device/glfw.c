// SPDX-License-Identifier: MIT

#include "device/open.h"

#include "base/environment.h"
#include "base/log.h"
#include "device/glfw_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GLFW_LIBRARY "libglfw.so.3"

struct glfw_calls glfw_calls;
static int window_count;

static const struct version {
    enum api api;
    int major, minor;
} versions[] = {
    { API_ES3, 3, 2 }, { API_ES3, 3, 1 }, { API_ES3, 3, 0 },
    { API_GL, 4, 6 },  { API_GL, 4, 5 },  { API_GL, 4, 3 },
    { API_GL, 4, 0 },  { API_GL, 3, 3 },  { API_ES2, 2, 0 },
};
#define VERSIONS ((int) (sizeof versions / sizeof versions[0]))

// Returns GLFW's description of its last error.
static const char *glfw_reason(void)
{
    const char *text = NULL;

    glfw_calls.GetError(&text);
    return text ? text : "GLFW does not say why";
}

// The library stays: a driver behind it may have left threads and exit handlers.
static bool glfw_load(void)
{
    static const struct {
        const char *name;
        size_t offset;
    } entries[] = {
#define ENTRY(name) { "glfw" #name, offsetof(struct glfw_calls, name) },
        GLFW_CALLS(ENTRY)
#undef ENTRY
    };
    static void *library;

    if (!library)
        library = environment_dlopen(GLFW_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        log_error("glfw: %s", dlerror());
        return false;
    }
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        void *entry = dlsym(library, entries[i].name);

        if (!entry) {
            log_error("glfw: " GLFW_LIBRARY " has no %s", entries[i].name);
            return false;
        }
        memcpy((char *) &glfw_calls + entries[i].offset, &entry, sizeof entry);
    }
    return true;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

// GLFW 3.4 would only say that it found no window system.
static bool has_display(void)
{
    if (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"))
        return true;
    log_error("glfw: no display: neither DISPLAY nor WAYLAND_DISPLAY names one");
    return false;
}

static bool acquire(void)
{
    if (window_count == 0) {
        if (!glfw_load() || !has_display())
            return false;
        if (!glfw_calls.Init()) {
            log_error("glfw: %s", glfw_reason());
            return false;
        }
    }
    window_count++;
    return true;
}

static void glfw_release(void)
{
    if (--window_count == 0)
        glfw_calls.Terminate();
}

static GLFWwindow *try_version(const struct version *version, int creation, int width,
                               int height, bool visible)
{
    bool gl = version->api == API_GL;

    glfw_calls.DefaultWindowHints();
    glfw_calls.WindowHint(GLFW_VISIBLE, visible);
    glfw_calls.WindowHint(GLFW_CLIENT_API, gl ? GLFW_OPENGL_API : GLFW_OPENGL_ES_API);
    glfw_calls.WindowHint(GLFW_CONTEXT_CREATION_API, creation);
    glfw_calls.WindowHint(GLFW_CONTEXT_VERSION_MAJOR, version->major);
    glfw_calls.WindowHint(GLFW_CONTEXT_VERSION_MINOR, version->minor);
    if (gl) {
        glfw_calls.WindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfw_calls.WindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    }
    return glfw_calls.CreateWindow(width, height, "fpstripe", NULL, NULL);
}

// The window system's own way first; EGL knows APIs that GLX may not.
static GLFWwindow *try_all(enum api api, int width, int height, bool visible)
{
    static const int creations[] = { GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API };

    for (int c = 0; c < 2; c++)
        for (int i = 0; i < VERSIONS; i++) {
            GLFWwindow *window = NULL;

            if (versions[i].api == api)
                window = try_version(&versions[i], creations[c], width, height, visible);
            if (window)
                return window;
        }
    return NULL;
}

struct GLFWwindow *glfw_window_open(enum api api, int width, int height, bool visible)
{
    GLFWwindow *window = NULL;

    environment_enter();
    if (acquire() && !(window = try_all(api, width, height, visible))) {
        log_error("glfw: %s", glfw_reason());
        glfw_release();
    }
    environment_leave();
    return window;
}

void glfw_window_close(struct GLFWwindow *window)
{
    if (!window)
        return;
    environment_enter();
    glfw_calls.DestroyWindow(window);
    glfw_release();
    environment_leave();
}

static void release_context(void *context)
{
    glfw_calls.MakeContextCurrent(NULL);
    environment_own();
    glfw_window_close(context);
}

bool glfw_open(struct device *device, enum api api, const struct device_options *options)
{
    GLFWwindow *window = glfw_window_open(api, 64, 64, false);

    *device = (struct device){ .facts.api = api };
    if (!window)
        return false;
    open_set_id(device, "glfw", api);
    environment_enter();
    glfw_calls.MakeContextCurrent(window);
    environment_leave();
    return gl_open(device, glfw_calls.GetProcAddress, options, release_context, window);
}
