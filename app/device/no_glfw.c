// SPDX-License-Identifier: MIT
//
// In the place of glfw.c and screen.c where GLFW's header was not there at build time.

#include "base/log.h"
#include "device/glfw.h"
#include "device/screen.h"

static void say_absent(void)
{
    log_error("glfw: this fpstripe was built without GLFW");
}

bool glfw_open(struct device *device, enum api api, const struct device_options *options)
{
    (void) api;
    (void) options;
    *device = (struct device){ 0 };
    say_absent();
    return false;
}

struct GLFWwindow *glfw_window_open(enum api api, int width, int height, bool visible)
{
    (void) api;
    (void) width;
    (void) height;
    (void) visible;
    say_absent();
    return NULL;
}

void glfw_window_close(struct GLFWwindow *window)
{
    (void) window;
}

struct screen *screen_open(enum api api, int width, int height)
{
    (void) api;
    (void) width;
    (void) height;
    say_absent();
    return NULL;
}

// No screen was ever opened: nothing can be asked of one.
void screen_close(struct screen *screen)
{
    (void) screen;
}

void screen_title(struct screen *screen, const char *title)
{
    (void) screen;
    (void) title;
}

bool screen_show(struct screen *screen, const struct pixels *picture)
{
    (void) screen;
    (void) picture;
    return false;
}

int screen_key(struct screen *screen, double timeout_s)
{
    (void) screen;
    (void) timeout_s;
    return SCREEN_CLOSED;
}
