// SPDX-License-Identifier: MIT
//
// What the probe storage asks, and how it is judged: the numbers by column, and the
// reading of what came back.

#ifndef PROBE_STORAGE_H
#define PROBE_STORAGE_H

#include "probe/lines.h"

// Columns: +-(1 + 2^-k), k from 1; then n ones, n from 2; then powers of two from one
// upwards, and from one half downwards; then the ends of formats.
#define STORAGE_BITS    23
#define STORAGE_ABOVE   22
#define STORAGE_BELOW   27
#define STORAGE_EDGES   11
#define STORAGE_ONES_AT (2 * STORAGE_BITS)
#define STORAGE_UP_AT   (STORAGE_ONES_AT + STORAGE_BITS - 1)
#define STORAGE_DOWN_AT (STORAGE_UP_AT + STORAGE_ABOVE)
#define STORAGE_EDGE_AT (STORAGE_DOWN_AT + STORAGE_BELOW)
#define STORAGE_COLUMNS (STORAGE_EDGE_AT + STORAGE_EDGES)

// The number of a column.
double storage_value(int at);

// lines.judge of the probe.
bool storage_judge(const struct lines_seen *seen, struct finding *finding,
                   struct traits *found);

#endif // PROBE_STORAGE_H
