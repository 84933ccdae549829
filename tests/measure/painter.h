// SPDX-License-Identifier: MIT
//
// A device that paints what a test tells it, cell by cell, right or wrong.

#ifndef TESTS_MEASURE_PAINTER_H
#define TESTS_MEASURE_PAINTER_H

#include "device/device.h"
#include "probe/probe.h"

// A case of a picture, and what it shows: a binary32 pattern.
struct painter_case {
    const struct probe *probe;
    const struct probe_params *params;
    int band, column;
};

typedef uint32_t painter_cell(const struct painter_case *at);

struct painter {
    painter_cell *cell;
    struct fp_model model; // what painter_right computes by, for cells to start from

    // Spoils the whole picture after the cells; may be NULL.
    void (*spoil)(struct pixels *pixels, int variant);

    // The byte of an RGBA8 level in [0, 255]; NULL: the nearest.
    int (*byte)(double level);
};

// `painter` must outlive the device.
struct device painter_device(struct painter *painter);

// The right answer by the model of the painter that paints now, of the case's operands or
// of others.
uint32_t painter_right(const struct painter_case *at);
uint32_t painter_right_of(const struct painter_case *at, const double *operands);

// What a compiler leaves of (a + b) - a: b, and the factors behind it.
uint32_t painter_addend(const struct painter_case *at);

// What measure says of a picture of 64 columns. The exponent range, which grey levels
// do not tell, is known beforehand for them; nothing is for the exact readouts, but
// the format for which a probe builds its operands.
struct verdict painter_look(struct painter *painter, const struct probe *probe,
                            enum readout readout);

#define PAINTER_STATUS(status) (1u << (status))
#define PAINTER_NOT_SUMS \
    (PAINTER_STATUS(STATUS_IMPOSSIBLE) | PAINTER_STATUS(STATUS_UNDECIDED))

// Fails the test unless the status is one of `statuses` with its reason, and nothing
// is concluded, or it is ok and the painter's model was recognised.
void painter_check(const char *what, const struct painter *painter,
                   const struct probe *probe, unsigned statuses,
                   const struct verdict *verdict);

#endif // TESTS_MEASURE_PAINTER_H
