// SPDX-License-Identifier: MIT
//
// Defects of what makes halves, packHalf2x16(), the upload of a texture, a sampler; and
// of filters and targets.

#include "tests/survey/defects.h"

#define HALF_TIES(rule)                                                               \
    {                                                                                 \
        "pack_half",                                                                  \
            .expressions = { "packHalf2x16(x), ties", "packHalf2x16(x), second half", \
                             "packHalf2x16(x), ties among subnormals" },              \
            .answer = rule, .deviates = TRACES_ALWAYS                                 \
    }

// 65520 is a tie, and infinity lies to its even side: away from zero that is the same.
const struct trace half_away[] = { HALF_TIES("rna"), { 0 } };
const struct trace half_up[] = {
    HALF_TIES("rnu"),
    { "pack_half", .expressions = { "packHalf2x16(x), overflow" }, .answer = "rnu",
      .deviates = TRACES_ALWAYS },
    { 0 },
};
const struct trace half_truncated[] = {
    HALF_TIES("rtz"),
    { "pack_half", .expressions = { "packHalf2x16(x), near ties" }, .answer = "rtz",
      .deviates = TRACES_ALWAYS },
    { "pack_half", .expressions = { "packHalf2x16(x), overflow" }, .answer = "saturates",
      .deviates = TRACES_ALWAYS },
    { 0 },
};

// The same at upload.
const struct trace upload_truncated[] = {
    { "half_texture",
      .expressions = { "RGBA16F of floats, ties", "RGBA16F of floats, near ties",
                       "RGBA16F of floats, ties among subnormals" },
      .answer = "rtz", .deviates = TRACES_ALWAYS },
    { "half_texture", .expressions = { "RGBA16F of floats, overflow" },
      .answer = "saturates", .deviates = TRACES_ALWAYS },
    { 0 },
};

