// SPDX-License-Identifier: MIT
//
// Compares the picture with every device that might have drawn it, and with every tone
// curve, blur and position of the ramp that might have changed it since.

#ifndef IMAGE_FIT_H
#define IMAGE_FIT_H

#include "base/rewriting.h"
#include "image/grid.h"

#include <stdbool.h>
#include <stdint.h>

// A stripe shows a rounded ramp. Stripe B of a device of f fraction bits has quanta of
// 2^(B-f), so the number of quanta in its ramp, 2^(f-B), and the rule determine it.

// A flavor stands for all rules that paint the same. Three are to nearest without a
// sticky bit, ties to even; the last is (2^B - q) + 1, x being 1 - q: to nearest even,
// first in half quanta.
enum analyze_flavor {
    ANALYZE_TRUNCATE,
    ANALYZE_UPWARD,
    ANALYZE_ODD,
    ANALYZE_NEAREST,
    ANALYZE_NO_STICKY_1,
    ANALYZE_NO_STICKY_2,
    ANALYZE_NO_STICKY_3,
    ANALYZE_MINUS_FIRST,
    ANALYZE_FLAVORS,
};

// log2 of the number of quanta: [0, ANALYZE_OCTAVES). 0 stands for a half and less, 1 for
// one, 2 for two, 3 for four; the last for so many that they cannot be seen.
#define ANALYZE_OCTAVES 9

struct analyze_shape {
    enum analyze_flavor flavor;
    bool subtract; // whole units stay, else they are lost
    int octave;
    int columns; // of the ramp; 0: so many that they cannot be seen
};

// The level, [0, 1], at place `u` from the left, [0, 1].
double analyze_model_level(const struct analyze_shape *shape, double u);

// The rules that a flavor stands for, a family (verdict.h).
uint32_t analyze_model_rules(enum analyze_flavor flavor);

// Rules that paint what the flavor does, or what cannot be told from it, where a compiler
// computes the sum in another order, x being 1 - q: as (2^B - q) + 1 or (2^B + 1) - q;
// or, of one fraction bit less, as ((2^B - q) - 2^B) + 1, which is rounded once, in half
// quanta.
uint32_t analyze_model_reordered(enum analyze_flavor flavor, enum rewriting order);

#define ANALYZE_FIT_FAMILIES 4 // truncate, upward, to odd, to nearest

// The changes between the device and the picture.
// level = black + (white - black) x^gamma.
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

// Fills the mean square error of each stripe, were it of this shape, in every octave.
// A stripe that is not read has a large error.
void analyze_fit_stripes(const struct analyze_grid *grid, const struct analyze_tone *tone,
                         struct analyze_shape shape,
                         float errors[ANALYZE_OCTAVES][ANALYZE_GRID_STRIPES]);

// Predicts a stripe of this shape in every bin: level[grid->bins], black 0 and white 1.
void analyze_fit_predict(const struct analyze_grid *grid, const struct analyze_tone *tone,
                         const struct analyze_shape *shape, float *level);

// Returns the error of a guess, cut or not.
double analyze_fit_cost(const struct analyze_grid *grid, const struct analyze_tone *tone,
                        const struct analyze_guess *guess);

// Makes the tone the one that suits the guess best, going downhill from the given one.
// The ramp stays at or outside `inner` (left, right), give or take a hundredth. Returns
// the cost.
double analyze_fit_tone(const struct analyze_grid *grid,
                        const struct analyze_guess *guess, const double inner[2],
                        struct analyze_tone *tone);

#endif // IMAGE_FIT_H
