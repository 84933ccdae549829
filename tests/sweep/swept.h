// SPDX-License-Identifier: MIT
//
// Invented sweeps: on each side of a chunk a few numbers are counted, as if all were
// like them. The MPFR here is libm in double precision: link it before the program's
// own exact.c, whose functions it replaces.

#ifndef TESTS_SWEEP_SWEPT_H
#define TESTS_SWEEP_SWEPT_H

#include "sweep/figures.h"

enum swept_shape {
    SWEPT_TANH,     // off by 1e-5 of itself around 1; its published figures beside it
    SWEPT_ROUNDED,  // exp, correctly rounded
    SWEPT_EXACT,    // floor: no error at all
    SWEPT_HUGE,     // sin, by a poor reduction: 2^24 ulp and more
    SWEPT_NOTHING,  // NaN, whatever is asked
    SWEPT_GL,       // exp of a renderer with a long name, flushing; limits of GLSL
    SWEPT_HALF,     // the same, mediump
    SWEPT_DEPARTS,  // log2 of a renderer, off by 100 ulp near 1 and 10 elsewhere
    SWEPT_DIVISION, // quotients of mantissas
    SWEPT_POWERS,   // pow of drawn pairs
    SWEPT_DOUBLES,  // exp of drawn doubles
    SWEPT_WORDS,    // an integer to float
    SWEPT_PART,     // every third chunk of the first
    SWEPT_SHAPES,
};

extern const char *const swept_names[SWEPT_SHAPES];

// sweep_finish it.
struct sweep swept_make(enum swept_shape shape);

// Returns the first number of a chunk's side.
uint64_t swept_first(const struct sweep *sweep, int chunk, int side);

// Whether MPFR is there; true until it is set.
extern bool swept_exact;

#endif // TESTS_SWEEP_SWEPT_H
