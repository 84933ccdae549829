// SPDX-License-Identifier: MIT
//
// Which arithmetic gives just these answers? The candidates of the probe operations, from
// the plain to the odd.

#ifndef OPERATIONS_FIND_H
#define OPERATIONS_FIND_H

#include "probe/lines.h"

// The lines of the probe, and behind them what else the answers may be.
enum operations_line {
    OPERATIONS_ADD,
    OPERATIONS_SUB,
    OPERATIONS_MUL,
    OPERATIONS_DIV,
    OPERATIONS_FMA,
    OPERATIONS_MUL_ADD,
    OPERATIONS_SQRT,
    OPERATIONS_INVERSESQRT,
    OPERATIONS_RECIPROCAL,
    OPERATIONS_MUL_RECIPROCAL,
    OPERATIONS_LINES,
    OPERATIONS_RECIPROCAL_OF_SQRT = OPERATIONS_LINES,
};

// Rounded once; or twice: a * (1 / b), a product and a sum.
enum operations_steps { OPERATIONS_ONE_STEP, OPERATIONS_TWO_STEPS, OPERATIONS_STEPS };

// What reproduces every answer.
struct operations_found {
    enum operations_steps steps;
    int line;                     // computed as this one, which may be another
    int columns_min, columns_max; // of partial products that are kept; -1: all
    uint32_t rules;               // all under which it does
    struct traits traits;         // with the first of these rules
};

// Returns false if there is none; `found` is then unspecified.
bool operations_find(const struct lines_seen *seen, struct operations_found *found);

// The traits of a device whose line is as IEEE 754 has it, to nearest even.
struct traits operations_find_754(const struct lines_seen *seen);

// In how many steps IEEE 754 has it.
enum operations_steps operations_find_wanted(int line);

// Whether the last of these steps is a sum, which adders without a sticky bit round in
// ways of their own.
bool operations_find_sums(int line, enum operations_steps steps);

#endif // OPERATIONS_FIND_H
