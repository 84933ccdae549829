// SPDX-License-Identifier: MIT
//
// The directed results of a processor that rounds to nearest only, as WebAssembly does:
// the result to nearest, moved to its neighbour where its exact remainder says so.

#ifndef UNIT_NUDGE_H
#define UNIT_NUDGE_H

#include "base/fp_format.h"
#include "unit/unit.h"

#include <stdbool.h>

// Whether there are such results: of FP_RTZ, FP_RUP and FP_RDN in binary32, and in
// binary64 where a product of two is exact in long double.
bool nudge_can(enum fp_round round, struct fp_format format);

// op(a, b, c) rounded by `round`, one that nudge_can, of `nearest`, the same op rounded
// to nearest. Operands that the operation lacks are ignored. A NaN stays what it is. The
// environment must be the default one.
float nudge32(enum unit_op op, enum fp_round round, const float operands[3],
              float nearest);
double nudge64(enum unit_op op, enum fp_round round, const double operands[3],
               double nearest);

#endif // UNIT_NUDGE_H
