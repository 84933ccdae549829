// SPDX-License-Identifier: MIT
//
// A texture of bytes with one level, and what a shader reads from it. This header knows
// no shader, and no file of a picture.

#ifndef SHADE_TEXTURE_H
#define SHADE_TEXTURE_H

#include "unit/traits.h"

#include <stdbool.h>
#include <stdint.h>

#define TEXTURE_TEST_SIDE 64 // texels of the test picture

struct texture {
    int width, height;    // in [1, 16384]
    const uint8_t *bytes; // [height][width][4], row 0 at the bottom; NULL: test picture
    bool nearest, clamp;  // default: linear, repeat
};

// The test picture: red grows to the right, green to the top, blue is a checkerboard.
extern const struct texture texture_test;

// Returns channel `channel` in [0, 4) of a texel, of 255; outside the texture, as it
// clamps or repeats.
int texture_byte(const struct texture *texture, int x, int y, int channel);

// Where a shader reads: coordinates from 0 to 1, moved by whole texels.
struct texture_place {
    double u, v;
    int right, up;
};

// Returns what a device with this filter reads, in [0, 1]; exactly if it is NULL.
double texture_sample(const struct texture *texture, const struct traits_filter *filter,
                      struct texture_place place, int channel);

// Returns number `corner` of the four texels that a linear filter mixes, in the order of
// textureGather().
double texture_gather(const struct texture *texture, const struct traits_filter *filter,
                      struct texture_place place, int channel, int corner);

// Returns a texel by its number; 0 outside, where GLSL leaves it undefined.
double texture_fetch(const struct texture *texture, int x, int y, int channel);

#endif // SHADE_TEXTURE_H
