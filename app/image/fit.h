// SPDX-License-Identifier: MIT
//
// Held against what is seen: every device that might have drawn it, through every tone
// curve, blur and place of the ramp that might lie between.

#ifndef ANALYZE_FIT_H
#define ANALYZE_FIT_H

#include "image/grid.h"
#include "image/model.h"

#include <stdbool.h>

#define ANALYZE_FIT_FAMILIES 4 // truncate, upward, to odd, to nearest

// What lies between the device and the picture. level = black + (white - black) x^gamma.
struct analyze_tone {
    double black, white, gamma;
    double blur;    // width of a box, of the ramp's width
    double ramp[2]; // x of the view where the ramp is 1, and 0
    int columns;    // of the ramp; 0: so many that they cannot be seen
};

// A device.
struct analyze_guess {
    enum analyze_flavor flavor;
    bool subtract;
    int bits;       // fraction bits, were the lowest stripe that is seen stripe 0
    int cut;        // stripes from here on are no numbers
    bool cut_white; // and these are white
    double cost;    // mean square error, white - black being 1; HUGE_VAL: no guess
};

struct analyze_guesses {
    // The best of each verdict.
    struct analyze_guess of[ANALYZE_FIT_FAMILIES][ANALYZE_STRIPES_MAX + 2];
    struct analyze_guess best;
};

// Families in the order of enum analyze_flavor, those without a sticky bit being nearest.
int analyze_fit_family(enum analyze_flavor flavor);

// Every device of up to `bits_max` fraction bits, [1, ANALYZE_STRIPES_MAX]. `quick`: the
// four families alone, no cut.
void analyze_fit_all(const struct analyze_grid *grid, const struct analyze_tone *tone,
                     int bits_max, bool quick, struct analyze_guesses *guesses);

// The octave that a guess has for a stripe of the grid, [0, ANALYZE_OCTAVES).
int analyze_fit_octave(const struct analyze_guess *guess, int stripe);

// Mean square error of one stripe, were it of this shape.
double analyze_fit_stripe(const struct analyze_grid *grid,
                          const struct analyze_tone *tone,
                          const struct analyze_shape *shape, int stripe);

// What a stripe of this shape would look like, in every bin: level[grid->bins], black 0
// and white 1.
void analyze_fit_predict(const struct analyze_grid *grid, const struct analyze_tone *tone,
                         const struct analyze_shape *shape, float *level);

// Its own error of a guess; one stripe's, cut or not.
double analyze_fit_cost(const struct analyze_grid *grid, const struct analyze_tone *tone,
                        const struct analyze_guess *guess);

// Makes the tone the one that suits the guess best, going downhill from the given one.
// The ramp stays at or outside `inner` (left, right), give or take a hundredth. Returns
// the cost.
double analyze_fit_tone(const struct analyze_grid *grid,
                        const struct analyze_guess *guess, const double inner[2],
                        struct analyze_tone *tone);

#endif // ANALYZE_FIT_H
