// SPDX-License-Identifier: MIT
//
// Compares given results with those of this processor, as fast as it can compute them:
// whole arrays, in binary32 or binary64, by the four directions.

#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include "base/fp_format.h"
#include "unit/unit.h"

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>

// `got` is what somebody says that op(a, b, c) is. All arrays are [count] floats, or
// doubles if `wide`; those that the operation lacks are NULL. `round` is one of FP_RNE,
// FP_RTZ, FP_RUP, FP_RDN.
struct check_call {
    enum unit_op op;
    enum fp_round round;
    bool wide;
    const void *a, *b, *c, *got;
    size_t count;
};

struct check_found {
    size_t mismatches;
    size_t first; // of these; count if there is none
};

// Whether the processor has the direction, and setting it has an effect: this is tried,
// once.
bool check_can(enum fp_round round);

// Sets it, with neither traps nor flush to zero, until fesetenv(found). Returns false,
// after logging why, if it cannot be set; the environment is then as it was.
bool check_enter(enum fp_round round, fenv_t *found);

// Counts results that are not the correctly rounded ones: another pattern, but that any
// NaN equals any other. The floating-point environment found on entry is restored, and
// nothing of it is relied upon. Returns false, after logging why, if it cannot be set.
bool check_run(const struct check_call *call, struct check_found *found);

#endif // UNIT_CHECK_H
