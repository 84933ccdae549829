// SPDX-License-Identifier: MIT
//
// Draws a picture by a fragment shader of the user's on a GL device.

#ifndef DEVICE_GL_SHADE_H
#define DEVICE_GL_SHADE_H

#include "device/device.h"

#include <stdbool.h>
#include <stdint.h>

#define GL_SHADE_TEXTURES 16

// A uniform: a float or int, a vector, a matrix, or an array of these. A shader that
// lacks it ignores it.
struct gl_shade_uniform {
    const char *name;
    int count, columns, rows; // elements, and what each has; a vector has one column
    enum { GL_SHADE_FLOAT, GL_SHADE_INT, GL_SHADE_UINT } kind; // of bools: int
    const double *numbers;                                     // [count][columns][rows]
};

// A texture of one level, [height][width][4] bytes, row 0 at the bottom, of the sampler
// of that name.
struct gl_shade_texture {
    char name[128];
    int width, height;
    const uint8_t *bytes;
    bool nearest, clamp;
};

struct gl_shade {
    const char *text; // whole, with its #version line
    int width, height;
    const struct gl_shade_uniform *uniforms;
    int uniform_count;
    const struct gl_shade_texture *textures;
    int texture_count; // at most GL_SHADE_TEXTURES
};

// Draws the picture into `out` [height][width][4], floats, row 0 at the bottom. Returns
// false, with why in device->reason, if the device is simulated, lacks targets of floats,
// or does not take the shader.
bool gl_shade_draw(struct device *device, const struct gl_shade *asked, float *out);

// The longest log of a compiler that device->reason does not cut off is in `log`, until
// the next call.
const char *gl_shade_log(void);

#endif // DEVICE_GL_SHADE_H
