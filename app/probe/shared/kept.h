// SPDX-License-Identifier: MIT
//
// Judges of expressions that may keep more bits than are stored, by params->inside_bits:
// what was found, or VERDICT_INSIDE_UNKNOWN. Nothing is called fused that may only have
// been kept.

#ifndef PROBE_SHARED_KEPT_H
#define PROBE_SHARED_KEPT_H

#include "probe/expressions.h"

#include <stdbool.h>

// Whether an expression was found to keep more bits, or that is not known.
bool kept_may(const struct probe_params *params);

// Which registers to try then: the number of bits behind `bits`, 0 at first and at the
// end. Those that were found, or where that is not known, all up to WIDE_BITS, the widest
// first.
int kept_next(const struct expressions_seen *seen, int bits);

// Whether more than WIDE_BITS were found: what looks fused may be kept, and no model of
// it tells.
bool kept_beyond(const struct probe_params *params);

// The word for an operation that looks fused, where no case can tell.
const struct finding_kind *kept_fused(const struct probe_params *params);

// Adds to the answer what these traits keep, if anything: "with 64 bits inside", or no
// number where none was found.
void kept_say(const struct expressions_seen *seen, const struct traits *traits,
              struct finding *finding);

#endif // PROBE_SHARED_KEPT_H
