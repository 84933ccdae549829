// SPDX-License-Identifier: MIT
//
// Runs a program (program.h) for 256 pixels at once, a tile of 16 x 16. Each operation is
// rounded once, as a device does it in the precision of that operation; or nothing is
// rounded, and the numbers are those of binary64; or only what stands on some lines is.

#ifndef SHADE_MACHINE_H
#define SHADE_MACHINE_H

#include "shade/lanes.h"
#include "shade/program.h"
#include "shade/texture.h"
#include "unit/traits.h"

#include <stdbool.h>
#include <stdint.h>

#define MACHINE_SIDE   16
#define MACHINE_LANES  (MACHINE_SIDE * MACHINE_SIDE)
#define MACHINE_TABLES (PROGRAM_LOG2 - PROGRAM_SIN + 1)

// The arithmetic of one precision. `plain`: it is that of traits.model alone, whose
// formats vectors cover; else `unit` computes.
struct machine_precision {
    struct traits traits;
    struct unit unit;
    bool plain;
    int int_bits; // of ints, [1, 32]
};

// What a device computes. `exact`: in binary64 and ints of 32 bits, whatever else is
// here.
struct machine_device {
    struct machine_precision precisions[PROGRAM_PRECISIONS];
    bool exact;
    bool captured; // values that the evidence does not decide are open (opens.h)
    bool keeps_subnormals[PROGRAM_PRECISIONS]; // known, of a captured one
    // Of a captured one: the results of mediump functions for all halves, [65536], from
    // PROGRAM_SIN on; NULL: not known.
    const uint16_t *tables[MACHINE_TABLES];
};

// The numbers of one value for all pixels of a tile. Pixels are in quads of 2 x 2.
union machine_lanes {
    double floats[MACHINE_LANES];
    int32_t ints[MACHINE_LANES];
};

struct machine;

// Sees what a machine computes in the pixels of a mask, [MACHINE_LANES].
struct machine_watch {
    void *context;
    void (*computed)(void *context, const struct machine *machine,
                     const struct program_insn *insn, const uint8_t *mask,
                     const union machine_lanes *out);
    // A branch, or a choice of ?:, step() and the like: `value` is the condition.
    void (*decided)(void *context, uint32_t line, const uint8_t *mask,
                    const int32_t *value);
};

struct machine {
    const struct program *program;
    const struct machine_device *device;
    const struct machine_watch *watch; // NULL: none
    const bool *rounds; // [line_count], lines whose operations round; NULL: all
    const struct texture *const *textures; // [program->texture_count]; NULL, or an item
                                           // that is: the test picture
    const struct lanes_loops *loops;
    struct lanes_model models[PROGRAM_PRECISIONS];
    union machine_lanes *values, *memory, *scratch; // owned
    struct opens_lanes *open; // owned; NULL: the device is not captured
    uint8_t *pending;         // [block_count][LANES], owned
    int *pending_count;
    uint8_t discarded[MACHINE_LANES];
    int64_t deadline_ns; // of clock_now_ns; 0: none
    bool late;           // it was reached
    int width, height;   // of the picture
};

// The pixel of a lane in the tile whose lowest pixel is (x, y).
static inline int machine_x(int x, int lane)
{
    return x + (lane >> 2) % (MACHINE_SIDE / 2) * 2 + (lane & 1);
}

static inline int machine_y(int y, int lane)
{
    return y + (lane >> 2) / (MACHINE_SIDE / 2) * 2 + (lane >> 1 & 1);
}

// `program` and `device` outlive the machine.
void machine_init(struct machine *machine, const struct program *program,
                  const struct machine_device *device);

// Sets a uniform: the numbers of external number `which`, [count], converted to its kind.
void machine_set(struct machine *machine, uint32_t which, const double *numbers);

// After the uniforms and `rounds` are set: computes what depends on them alone.
void machine_start(struct machine *machine);

// Runs the program for the tile whose lowest pixel is (x, y). machine_result holds the
// colours then, and machine->discarded the pixels that have none. Returns false if the
// deadline was reached.
bool machine_run(struct machine *machine, int x, int y);
const double *machine_result(const struct machine *machine, int channel);

// Computes an operation that rounds once more, without rounding, from the operands that
// it has. Call it from machine_watch.computed.
void machine_exactly(const struct machine *machine, const struct program_insn *insn,
                     union machine_lanes *out);

// Accepts a zeroed struct and leaves one.
void machine_finish(struct machine *machine);

// out[i] = function op of a[i] and b[i], rounded once to the model; or, if that is NULL,
// in binary64, to within an ulp.
void functions_apply(const struct lanes_loops *loops, const struct lanes_model *model,
                     enum program_op op, const double *a, const double *b, double *out);

#endif // SHADE_MACHINE_H
