// SPDX-License-Identifier: MIT
//
// Compiles the text of a shader to SPIR-V, by the module that wraps glslang.

#ifndef SHADE_COMPILE_H
#define SHADE_COMPILE_H

#include "shade/input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns true if the module is installed: a build may lack it.
bool compile_available(void);

// Sets the SPIR-V of a shader, malloc'd, with the lines of the user's text. Returns
// false, after logging "name:line: why", if the text is no valid shader, or if the module
// is not installed; `*words` is then NULL.
bool compile(const struct input *input, const char *name, uint32_t **words,
             size_t *count);

#endif // SHADE_COMPILE_H
