// SPDX-License-Identifier: MIT
//
// One picture against another, pixel by pixel. Equality is the readout's (probe.h):
// bit for bit where it is exact, by level where it is not.

#ifndef MEASURE_DIFFERENCE_H
#define MEASURE_DIFFERENCE_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdbool.h>

// `got` was read back; `unit` computes what is wanted of params->model. Pixels of
// cases that the model's format cannot ask are not compared. Fills everything but
// difference.again; `want` gets the picture wanted (made here, the caller finishes
// it), unless NULL. Returns false, after logging why, if the unit broke or there is no
// memory.
bool difference(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, const struct pixels *got,
                struct difference *difference, struct pixels *want);

#endif // MEASURE_DIFFERENCE_H
