// SPDX-License-Identifier: MIT
//
// The text of an operation, rebuilt from SPIR-V and the names that it keeps: glslang
// keeps lines, and no columns.

#ifndef SHADE_PHRASE_H
#define SHADE_PHRASE_H

#include "shade/spirv.h"

#include <stddef.h>

// Writes "uv.x + time" for the id of a result; "" if there is no text for it. Parts that
// are nested too deeply become "...".
void phrase_write(const struct spirv *spirv, uint32_t id, char *text, size_t size);

#endif // SHADE_PHRASE_H
