// SPDX-License-Identifier: MIT
//
// Comparisons of the machine with llvmpipe, whose arithmetic nobody can tune.

#ifndef TESTS_SHADE_LLVMPIPE_H
#define TESTS_SHADE_LLVMPIPE_H

#include <stdbool.h>

// Opens llvmpipe, and a simulated device of its traits. Returns false, after printing
// why, if they are not there, or if llvmpipe's mediump has 24 bits.
bool llvmpipe_start(void);

// Draws a shader on both, at 1.7 s. Returns false, after printing the first difference,
// if a channel of a pixel differs, or if one of them refuses the shader.
bool llvmpipe_agrees(const char *name, const char *text, int width, int height);

#endif // TESTS_SHADE_LLVMPIPE_H
