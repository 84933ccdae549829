// SPDX-License-Identifier: MIT
//
// A render target of an expression's own, in a format that is itself in question. The
// GLSL of such a probe calls colour(c). The first channel of what the target then holds
// is answer 0, as a raw word: a byte, a number of 10 bits, the pattern of a half or of a
// float.
//
// A destination is laid down before the draw, in all four channels, and the colour is
// blended onto it with GL_ONE, GL_ONE_MINUS_SRC_ALPHA: s + d * (1 - a).

#ifndef PROBE_TARGET_H
#define PROBE_TARGET_H

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

#endif // PROBE_TARGET_H
