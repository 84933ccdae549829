// SPDX-License-Identifier: MIT
//
// The values that a unit computes for the cases of a picture, and whether the words of
// pixels show them. A result beyond the range of the format (infinity, the largest
// number, a subnormal, zero) is a trait of its own, and no evidence of how sums round:
// there, every word is accepted. identify.c and difference.c call this.

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
    uint8_t *flags; // [cases->count], of unit/outside.h; 0 for a probe that sums nothing
    struct shown *other; // with the opposite flushing; NULL until shown_may_be needs it
};

// Computes all cases with `model`. The pointers must outlive it. Returns false, after
// logging why, if the unit broke; there is nothing to finish then.
bool shown_init(struct shown *shown, const struct probe *probe, const struct unit *unit,
                const struct fp_model *model, enum readout readout,
                const struct probe_cases *cases);

enum shown_as {
    SHOWN_EQUAL,
    SHOWN_DIFFERENT,
    SHOWN_NOTHING, // no evidence: the format lacks the operands, or the result overflows
};

// Compares a word with the value of case i.
enum shown_as shown_compare(const struct shown *shown, size_t i, uint32_t word);

// Returns true if a device whose sums are those of the model may show a word for case i.
// It may flush subnormal numbers in another way than the model.
bool shown_may_be(struct shown *shown, size_t i, uint32_t word);

// Returns how a picture overflows, if that is not as the model does. words[i] is the word
// of case i.
enum overflow shown_overflow(const struct shown *shown, const uint32_t *words);

// Accepts a zeroed struct and leaves one.
void shown_finish(struct shown *shown);

#endif // MEASURE_SHOWN_H
