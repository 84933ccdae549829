// SPDX-License-Identifier: MIT
//
// A function, a backend and an MPFR that are invented: what comes of a number is drawn by
// its hash, so that each knows what the others must say. Link it in front of the
// program's own exact.c, whose functions it stands for.

#ifndef TESTS_SWEEP_SWEEP_FAKES_H
#define TESTS_SWEEP_SWEEP_FAKES_H

#include "sweep/sweep.h"

#define SWEEP_FAKES_BITS 14 // 64 numbers a chunk

// This chunk has more to note than there is room for.
#define SWEEP_FAKES_CROWDED 77

extern const struct function sweep_fakes_function;

// NULL unless it is the one.
const struct function *sweep_fakes_find(const char *name);

struct sweep_fakes_how {
    int batch;
    bool backwards; // chunks and notes in the other order, as threads may have them
    int fail_after; // chunks that are done before it fails; -1: never
    int made;       // chunks so far
};

// A backend whose counts depend on the numbers alone; `how` must outlive it.
struct backend sweep_fakes_backend(struct sweep_fakes_how *how);

// Returns the ask for the simulated backend.
struct backend_ask sweep_fakes_ask(double above);

// A sweep that nothing was counted of, of all numbers.
struct sweep sweep_fakes_new(double above);

// Counts a number as it should be in the end.
void sweep_fakes_count(struct cell *cell, uint64_t number);

// Whether two have the same chunks, done and counted, and list the same.
bool sweep_fakes_same(const struct sweep *a, const struct sweep *b);

#endif // TESTS_SWEEP_SWEEP_FAKES_H
