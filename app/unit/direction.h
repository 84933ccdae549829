// SPDX-License-Identifier: MIT
//
// The rounding directions of this processor.

#ifndef UNIT_DIRECTION_H
#define UNIT_DIRECTION_H

#include "base/fp_format.h"

#include <fenv.h>
#include <stdbool.h>

// Returns whether the processor has the direction (FP_RNE, FP_RTZ, FP_RUP or FP_RDN), and
// setting it has an effect. The first call tries it.
bool direction_can(enum fp_round round);

// Sets the direction, with neither traps nor flush to zero, until fesetenv(found).
// Returns false, after logging why, if that fails; the environment is then unchanged.
bool direction_enter(enum fp_round round, fenv_t *found);

#endif // UNIT_DIRECTION_H
