// SPDX-License-Identifier: MIT
//
// What a stripe shows whose ramp was rounded, as a function of the place in it. A stripe
// B of a device of f fraction bits has quanta of 2^(B-f): of its kind there is nothing to
// know but their number in the ramp, 2^(f-B).

#ifndef ANALYZE_MODEL_H
#define ANALYZE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

// Rules that paint the same are one. The last three are to nearest without a sticky bit,
// ties to even.
enum analyze_flavor {
    ANALYZE_TRUNCATE,
    ANALYZE_UPWARD,
    ANALYZE_ODD,
    ANALYZE_NEAREST,
    ANALYZE_NO_STICKY_1,
    ANALYZE_NO_STICKY_2,
    ANALYZE_NO_STICKY_3,
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

#endif // ANALYZE_MODEL_H
