// SPDX-License-Identifier: MIT
//
// Which device drew these stripes? Reads a picture of which nothing is known: finds the
// stripes in it, upright or turned, cropped, scaled, blurred, and reads from them how
// many fraction bits there are and how sums round. It knows no device and no probe.

#ifndef IMAGE_ANALYZE_H
#define IMAGE_ANALYZE_H

#include "base/verdict.h"
#include "image/shot.h"

#include <stdbool.h>
#include <stdint.h>

#define ANALYZE_STRIPES     26 // of the published picture
#define ANALYZE_STRIPES_MAX 64

struct analyze_options {
    int stripes; // that the whole picture has, seen or not; 0: ANALYZE_STRIPES
};

enum analyze_form { ANALYZE_FORM_UNKNOWN, ANALYZE_FORM_FRACT, ANALYZE_FORM_SUBTRACT };

// The content of a stripe.
enum analyze_seen {
    ANALYZE_UNSEEN, // not in the picture, or not readable
    ANALYZE_SMOOTH, // a ramp without steps that can be told from one
    ANALYZE_STEPS,  // a ramp of `steps` levels
    ANALYZE_BLACK,
    ANALYZE_WHITE,
};

struct analyze_stripe {
    enum analyze_seen seen;
    int steps;          // quanta in the ramp from 0 to 1; 0: not told
    double left, right; // levels at its ends, [0, 1]
    double top, bottom; // where it lies: rows of the upright picture
};

// Where the stripes lie: corner (u, v) of the upright picture, u from white (0) to black
// (1), v from stripe 0 (0) to the last (1), in pixels of the shot.
struct analyze_place {
    double x0, y0;         // of (0, 0)
    double ux, uy, vx, vy; // steps to (1, 0) and (0, 1)
    int quarter_turns;     // [0, 4), clockwise, that the upright picture was turned
    bool mirrored;         // left and right exchanged, before it was turned
};

struct analyze_answer {
    bool conclusive;
    char reason[240];   // why it is not; "" if it is
    int fraction_bits;  // -1: not told
    uint32_t survivors; // rules that paint this, a family (verdict.h); 0: not told.
                        // Inconclusive, they are of several orders of the sum
    uint32_t reordered[REWRITING_COUNT]; // those that do if the compiler computes the sum
                                         // in this order: in minus-first, and plus-first;
                                         // in one-last, of one fraction bit less
    enum pattern pattern;
    enum analyze_form form;   // unknown where both paint the same
    enum rewriting rewriting; // the order of the sum, where the one of the source paints
                              // another picture
    double confidence;        // [0, 1]: of the verdict; less if it assumes something
    bool assumes_lowest;      // that the lowest stripe that is seen is stripe 0: were it
                              // stripe N, there would be N bits more
    bool found;               // there are stripes, and `place` says where
    struct analyze_place place;
    int stripes;                                       // that the whole picture has
    struct analyze_stripe stripe[ANALYZE_STRIPES_MAX]; // [stripes], 0 first
};

// Fills `answer`, which is inconclusive rather than wrong.
void analyze(const struct shot *shot, const struct analyze_options *options,
             struct analyze_answer *answer);

#endif // IMAGE_ANALYZE_H
