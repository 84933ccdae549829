// SPDX-License-Identifier: MIT
//
// The platforms of a computer: EGL's devices, and GLFW.

#include "device/open.h"

#include "base/log.h"

#include <stdio.h>
#include <string.h>

const enum api open_apis[] = { API_ES3, API_GL, API_ES2 };
const size_t open_api_count = sizeof open_apis / sizeof *open_apis;
const char *const platform_words = "egl:N, egl:PATH, surfaceless, default, glfw";
const char *const platform_apis = "/es3, /gl or /es2";

bool platform_known(const char *platform)
{
    const char *number = platform + strlen("egl:");

    if (!strcmp(platform, "surfaceless") || !strcmp(platform, "default") ||
        !strcmp(platform, "glfw"))
        return true;
    return !strncmp(platform, "egl:", 4) && *number &&
           (strchr(number, '/') || strspn(number, "0123456789") == strlen(number));
}

bool open_platform(struct device *device, const char *platform, enum api api,
                   const struct device_options *options)
{
    if (!strcmp(platform, "glfw"))
        return glfw_open(device, api, options);
    return egl_open(device, platform, api, options);
}

void platforms_list(struct platforms *platforms)
{
    log_hold(true);
    platforms->count = egl_list(platforms->ids, PLATFORMS_MAX - 1);
    log_hold(false);
    snprintf(platforms->ids[platforms->count++], sizeof platforms->ids[0], "glfw");
}
