// SPDX-License-Identifier: MIT
//
// The black lines that part the stripes, as a comb: its pitch and its phase.

#ifndef ANALYZE_COMB_H
#define ANALYZE_COMB_H

#include "image/view.h"

struct analyze_comb {
    double pitch;  // rows of the view; 0: none found
    double phase;  // middle of a line; the others lie whole pitches away
    double depth;  // how black they are: 1, were they a tenth of the pitch wide and black
                   // between white
    double middle; // of the lines seen
    int lines;     // that are dark indeed
    double score;  // [0, 1]: how much of all that is dark between bright rows lies on it
};

// The comb of the widest pitch that holds nearly all dark lines in `frame` (of this
// view), if there are from 3 up to twice `stripes` of them.
struct analyze_comb analyze_comb_find(const struct analyze_view *view,
                                      const struct analyze_frame *frame, int stripes);

#endif // ANALYZE_COMB_H
