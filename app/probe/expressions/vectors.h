// SPDX-License-Identifier: MIT
//
// The table of the functions of vectors, matrices and angles that the probe vectors asks
// for, and what its expressions came to.

#ifndef PROBE_EXPRESSIONS_VECTORS_H
#define PROBE_EXPRESSIONS_VECTORS_H

#include "probe/list.h"

#include <stdbool.h>

#define VECTORS_HASH_X     12.9898
#define VECTORS_HASH_Y     78.233
#define VECTORS_HASH_SCALE 43758.5453

// Where an expression is asked.
enum vectors_place {
    VECTORS_IN_RANGE,
    VECTORS_OVERFLOW,   // squares and products of components overflow
    VECTORS_UNDERFLOW,  // underflow
    VECTORS_CANCELLING, // products overflow, their sum does not
    VECTORS_AXES,       // angles that are multiples of pi / 4
    VECTORS_FAR,        // y / x overflows or underflows, or y and x are at the same end
    VECTORS_PIXELS,     // x and y are centres of pixels,
    VECTORS_TEXELS,     // and of texels of 256
};

struct vectors_entry {
    double (*value)(const double *v); // of the operands, exact but for the last rounding
    const char *steps; // as a device computes it without regard to the range (postfix.h)
    enum vectors_place place;
    const char *law, *half_law; // whose bound it is: at highp; at mediump; or NULL
    double ulp[2];              // the same; 0: no bound
    bool lone;   // of a vector's components every fourth time only one is not 0
    bool matrix; // the operands are a matrix, whose inverse's first element is asked
    bool coarse; // as sin() and the like (traits.h: coarse_bits)
};

const struct vectors_entry *vectors_find(int line);

bool vectors_is_hash(const struct vectors_entry *entry);

#endif // PROBE_EXPRESSIONS_VECTORS_H
