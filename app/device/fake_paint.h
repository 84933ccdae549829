// SPDX-License-Identifier: MIT
//
// Pictures of sums that the compiler or the functions of a simulated device have changed.

#ifndef DEVICE_FAKE_PAINT_H
#define DEVICE_FAKE_PAINT_H

#include "base/pixels.h"
#include "probe/probe.h"
#include "unit/traits.h"

#include <stdbool.h>

// What a compiler leaves of (a + b) - a: b, and the factors behind it.
void fake_paint_folded(const struct probe *probe, const struct probe_params *params,
                       struct pixels *out);

// The published form of a probe that has it, as traits->rewriting and low_powers say, by
// `unit`.
// Returns false, after logging why, if the unit broke.
bool fake_paint_published(const struct probe *probe, const struct probe_params *params,
                          const struct traits *traits, const struct unit *unit,
                          struct pixels *out);

#endif // DEVICE_FAKE_PAINT_H
