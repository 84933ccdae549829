// SPDX-License-Identifier: MIT
//
// Compares a picture with the values of its cases, pixel by pixel. The readout defines
// equality (probe/picture.h): of bits if it is exact, of levels otherwise.

#ifndef MEASURE_DIFFERENCE_H
#define MEASURE_DIFFERENCE_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdbool.h>

// Compares `got`, which was read back, with the values that `unit` computes for
// params->model. Pixels that are no evidence (shown.h) are not compared. Fills all
// members of `difference` except `again`. `want`, unless NULL, receives the expected
// picture, which the caller finishes. Returns false, after logging why, if the unit
// broke.
bool difference(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, const struct pixels *got,
                struct difference *difference, struct pixels *want);

#endif // MEASURE_DIFFERENCE_H
