// SPDX-License-Identifier: MIT
//
// Pictures of sums that the compiler or the functions of a simulated device have changed.

#ifndef DEVICE_FAKE_PAINT_H
#define DEVICE_FAKE_PAINT_H

#include "base/pixels.h"
#include "probe/probe.h"
#include "unit/traits.h"

#include <stdbool.h>

// The picture of a probe, into `out` of its size: what a compiler leaves of (a + b) - a,
// b and the factors behind it, as traits->folds says; what an expression gives that
// keeps traits->inside_bits; the published form by traits->rewriting and low_powers;
// else what `unit` paints. Returns false, after logging why, if the unit broke.
bool fake_paint_sums(const struct probe *probe, const struct probe_params *params,
                     const struct traits *traits, const struct unit *unit,
                     struct pixels *out);

#endif // DEVICE_FAKE_PAINT_H
