// SPDX-License-Identifier: MIT
//
// What a capture tells of a device that draws: the widths, the rounding, the formulas,
// and the results of mediump functions. What it does not tell is unknown, and no guess
// takes its place.

#ifndef SHADE_CAPTURED_H
#define SHADE_CAPTURED_H

#include "base/facts.h"
#include "shade/lower.h"
#include "shade/machine.h"

#include <stdbool.h>
#include <stdint.h>

struct captured {
    char fake[120];     // a simulated device of the same widths and rounding
    struct facts facts; // of the device that was captured
    struct lower_traits traits;
    bool keeps_subnormals[PROGRAM_PRECISIONS]; // known
    uint16_t *tables[MACHINE_TABLES];          // owned, [65536] each; NULL: not known
};

// Reads a capture. Returns NULL, after logging why, if there is none, or if its sums are
// not rounded by one of the rules of this program. captured_close frees it.
struct captured *captured_open(const char *path);

// Accepts NULL.
void captured_close(struct captured *captured);

#endif // SHADE_CAPTURED_H
