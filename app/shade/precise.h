// SPDX-License-Identifier: MIT
//
// Which results of SPIR-V `precise` variables consume. glslang marks the arithmetic among
// them (NoContraction), and leaves functions unmarked.

#ifndef SHADE_PRECISE_H
#define SHADE_PRECISE_H

#include "shade/spirv.h"

// Marks the operands of results that are marked, and what is stored in a variable that
// the text declares `precise`. A name that several variables have counts for none.
void precise_mark(struct spirv *spirv, const char *text);

#endif // SHADE_PRECISE_H
