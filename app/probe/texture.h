// SPDX-License-Identifier: MIT
//
// A texture of a probe's own. Either a texel for each case, at case_at, whose channels
// are operand 0 of that case; or one row of as many texels as the probe says. They are
// converted from what is uploaded to what the driver keeps.

#ifndef PROBE_TEXTURE_H
#define PROBE_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

// What is kept, and what of a word is uploaded: its bits as a float; the nearest half; or
// the lowest byte, 16 bits or all as an integer.
enum probe_texels {
    PROBE_TEXELS_RGBA32F,
    PROBE_TEXELS_RGBA16F, // of floats, which the driver converts
    PROBE_TEXELS_RGBA16F_OF_HALVES,
    PROBE_TEXELS_RGBA8,
    PROBE_TEXELS_SRGB8_ALPHA8,
    PROBE_TEXELS_RGBA32I,
    PROBE_TEXELS_RGBA32UI,
    PROBE_TEXELS_RGBA8I,
    PROBE_TEXELS_RGBA8UI,
    PROBE_TEXELS_RGBA16I,
    PROBE_TEXELS_RGBA16UI,
    PROBE_TEXELS_COUNT,
};

// Between which texels texture() mixes: none; neighbours; the nearest of two levels. A
// driver of ES need not have it for floats: such a texture is then black.
enum probe_filter { PROBE_NEAREST, PROBE_LINEAR, PROBE_BETWEEN_LEVELS };

#define PROBE_TEXTURES 15 // of a probe, at most: there are 16 units, one of cases

struct probe_texture {
    const char *sampler; // a uniform of the probe's GLSL; NULL ends a list
    enum probe_texels texels;
    int width; // 0: a texel for each case. Else of a row, a power of two; no texture is
               // made where that is more than the device's (TEXTURE_SIZE of the GLSL)
    uint32_t (*word)(int level, int x); // of a row: what is uploaded
    int levels;                         // of a row, each half as wide; 0: one
    enum probe_filter filter;
    bool repeats; // from 1 on it begins again; else it is clamped to its edge
};

#endif // PROBE_TEXTURE_H
