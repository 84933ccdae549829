// SPDX-License-Identifier: MIT
//
// Searches for the position of the stripes that fits best.

#ifndef IMAGE_SEARCH_H
#define IMAGE_SEARCH_H

#include "image/fit.h"
#include "image/inset.h"

#include <stdbool.h>

// One place of the stripes, and the devices that would have drawn them there.
struct analyze_find {
    const struct analyze_inset *inset; // given: the stripes fill the shot, as there
    bool turned;                       // rows of the view are columns of the shot
    struct analyze_lattice lattice;
    struct analyze_grid grid;
    struct analyze_tone tone;
    double inner[2]; // left and right edge of what is not black
    struct analyze_guesses guesses;
};

// What its device would draw in a stripe of this octave.
struct analyze_shape analyze_search_shape(const struct analyze_find *find, int octave);

// Fills `find`, zeroed but for what is given, with the best place; the guess is tuned.
// Returns false if nothing was there to look at.
bool analyze_search(const struct analyze_view views[2], int stripes,
                    struct analyze_find *find);

// The lowest cost of a guess other than the best one of `find`, each with the tone that
// suits it; which it is in *rival.
double analyze_search_rival(const struct analyze_find *find, struct analyze_guess *rival);

// How many stripes there are, where no lines part them: what is not black must change
// from row to row as in a whole picture, and as in no cut one. Whether the picture cannot
// have been cut, or have a border, of half a stripe up to three, so that another number
// of fraction bits would be right.
bool analyze_count_holds(const struct analyze_view *view,
                         const struct analyze_find *find);

// What lies beside the ramp, left and right: a frame, or a part of the ramp itself, in
// which a tone curve left nothing but black or white. The half of a ramp, its tones
// stretched, is a ramp of half as many quanta: that of a device of one bit less. A frame
// is as wide on one side as on the other, give or take a tenth of the ramp, or is of
// another level; and what is black in the picture is not white beside it. Returns NULL if
// all of the ramp is seen, else why that cannot be told. `view` is the one in which
// `find` was found.
const char *analyze_margin_find(const struct analyze_view *view,
                                const struct analyze_find *find);

// A stripe that `find` leaves black, but of which some columns are lit, and not those of
// the stripe above it: what is left of steps whose brighter part was cut off. -1: none.
int analyze_margin_spot(const struct analyze_find *find);

// Whether what was found is a verdict, or why it is none. Sets all of a zeroed answer but
// `place`. `view` is the one in which it was found; `stripes` is that of the whole
// picture.
void analyze_judge(const struct analyze_view *view, const struct analyze_find *find,
                   int stripes, struct analyze_answer *answer);

#endif // IMAGE_SEARCH_H
