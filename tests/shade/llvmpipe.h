// SPDX-License-Identifier: MIT
//
// Comparisons of the machine with Mesa's drivers, whose arithmetic nobody can tune.

#ifndef TESTS_SHADE_LLVMPIPE_H
#define TESTS_SHADE_LLVMPIPE_H

#include <stdbool.h>

enum oracle {
    ORACLE_AGREES, // in every bit of every pixel
    ORACLE_DIFFERS,
    ORACLE_REFUSES, // the driver or fpstripe does
};

// Opens a driver, and a simulated device of its traits. Returns false, after printing
// why, if they are not there, or if llvmpipe's mediump has 24 bits.
bool llvmpipe_start(void);
bool softpipe_start(void);

// Draws a shader on both, at 1.7 s, and prints the first difference or why one refused.
enum oracle oracle_ask(const char *name, const char *text, int width, int height);

#endif // TESTS_SHADE_LLVMPIPE_H
