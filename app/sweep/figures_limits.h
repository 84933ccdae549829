// SPDX-License-Identifier: MIT
//
// The limits of figures: what standards allow, at the worst inputs of each binade, and
// what is published, beside what was found.

#ifndef FIGURES_LIMITS_H
#define FIGURES_LIMITS_H

#include "sweep/figures.h"
#include "sweep/limits.h"

enum figures_measure { FIGURES_ULP, FIGURES_RELATIVE, FIGURES_ABSOLUTE };

// A cell's extreme of one measure, and an exact error's size in it.
const struct cell_worst *figures_cell_worst(const struct cell *cell,
                                            enum figures_measure measure);
double figures_size(const struct exact *exact, enum figures_measure measure);

// Fills figures->limits from the cells; the rest of `figures` is there. Returns false,
// after logging why, if memory ran out.
bool figures_limits(const struct sweep *sweep, struct figures *figures);

// The exact result of a number at which `got` came, by MPFR; only where there is one.
bool figures_exact(const struct sweep *sweep, uint64_t number, uint64_t got,
                   struct exact *exact);

// The standard's limit of a sweep on a GL device. Returns false if there is none.
bool figures_standard(const struct sweep *sweep, struct limit *limit);

// Whether a number rounds to a published one at as many digits as that has; of a whole
// number, whether they are the same.
bool figures_equal(double given, double found);

#endif // FIGURES_LIMITS_H
