// SPDX-License-Identifier: MIT
//
// Pictures of a probe: its cases in a format, what a unit would paint of them, and what
// a pixel shows.

#ifndef PROBE_PICTURE_H
#define PROBE_PICTURE_H

#include "base/pixels.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Cases of a probe, band by band: operands as patterns of one format. Case i is case
// stride / 2 + i * stride of all columns * bands.
struct probe_cases {
    size_t count, stride;
    uint64_t *operands[PROBE_OPERANDS]; // [count], owned; those that there are
    bool *defined; // [count]: the format holds all operands exactly. Where it does not,
                   // they are rounded to nearest even, and no answer is right or wrong
};

// Every stride-th case; 1: all.
void probe_cases_init(struct probe_cases *cases, const struct probe *probe,
                      const struct probe_params *params, struct fp_format format,
                      size_t stride);

// Accepts a zeroed struct and leaves one.
void probe_cases_finish(struct probe_cases *cases);

// Paints values[columns * bands], binary32 patterns, into `out`, which has been made by
// pixels_init with the probe's size.
void probe_paint(const struct probe *probe, const struct probe_params *params,
                 const uint32_t *values, struct pixels *out);

// The picture that `unit` would paint with params->model. `out` as above. Returns
// false, after logging why, if the unit broke.
bool probe_eval(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, struct pixels *out);

// The word of a pixel that shows `value` (a binary32 pattern) through a readout.
uint32_t probe_encode(const struct probe *probe, enum readout readout, uint32_t value);

// Whether a word that was read back may show `value`. Exact readouts: the same
// pattern, or both NaN, or zeros. RGBA8: a byte within the probe's slack, since the
// rule by which 0.5 becomes 127 or 128 is the target's, not the adder's; a NaN may be
// any level.
bool probe_shows(const struct probe *probe, enum readout readout, uint32_t word,
                 uint32_t value);

// The number that a word shows; NaN where it is one or where an RGBA8 pixel is not
// grey. RGBA8 gives the middle of the level.
double probe_value(const struct probe *probe, enum readout readout, uint32_t word);

#endif // PROBE_PICTURE_H
