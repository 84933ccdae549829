// SPDX-License-Identifier: MIT
//
// Contexts without a window: EGL from a library opened at run time, by device
// (EGL_EXT_platform_device), on the surfaceless platform, or on the default display.

#ifndef EGL_DEVICE_H
#define EGL_DEVICE_H

#include "device/device.h"

#include <stdbool.h>

// Opens the device of an id less its API: "egl:0", "surfaceless", "default", or
// "egl:PATH". Returns false, after logging why, if it cannot be used; `device` is then
// zeroed.
bool egl_open(struct device *device, const char *id, enum api api,
              const struct device_options *options);

// The ids (less their API) that libEGL.so.1 offers: devices first, those not marked as
// software before those that are, then the surfaceless platform and the default
// display. Returns how many, at most `max`; 0, after logging why, if there is no EGL.
int egl_list(char (*ids)[160], int max);

#endif // EGL_DEVICE_H
