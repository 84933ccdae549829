// SPDX-License-Identifier: MIT
//
// What a capture does not decide. A value of a pixel that depends on such a thing is
// open: the device may have another one. Open values are followed through operations,
// memory and branches, so that a pixel which is not open is exact to the bit.

#ifndef SHADE_OPENS_H
#define SHADE_OPENS_H

#include "shade/machine.h"

#include <stdbool.h>
#include <stdint.h>

enum opens_reason {
    OPENS_NONE,
    OPENS_ORDER,      // the compiler may rewrite what is not `precise`
    OPENS_FORMULA,    // the formula of a function or of a product of matrices
    OPENS_FUNCTION,   // the error of a function
    OPENS_OPERATION,  // the rounding of an operation
    OPENS_MEDIUM,     // where a mediump number is rounded
    OPENS_NAN,        // what becomes of a NaN
    OPENS_SUBNORMAL,  // whether it is flushed
    OPENS_INPUT,      // how an input is interpolated
    OPENS_TEXTURE,    // how a texture is filtered
    OPENS_DERIVATIVE, // of which pixels a derivative is
    OPENS_UNDEFINED,  // GLSL leaves it undefined
    OPENS_REASONS,
};

// Returns "a function's error" and the like; and the clause of a specification that
// leaves it to the device.
const char *opens_words(enum opens_reason reason);
const char *opens_clause(enum opens_reason reason);

// The origin of an open value: the operation that made it, and why. 0: it is not open.
static inline uint32_t opens_origin(uint32_t insn, enum opens_reason reason)
{
    return (insn + 1) << 4 | reason;
}

static inline enum opens_reason opens_reason_of(uint32_t origin)
{
    return (enum opens_reason)(origin & 15);
}

// The line of an origin; 0 if it is an input.
uint32_t opens_line(const struct program *program, uint32_t origin);

// The open values of a machine, [..][MACHINE_LANES] each.
struct opens_lanes {
    uint32_t *values, *memory, *scratch; // owned
    uint32_t lost[MACHINE_LANES];        // a branch on an open value: all is open
};

// What the machine calls, if its device is that of a capture.
void opens_init(struct machine *machine, uint32_t moves);
void opens_finish(struct machine *machine);
void opens_start(struct machine *machine);
// Before an operation: finds which results are open by their operands, into `made`.
void opens_before(struct machine *machine, const struct program_insn *insn,
                  const uint8_t *mask, uint32_t made[MACHINE_LANES]);
// After it: adds those that are open by their results, and stores all where they belong,
// only in the mask if `blend`.
void opens_after(struct machine *machine, const struct program_insn *insn,
                 const uint8_t *mask, bool blend, const union machine_lanes *out,
                 uint32_t made[MACHINE_LANES]);
void opens_branch(struct machine *machine, uint32_t value, const uint8_t *mask);
void opens_move(struct machine *machine, const struct program_move *moves, uint32_t count,
                const uint8_t *mask);

// The origin of a pixel's colour, 0 if no channel is open.
uint32_t opens_pixel(const struct machine *machine, int lane);

#endif // SHADE_OPENS_H
