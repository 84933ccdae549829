// SPDX-License-Identifier: MIT
//
// In the place of glfw.c and screen.c where GLFW's header was not there at build time.

#include "base/log.h"
#include "device/open.h"

bool glfw_open(struct device *device, enum api api, const struct device_options *options)
{
    (void) api;
    (void) options;
    *device = (struct device){ 0 };
    log_error("glfw: this fpstripe was built without GLFW");
    return false;
}
