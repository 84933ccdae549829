// SPDX-License-Identifier: MIT
//
// What a unit computes for the cases of a picture, and which words of a pixel show it.
// What becomes of a number beyond the range of the format (infinity, the largest number,
// a subnormal, zero) is a trait of its own, and no evidence of how sums round: any word
// will do there. identify.c and difference.c ask.

#ifndef MEASURE_SHOWN_H
#define MEASURE_SHOWN_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shown {
    const struct probe *probe;
    const struct unit *unit;
    const struct probe_cases *cases;
    enum readout readout;
    struct fp_model model;
    uint32_t *values; // [cases->count], binary32 patterns
    uint8_t *flags;   // [cases->count], as of unit/outside.h; 0 where nothing is summed
    struct shown *other; // the same of sums that flush otherwise; NULL until it is needed
};

// Computes all cases with `model`. The pointers must outlive it. Returns false, after
// logging why, if the unit broke; there is nothing to finish then.
bool shown_init(struct shown *shown, const struct probe *probe, const struct unit *unit,
                const struct fp_model *model, enum readout readout,
                const struct probe_cases *cases);

// Returns true if a word shows the value of case i.
bool shown_is(const struct shown *shown, size_t i, uint32_t word);

// Returns true if case i exceeds the range.
bool shown_overflows(const struct shown *shown, size_t i);

// Returns true if a word shows the value of case i, or the case is outside of the range.
bool shown_may_be(struct shown *shown, size_t i, uint32_t word);

// Returns how a picture overflows, if that is not as the model does. words[i] is the word
// of case i.
enum overflow shown_overflow(const struct shown *shown, const uint32_t *words);

// Accepts a zeroed struct and leaves one.
void shown_finish(struct shown *shown);

#endif // MEASURE_SHOWN_H
