// SPDX-License-Identifier: MIT
//
// What lies beside the ramp, left and right: a frame, or a part of the ramp itself, in
// which a tone curve left nothing but black or white. The half of a ramp, its tones
// stretched, is a ramp of half as many quanta: that of a device of one bit less.

#ifndef ANALYZE_MARGIN_H
#define ANALYZE_MARGIN_H

#include "image/search.h"

enum analyze_margin {
    ANALYZE_MARGIN_FRAME,  // or nothing: all of the ramp is seen
    ANALYZE_MARGIN_DARK,   // may be its darker part
    ANALYZE_MARGIN_BRIGHT, // may be its brighter part
    ANALYZE_MARGIN_LIT,    // no frame: a stripe goes on there
};

// A frame is as wide on one side as on the other, give or take a tenth of the ramp, or is
// of another level; and what is black in the picture is not white beside it. `view` is
// the one in which `find` was found.
enum analyze_margin analyze_margin_find(const struct analyze_view *view,
                                        const struct analyze_find *find);

// A stripe that `find` leaves black, but of which some columns are lit, and not those of
// the stripe above it: what is left of steps whose brighter part was cut off. -1: none.
int analyze_margin_spot(const struct analyze_find *find);

#endif // ANALYZE_MARGIN_H
