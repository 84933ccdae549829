// SPDX-License-Identifier: MIT
//
// In the place of window.c where GLFW's header was not there at build time.

#include "base/log.h"
#include "window/window.h"

bool window_run(struct device *device, const struct survey_options *options,
                const char *folder)
{
    (void) device;
    (void) options;
    (void) folder;
    log_error("glfw: this fpstripe was built without GLFW");
    return false;
}
