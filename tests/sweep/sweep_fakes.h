// SPDX-License-Identifier: MIT
//
// An invented function, backend and MPFR. The hash of a number decides its result, so
// that each knows the answers of the others. Link it before the program's own exact.c,
// whose functions it replaces.

#ifndef TESTS_SWEEP_SWEEP_FAKES_H
#define TESTS_SWEEP_SWEEP_FAKES_H

#include "sweep/sweep.h"

#define SWEEP_FAKES_BITS 14 // 64 numbers a chunk

// The chunk that has more to note than there is room for.
#define SWEEP_FAKES_CROWDED 77

extern const struct function sweep_fakes_function;

// Returns the function, or NULL for another name.
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
struct backend_ask sweep_fakes_ask(void);

// Returns an empty sweep of all numbers.
struct sweep sweep_fakes_new(void);

// Counts a number with its final outcome.
void sweep_fakes_count(struct cell *cell, uint64_t number);

// Returns true if two sweeps have the same finished chunks with the same counts.
bool sweep_fakes_same(const struct sweep *a, const struct sweep *b);

#endif // TESTS_SWEEP_SWEEP_FAKES_H
