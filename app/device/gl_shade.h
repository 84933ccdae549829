// SPDX-License-Identifier: MIT
//
// Draws a picture by a fragment shader of the user's on a GL device.

#ifndef DEVICE_GL_SHADE_H
#define DEVICE_GL_SHADE_H

#include "device/device.h"

#include <stdbool.h>

// A uniform of one to four floats or ints. A shader that lacks it ignores it.
struct gl_shade_uniform {
    const char *name;
    int components;
    bool is_int;
    float numbers[4];
};

struct gl_shade {
    const char *text; // whole, with its #version line
    int width, height;
    const struct gl_shade_uniform *uniforms;
    int uniform_count;
};

// Draws the picture into `out` [height][width][4], floats, row 0 at the bottom. Returns
// false, with why in device->reason, if the device is simulated, lacks targets of floats,
// or does not take the shader.
bool gl_shade_draw(struct device *device, const struct gl_shade *asked, float *out);

// The longest log of a compiler that device->reason does not cut off is in `log`, until
// the next call.
const char *gl_shade_log(void);

#endif // DEVICE_GL_SHADE_H
