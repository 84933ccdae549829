// SPDX-License-Identifier: MIT
//
// What GLSL leaves undefined: operations whose result may be anything for some operands.
// The program gives some value there, and a device another one.

#ifndef SHADE_UNDEFINED_H
#define SHADE_UNDEFINED_H

#include "shade/machine.h"
#include "shade/spirv.h"

#include <stdbool.h>
#include <stdint.h>

enum undefined {
    UNDEFINED_NONE,
    UNDEFINED_READ, // of a variable before it is written
    UNDEFINED_SQRT,
    UNDEFINED_INVERSE_SQRT,
    UNDEFINED_POW,
    UNDEFINED_POW_OF_ZERO,
    UNDEFINED_LOG,
    UNDEFINED_ARC, // asin() and acos()
    UNDEFINED_ACOSH,
    UNDEFINED_ATANH,
    UNDEFINED_ATAN,
    UNDEFINED_SMOOTHSTEP,
    UNDEFINED_DIVISION, // of floats, on a device without infinities
    UNDEFINED_MOD,
    UNDEFINED_INT_DIVISION,
    UNDEFINED_REMAINDER,
    UNDEFINED_SHIFT,
    UNDEFINED_TO_INT,
    UNDEFINED_TO_UINT,
    UNDEFINED_INDEX,
    UNDEFINED_DERIVATIVE,
    UNDEFINED_COUNT,
};

// Returns what may be undefined of an operation that is a part of a SPIR-V instruction.
enum undefined undefined_of(const struct spirv_instruction *at, enum program_op op);

// Returns "pow(x, y) with x < 0" and the like.
const char *undefined_words(enum undefined kind);

// Returns true if the operation is undefined in a pixel of the mask [MACHINE_LANES], for
// the operands that the machine has.
bool undefined_here(const struct machine *machine, const struct program_insn *insn,
                    const uint8_t *mask, int lane);

#endif // SHADE_UNDEFINED_H
