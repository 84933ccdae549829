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
    VECTORS_FAR_PIXELS, // and of pixels that begin at `from`
};

// What is found of an expression.
enum vectors_judged {
    VECTORS_ERRORS,
    VECTORS_DIFFERENT, // how many results of the 256 differ from each other
    VECTORS_ABOVE_ONE, // how many are above 1
    VECTORS_NO_NUMBER, // how many are NaN or negative
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
    enum vectors_judged judged;
    int from; // the first x and y of VECTORS_FAR_PIXELS
};

const struct vectors_entry *vectors_find(int line);

// Returns true if an expression is absent in this precision: mediump cannot count its
// pixels.
bool vectors_is_absent(const struct vectors_entry *entry,
                       const struct probe_params *params);

#endif // PROBE_EXPRESSIONS_VECTORS_H
