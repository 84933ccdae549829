// SPDX-License-Identifier: MIT
//
// Reading the stripe picture: the ramp x = 1 - (column + 1/2) / columns, added to
// 2^B in stripe B, and what the sum kept of it. Knows no model.

#ifndef PROBE_SHARED_RAMP_H
#define PROBE_SHARED_RAMP_H

#include "probe/probe.h"

// Two stripes more than the significand of the carrier has bits: the first black one is
// among them whatever the device is, and what is not black there was never rounded.
#define RAMP_STRIPES        26
#define RAMP_STRIPES_DOUBLE 55

// fract(2^B + x), which loses whole units, or (2^B + x) - 2^B, which does not.
enum ramp_form { RAMP_FRACT, RAMP_REST };

struct probe_shape ramp_shape(const struct probe_params *params);

// probe.unfit of the ramps.
const char *ramp_unfit(const struct probe_params *params);

// 2^band and x.
void ramp_operand(const struct probe_params *params, int band, int column,
                  double *operands);

// Fraction bits, exponent range, family of rules, status: as probe.infer.
struct verdict ramp_infer(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, enum ramp_form form);

#endif // PROBE_SHARED_RAMP_H
