// SPDX-License-Identifier: MIT
//
// Tries where the stripes may lie and keeps what fits best.

#ifndef ANALYZE_SEARCH_H
#define ANALYZE_SEARCH_H

#include "image/fit.h"

#include <stdbool.h>

// One place of the stripes, and the devices that would have drawn them there.
struct analyze_find {
    bool turned; // rows of the view are columns of the shot
    struct analyze_lattice lattice;
    struct analyze_grid grid;
    struct analyze_tone tone;
    double inner[2]; // left and right edge of what is not black
    struct analyze_guesses guesses;
};

// Fills `find` with the best place; the guess is tuned. Returns false if nothing was
// there to look at.
bool analyze_search(const struct analyze_view views[2], int stripes,
                    struct analyze_find *find);

// The lowest cost of a guess other than the best one of `find`, each with the tone that
// suits it; which it is in *rival.
double analyze_search_rival(const struct analyze_find *find, struct analyze_guess *rival);

#endif // ANALYZE_SEARCH_H