// Where mediump is a half, its samplers are as before; highp is asked of fragments alone.
const struct trace half_samplers[] = {
    { "sampler", .expressions = { SAMPLED_FLOATS }, .precisions = 1u << PRECISION_HIGHP,
      .answer = "10 bits, 2^-14 to 2^15", .detail = "worse than claimed",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { "sampler",
      .expressions = { "RGBA8", "SRGB8_ALPHA8", "RGBA8, texture()",
                       "SRGB8_ALPHA8, texture()" },
      .precisions = 1u << PRECISION_HIGHP, .answer = "11 bits" },
    { "sampler", .expressions = { SAMPLED_NUMBERS }, .precisions = 1u << PRECISION_HIGHP,
      .answer = "whole numbers up to 2048", .detail = "; 2049 reads 2048",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};

// Of 4,096 positions; the sum between three pairs of texels, of which two differ.
#define FILTERED                                                                         \
    "RGBA8, linear", "SRGB8_ALPHA8, linear", "RGBA16F, linear", "RGBA32F, linear",       \
        "RGBA8, linear, 1000 + u", "RGBA32F, linear, 1000 + u", "RGBA8, between levels", \
        "RGBA32F, between levels"

const struct trace filter_bits[] = {
    { "filter", .expressions = { FILTERED }, .answer = "257 levels, 8 bits",
      .detail = "positions rounded by rne" },
    { "filter", .expressions = { "RGBA32F, sum of two texels" },
      .answer = "* levels, 8 bits" },
    { 0 },
};
const struct trace filter_few[] = {
    { "filter", .expressions = { FILTERED }, .answer = "9 levels, 3 bits",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_VULKAN },
    { "filter", .expressions = { "RGBA32F, sum of two texels" },
      .answer = "* levels, 3 bits", .deviates = TRACES_ALWAYS, .from = DEVIATION_VULKAN },
    { 0 },
};
const struct trace filter_bytes[] = {
    { "filter",
      .expressions = { "RGBA8, linear", "RGBA8, linear, 1000 + u",
                       "RGBA8, between levels" },
      .answer = "256 levels", .detail = "bytes are mixed to bytes" },
    { 0 },
};
const struct trace mixed_by_products[] = {
    { "filter", .expressions = { "RGBA32F, sum of two texels" },
      .answer = "a * (1 - w) + b * w", .detail = "between two equal texels" },
    { 0 },
};
const struct trace texel_bits[] = {
    { "filter",
      .expressions = { "RGBA8, nearest of 512", "RGBA8, nearest of 4096",
                       "RGBA8, nearest of 16384", "RGBA32F, nearest of 16384" },
      .answer = "the next texel up to at least 0.03* from its edge, 4 bits" },
    { 0 },
};

// What targets make of a translucent layer.
const struct trace shifted_blend[] = {
    { "blend", .expressions = { "RGBA8, d * (1 - a)", "RGBA8, s + d * (1 - a)" },
      .answer = "x >> 8", .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { "blend", .expressions = { "RGB10_A2, s + d * (1 - a)" }, .answer = "x >> 10",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { "blend", .expressions = { "RGBA8, s between levels" },
      .answer = "x >> 8, s rounded first", .deviates = TRACES_ALWAYS,
      .from = DEVIATION_GLSL },
    { 0 },
};

// What depth buffers keep.
#define DEPTHS(...) "depth", .expressions = { __VA_ARGS__ }

const struct trace depth_18_bits[] = {
    { DEPTHS("DEPTH_COMPONENT24, gl_FragDepth"), .answer = "18 bits, nearest",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { DEPTHS("DEPTH_COMPONENT24, gl_Position"), .answer = "18 bits, nearest" },
    { DEPTHS("DEPTH_COMPONENT24, glPolygonOffset(0, 16)"),
      .answer = "in these cases a unit moves * to * levels", .deviates = TRACES_ALWAYS,
      .from = DEVIATION_GLSL },
    { DEPTHS("DEPTH_COMPONENT24, glPolygonOffset(1, 0)") },
    { 0 },
};
const struct trace depth_truncated[] = {
    { DEPTHS("DEPTH_COMPONENT16, gl_FragDepth", "DEPTH_COMPONENT16, gl_Position",
             "DEPTH_COMPONENT24, gl_FragDepth", "DEPTH_COMPONENT24, gl_Position"),
      .answer = "* bits, truncates" },
    { DEPTHS("DEPTH_COMPONENT16, glPolygonOffset(0, 16)",
             "DEPTH_COMPONENT24, glPolygonOffset(0, 16)",
             "DEPTH_COMPONENT24, glPolygonOffset(1, 0)") },
    { 0 },
};
const struct trace depth_floats[] = {
    { DEPTHS("DEPTH_COMPONENT16, gl_FragDepth", "DEPTH_COMPONENT16, gl_Position",
             "DEPTH_COMPONENT24, gl_FragDepth", "DEPTH_COMPONENT24, gl_Position"),
      .answer = "finer than * bits" },
    { DEPTHS("DEPTH_COMPONENT16, glPolygonOffset(0, 16)",
             "DEPTH_COMPONENT24, glPolygonOffset(0, 16)") },
    { 0 },
};
const struct trace depth_unclamped[] = {
    { DEPTHS("DEPTH_COMPONENT32F, outside [0, 1]"), .answer = "not clamped",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};
const struct trace depth_unequal[] = {
    { DEPTHS("GL_EQUAL, gl_FragDepth", "GL_EQUAL, gl_Position"),
      .answer = "203 of 256 pass",
      .detail = "a * b + c is fused in one of the programs" },
    { DEPTHS("GL_EQUAL, invariant gl_Position"), .answer = "203 of 256 pass",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};
const struct trace offset_of_3[] = {
    { DEPTHS("DEPTH_COMPONENT16, glPolygonOffset(0, 16)",
             "DEPTH_COMPONENT24, glPolygonOffset(0, 16)"),
      .answer = "a unit is 3 levels" },
    { DEPTHS("DEPTH_COMPONENT32F, glPolygonOffset(0, 16)"), .answer = "a unit is 3 ulp" },
    { 0 },
};
const struct trace offset_constant[] = {
    { DEPTHS("DEPTH_COMPONENT32F, glPolygonOffset(0, 16)"),
      .answer = "a unit is * [*] 2^-24 everywhere", .deviates = TRACES_ALWAYS,
      .from = DEVIATION_GLSL },
    { 0 },
};
const struct trace offset_of_length[] = {
    { DEPTHS("DEPTH_COMPONENT24, glPolygonOffset(1, 0)"),
      .answer = "length of (dz/dx, dz/dy)" },
    { 0 },
};
