// SPDX-License-Identifier: MIT
//
// A possible position of the stripes in a view, and the levels at that position.

#ifndef IMAGE_GRID_H
#define IMAGE_GRID_H

#include "image/analyze.h"
#include "image/view.h"

#include <stdbool.h>

// The black lines that part the stripes.
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

#define ANALYZE_GRID_BINS    256
#define ANALYZE_GRID_STRIPES (ANALYZE_STRIPES_MAX + 2)

// Stripes are counted from the lowest that is seen, which may be cut.
struct analyze_lattice {
    bool flipped;   // the lowest is on top of the view
    double bottom;  // lower edge of the lowest, whole: y of the view
    double pitch;   // rows of the view, > 0
    double edge[2]; // what is seen ends here: upper and lower edge, y of the view
    int count;      // stripes seen, cut ones too
    bool whole;     // they are all that there are: the lowest is stripe 0
    bool sure;      // `whole` holds if lines are a little off
    bool by_comb;   // from the lines between the stripes, else from the frame alone
};

struct analyze_grid {
    int count;   // stripes
    int bins;    // [1, ANALYZE_GRID_BINS]
    double x[2]; // left edge of the first bin and right one of the last: of the view
    bool read[ANALYZE_GRID_STRIPES]; // enough of it is seen
    int reads;
    float level[ANALYZE_GRID_STRIPES][ANALYZE_GRID_BINS]; // [0, 255]
};

// By the comb: its lines are on top of stripes, upwards or, if `flipped`, downwards. A
// border on the lowest stripe's side, if it is black, has a like on the other one.
// Returns false if the stripes are too many or too few.
bool analyze_lattice_comb(struct analyze_lattice *lattice,
                          const struct analyze_comb *comb,
                          const struct analyze_frame *frame, bool flipped, int stripes,
                          double row_size);

// All stripes, between the edges of the frame, with or without such borders.
void analyze_lattice_frame(struct analyze_lattice *lattice,
                           const struct analyze_frame *frame, bool flipped, bool borders,
                           int stripes);

// y of the view at v stripes above the lower edge of the lowest.
double analyze_lattice_y(const struct analyze_lattice *lattice, double v);

// Mean levels of the middle rows of each stripe.
void analyze_grid_read(struct analyze_grid *grid, const struct analyze_view *view,
                       const struct analyze_frame *frame,
                       const struct analyze_lattice *lattice);

// How much brighter the right half of the lower stripes is than the left one.
double analyze_grid_slope(const struct analyze_grid *grid);

// The same in at most `bins` bins.
void analyze_grid_reduce(struct analyze_grid *to, const struct analyze_grid *from,
                         int bins);

#endif // IMAGE_GRID_H
