// SPDX-License-Identifier: MIT
//
// How it works
//
// Stripe B, counted from the bottom, shows x from 1 (left) to 0 (right) as the sum
// 2^B + x kept it: in quanta of 2^(B-f), f being the number of fraction bits. So its ramp
// has k = 2^(f-B) quanta, and each stripe whose steps can be seen names f = B + log2 k by
// itself. How a ramp t = k x is cut into quanta is the rounding:
//
//              k = 1   k = 2         k = 4
//   truncate   0       1/2 0         3/4 1/2 1/4 0
//   upward     1       1 1/2         1 3/4 1/2 1/4
//   to odd     1       1/2           3/4 1/4
//   nearest    1 0     1 1/2 1/2 0   1 3/4 3/4 1/2 1/2 1/4 1/4 0
//
// in pieces of equal width; those to nearest without a sticky bit have even multiples
// wider than odd ones. What a whole unit becomes, black or white, is the form of the
// question; truncation never reaches it. From B = f + 1 on all is black, or white where
// upward or odd sums keep their units. A worked number: f = 10, stripe 8 has 4 quanta; to
// nearest its left eighth is black (fract), then come a quarter of 3/4, of 1/2, of 1/4,
// and a black eighth.
//
//   frame    what is of one level around the picture (analyze_view). A border as black as
//            the picture may be part of it: stripes above f are black.
//   comb     the top tenth of each stripe is black: these lines give pitch and phase of
//            the stripes, even of cut ones (analyze_comb). Without lines the frame must
//            do (analyze_grid), and rows are held against other numbers of stripes
//            (analyze_count).
//   fit      mean levels of each stripe against all devices, through a tone curve
//            black + (white - black) x^gamma, a blur, and a ramp of W columns whose ends
//            may lie outside the picture (analyze_model, analyze_fit), for both ways up
//            and both ways the picture may be turned (analyze_search).
//   judge    a verdict must fit; at least two stripes must name f and none another; the
//            best device of any other verdict must fit clearly worse, with the tone that
//            suits it best (analyze_judge).
//
// f counts from stripe 0. A picture that lost its lowest stripe is that of a device of
// one bit less, but for the number of stripes: so they must all be there, parts of them
// at least, or 23 of them are not black, and more no binary32 has.
//
// The picture is Stuart Russell's; the reading is after Tom Olson, "Benchmarking
// floating-point precision in mobile GPUs", parts 1 to 3 (ARM, 2013).

#include "image/analyze.h"

#include "image/analyze_judge.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>

// The place in pixels of the shot. The upright picture has u to the right and v upwards.
static struct analyze_place place_of(const struct analyze_find *find, int stripes)
{
    const struct analyze_lattice *lattice = &find->lattice;
    double x = find->tone.ramp[0], dx = find->tone.ramp[1] - x;
    double y = lattice->bottom, dy = analyze_lattice_y(lattice, stripes) - y;
    bool right = dx > 0, up = dy < 0;

    if (!find->turned)
        return (struct analyze_place){
            x, y, dx, 0, 0, dy, .quarter_turns = up ? 0 : 2, .mirrored = right != up
        };
    // u goes down or up, v to the right or left.
    return (struct analyze_place){
        y, x, 0, dx, dy, 0, .quarter_turns = up ? 3 : 1, .mirrored = right == up
    };
}

bool analyze(const struct shot *shot, const struct analyze_options *options,
             struct analyze_answer *answer)
{
    struct analyze_view views[2] = { 0 };
    struct analyze_find *find = calloc(1, sizeof(*find));
    bool ok = false;

    *answer = (struct analyze_answer){ .fraction_bits = -1 };
    answer->stripes = options->stripes ? options->stripes : ANALYZE_STRIPES;
    if (!find) {
        log_error("no memory to analyze a picture");
        goto out;
    }
    if (!analyze_view_init(&views[0], shot, false) ||
        !analyze_view_init(&views[1], shot, true))
        goto out;
    ok = true;
    if (!analyze_search(views, answer->stripes, find)) {
        snprintf(answer->reason, sizeof(answer->reason),
                 "no stripes are seen: the picture has one level, or too few rows");
        goto out;
    }
    analyze_judge(&views[find->turned], find, answer->stripes, answer);
    if (answer->found)
        answer->place = place_of(find, answer->stripes);

out:
    analyze_view_finish(&views[1]);
    analyze_view_finish(&views[0]);
    free(find);
    return ok;
}
