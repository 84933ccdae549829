// SPDX-License-Identifier: MIT
//
// Where in a screenshot the picture stands. Knows how its stripes are parted, and not
// what they show.

#ifndef IMAGE_INSET_H
#define IMAGE_INSET_H

#include "image/shot.h"

#include <stdbool.h>

// Pixels of the shot; right and bottom are exclusive.
struct analyze_inset {
    int left, top, right, bottom;
    bool turned;   // its stripes are columns of the shot
    bool flipped;  // the lowest is on top, or to the left
    bool on_black; // beyond the uppermost lit stripe is nothing but black: where the
                   // picture ends is not seen, and 23 or 24 lit stripes are assumed
};

// The largest rectangle that `stripes`, [1, ANALYZE_STRIPES_MAX], fill with lines between
// them. Its edges are seen: those of the shot, or beside all of them are pixels of one
// level that is not the lines'. Returns false if there is
// none, or if it is the shot, or if there are less than 4 stripes.
bool analyze_inset_find(const struct shot *shot, int stripes,
                        struct analyze_inset *inset);

// Finds what stands in a frame of one level that is not black, with a part of the frame.
// Does not look for stripes in it. Returns false if there is no such frame.
bool analyze_inset_framed(const struct shot *shot, struct analyze_inset *inset);

// What stands there; its levels are the caller's to free.
struct shot analyze_inset_cut(const struct shot *shot, const struct analyze_inset *inset);

#endif // IMAGE_INSET_H
