// SPDX-License-Identifier: MIT
//
// What a probe has drawn for it beside its picture, or in its place: textures, render
// targets, depth buffers, triangles.

#ifndef PROBE_DRAWN_H
#define PROBE_DRAWN_H

#include <stdbool.h>
#include <stdint.h>

// ---- textures ----
//
// A texture of a probe's own. Either a texel for each case, at case_at, whose channels
// are operand 0 of that case; or one row of as many texels as the probe says. They are
// converted from what is uploaded to what the driver keeps.

// The format that the driver keeps, and the part of a word that is uploaded: its bits as
// a float; the nearest half; or the lowest byte, 16 bits or all as an integer.
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

// ---- targets ----
//
// A render target of an expression's own, in a format that is itself in question. The
// GLSL of such a probe calls colour(c). The first channel of what the target then holds
// is answer 0, as a raw word: a byte, a number of 10 bits, the pattern of a half or of a
// float.
//
// A destination is laid down before the draw, in all four channels, and the colour is
// blended onto it with GL_ONE, GL_ONE_MINUS_SRC_ALPHA: s + d * (1 - a).

enum probe_target_format {
    PROBE_TARGET_RGBA8,
    PROBE_TARGET_SRGB8_ALPHA8, // it is encoded where it is stored, decoded where blended
    PROBE_TARGET_RGB10_A2,
    PROBE_TARGET_RGBA16F,
    PROBE_TARGET_RGBA32F,
    PROBE_TARGET_FORMATS,
};

struct probe_target {
    enum probe_target_format format;
    int laid; // the operand, a raw word as the answer is, that is the destination
};

// ---- depths ----
//
// Depth buffers of a probe's own, one of each format and as large as its picture. Before
// the picture, each expression is drawn into its rows of one of them: a triangle inside
// each pixel, with the depth a * b + c of operands 0 to 2. The GLSL of the probe then
// samples `depth_16`, `depth_24` and `depth_32f`, and `painted`: the first channel is 0
// where nothing was drawn, 1/2 after the first draw, 1 where the second passed too.

enum probe_depth_format {
    PROBE_DEPTH_16,
    PROBE_DEPTH_24,
    PROBE_DEPTH_32F,
    PROBE_DEPTH_FORMATS,
};

// The output that carries the depth: gl_FragDepth; gl_Position.z, with w = 1, and so
// (z + 1) / 2; the same declared invariant. Operand 3 is the slope of such a triangle, of
// z in a pixel: along x, and half as much along y; in odd columns along y, and half along
// x.
enum probe_depth_by {
    PROBE_DEPTH_BY_FRAGMENT,
    PROBE_DEPTH_BY_POSITION,
    PROBE_DEPTH_BY_INVARIANT,
    PROBE_DEPTH_WAYS,
};

struct probe_depth {
    enum probe_depth_format format;
    enum probe_depth_by by;
    float factor, units; // of glPolygonOffset, unless both are 0
    bool again; // drawn once more with GL_EQUAL, by a program that shows a * b as well
};

// The answer to a depth of x levels, [0, 2^24): the level, and quarters of it in the
// highest bits where a sampler shows them; and the levels that a word means.
uint32_t depth_word_of(double x);
double depth_levels(uint32_t word);

// ---- meshes ----
//
// Triangles of a probe's own, which together cover its picture: it is then drawn by them,
// in the fragment stage. Each corner has a number that goes through the vertex shader to
// the fragments, as varyings of REAL that differ in how they are interpolated:
// `smoothed`, `centroided`, `flattened`, and, where HAS_NOPERSPECTIVE, `unperspective`.
// GLSL ES 1.00 has `smoothed` alone, and instead of operands the uniform `ulp`, of 1 in
// the format that operands are built for.

struct probe_params;

struct probe_corner {
    float position[4]; // in clip space: x, y, z, w
    float value;
};

struct probe_mesh {
    int triangles; // [1, 65536]

    // Corner [0, 3) of a triangle. Triangles that share an edge share its positions.
    struct probe_corner (*corner)(const struct probe_params *params, int triangle,
                                  int corner);
};

#endif // PROBE_DRAWN_H
