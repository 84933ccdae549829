// SPDX-License-Identifier: MIT
//
// Invented comparisons, goldens and foreign pictures, for the sheets that show them.
// Each is freed by its _free.

#ifndef TESTS_SHEET_SHOWN_H
#define TESTS_SHEET_SHOWN_H

#include "sheet/sheet.h"

#include <stdbool.h>
#include <stdint.h>

// Stripes of an adder with so many fraction bits; rounds to nearest even, or chops.
// Greys [bands * rows][width], malloc'd; the top row of a stripe is black where it has
// several.
struct shown_stripes {
    int width, bands, rows, fraction_bits;
    bool chops;
};
uint8_t *shown_stripes(struct shown_stripes stripes);

// Returns the value of a stripe at x, [0, 1].
double shown_value(const struct shown_stripes *stripes, int band, double x);

enum shown_kind {
    SHOWN_USUAL,       // devices of different widths and rules
    SHOWN_SAME,        // all say and draw the same
    SHOWN_LONG,        // every string as long as its array
    SHOWN_ODD,         // pictures of all sizes, some missing, and answers
    SHOWN_PICTURES,    // without a row
    SHOWN_PICTURELESS, // without a picture
};

struct compare *shown_make(enum shown_kind kind, int sides);
void shown_free(struct compare *compare);

// Puts other stripes in the place of a picture.
void shown_replace(struct compare_picture *picture, struct shown_stripes stripes);

// A picture and another, which is chopped or, if `pixel` is not negative, differs in
// that one alone.
struct shown_delta {
    struct sheet_delta delta;
    uint8_t *want, *got, *differs;
};
struct shown_delta shown_delta(struct shown_stripes stripes, long pixel);
void shown_delta_free(struct shown_delta *made);

// A foreign picture of stripes: turned by quarters clockwise, mirrored, in the middle
// of `border` pixels of `ground`, of which the first `cut` rows are off the picture.
struct shown_shot {
    struct shown_stripes stripes;
    int quarter_turns, border, cut;
    bool mirrored;
    uint8_t ground;
};

struct shown_seen {
    struct shot shot;
    struct analyze_answer answer;
};
struct shown_seen shown_see(const struct shown_shot *made);
void shown_seen_free(struct shown_seen *seen);

// The sheet of it; it points to `seen`.
struct sheet_overlay shown_overlay(const struct shown_seen *seen);

#endif // TESTS_SHEET_SHOWN_H
