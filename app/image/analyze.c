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
// in pieces of equal width. Of (2^B - q) + 1, which a compiler may compute where x is
// 1 - q, even multiples are three times as wide as odd ones: it is rounded to nearest in
// half quanta first, and a half that is left goes to the even neighbour. Those to nearest
// without a sticky bit have even multiples wider than odd ones. What whole units become,
// black or white, is the form of the question; truncation never reaches it. From B = f +
// 1 on all is black, or white where upward or odd sums keep their units. A worked number:
// f = 10, stripe 8 has 4 quanta; to nearest its left eighth is black (fract), then come a
// quarter of 3/4, of 1/2, of 1/4, and a black eighth.
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
//   margin   what is beside the ramp must not be able to be a part of it, crushed or
//            clipped, and no stripe may go on there (analyze_margin).
//   inset    where that tells nothing, and what may be a picture stands in a screenshot
//            with its edges and its lines, it is looked at alone (analyze_inset_find). If
//            another of its size stands beside it, as on a sheet that shows a device and
//            its reference, nothing says which one is meant.
//   tilt     a picture whose lines are oblique is a photograph, and is not read
//            (analyze_tilt_seen).
//
// f counts from stripe 0. A picture that lost its lowest stripe is that of a device of
// one bit less, but for the number of stripes: so they must all be there, parts of them
// at least, or 23 of them are not black, and more no binary32 has.
//
// The picture is Stuart Russell's; the reading is after Tom Olson, "Benchmarking
// floating-point precision in mobile GPUs", parts 1 to 3 (ARM, 2013).

#include "image/analyze.h"

#include "base/memory.h"
#include "image/inset.h"
#include "image/search.h"
#include "image/tilt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRACTION_BITS_MOST 23  // binary32's: no stripe can be missing below
#define ALIKE              0.1 // sides of two pictures of one size differ by less
#define SIDE_LEAST         32  // pixels of a shot in which another picture may stand

// The place in pixels of the shot. The upright picture has u to the right and v upwards.
static struct analyze_place analyze_place_of(const struct analyze_find *find, int stripes)
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

static bool is_read(const struct analyze_answer *answer)
{
    return answer->conclusive || answer->survivors;
}

// A shot along its rows and along its columns.
struct screen {
    struct analyze_view views[2];
};

static struct screen screen_of(const struct shot *shot)
{
    struct screen screen;

    analyze_view_init(&screen.views[0], shot, false);
    analyze_view_init(&screen.views[1], shot, true);
    return screen;
}

static void screen_finish(struct screen *screen)
{
    analyze_view_finish(&screen->views[1]);
    analyze_view_finish(&screen->views[0]);
}

// Looks at a shot once.
static void look(const struct screen *screen, struct analyze_find *find,
                 struct analyze_answer *answer)
{
    if (analyze_search(screen->views, answer->stripes, find)) {
        analyze_judge(&screen->views[find->turned], find, answer->stripes, answer);
        if (answer->found)
            answer->place = analyze_place_of(find, answer->stripes);
    } else {
        snprintf(answer->reason, sizeof answer->reason,
                 "no stripes are seen: the picture has one level, or too few rows");
    }
}

// Gives no verdict on a photograph.
static void refuse_tilted(struct analyze_answer *answer)
{
    *answer = (struct analyze_answer){ .fraction_bits = -1, .stripes = answer->stripes };
    snprintf(answer->reason, sizeof answer->reason,
             "tilted or photographed; take a screenshot, or open the page on the device");
}

// Moves the answer on a part of a shot to where the part was.
static void shift(const struct analyze_inset *inset, struct analyze_answer *answer)
{
    int down = answer->place.quarter_turns % 2 ? inset->left : inset->top;

    answer->place.x0 += inset->left;
    answer->place.y0 += inset->top;
    for (int i = 0; i < answer->stripes; i++)
        if (answer->stripe[i].bottom > answer->stripe[i].top) {
            answer->stripe[i].top += down;
            answer->stripe[i].bottom += down;
        }
}

// Returns true if two pictures have one size, and are turned alike.
static bool is_twin(const struct analyze_inset *one, const struct analyze_inset *other)
{
    double width = one->right - one->left, height = one->bottom - one->top;

    return one->turned == other->turned &&
           fabs(other->right - other->left - width) < ALIKE * width &&
           fabs(other->bottom - other->top - height) < ALIKE * height;
}

// Returns true if another picture of this size stands to the left of it, to the right,
// above it or below.
static bool has_twin(const struct shot *shot, int stripes,
                     const struct analyze_inset *inset)
{
    const struct analyze_inset sides[] = {
        { .right = inset->left, .bottom = shot->height },
        { .left = inset->right, .right = shot->width, .bottom = shot->height },
        { .right = shot->width, .bottom = inset->top },
        { .top = inset->bottom, .right = shot->width, .bottom = shot->height },
    };
    bool found = false;

    for (size_t i = 0; !found && i < sizeof sides / sizeof *sides; i++) {
        const struct analyze_inset *side = &sides[i];
        struct analyze_inset other;

        if (side->right - side->left < SIDE_LEAST ||
            side->bottom - side->top < SIDE_LEAST)
            continue;
        struct shot cut = analyze_inset_cut(shot, side);

        found = analyze_inset_find(&cut, stripes, &other) && is_twin(inset, &other);
        free(cut.grey);
    }
    return found;
}

// Gives no verdict on one of several pictures.
static void refuse_twin(struct analyze_answer *answer)
{
    *answer = (struct analyze_answer){ .fraction_bits = -1, .stripes = answer->stripes };
    snprintf(answer->reason, sizeof answer->reason,
             "two pictures of stripes stand side by side, as on a sheet of fpstripe: cut "
             "out one of them");
}

// Returns true if the answer on a part of a screenshot is that on all of it. A picture
// with edges on black may have been cut below, what is missing being black above, unless
// there are as many bits as there may be. One in a frame must have lines.
static bool settles_shot(const struct screen *part, const struct analyze_find *find,
                         const struct analyze_inset *inset,
                         const struct analyze_answer *answer)
{
    if (!find->inset)
        return answer->conclusive && find->lattice.by_comb &&
               !analyze_tilt_seen(part->views);
    return answer->found &&
           (!inset->on_black || answer->fraction_bits == FRACTION_BITS_MOST);
}

// Looks at a part of a screenshot: a picture with its edges or, if `framed`, one that
// stands somewhere in it. Returns true if that gives the answer.
static bool look_part(const struct shot *shot, const struct analyze_inset *inset,
                      bool framed, struct analyze_find *find,
                      struct analyze_answer *answer)
{
    struct analyze_answer second = { .fraction_bits = -1, .stripes = answer->stripes };
    struct shot cut = analyze_inset_cut(shot, inset);
    struct screen part = screen_of(&cut);

    *find = (struct analyze_find){ .inset = framed ? NULL : inset };
    look(&part, find, &second);
    bool told = settles_shot(&part, find, inset, &second);

    screen_finish(&part);
    free(cut.grey);
    if (!told)
        return false;
    shift(inset, &second);
    *answer = second;
    if (!framed && answer->conclusive && has_twin(shot, answer->stripes, inset))
        refuse_twin(answer);
    return true;
}

void analyze(const struct shot *shot, const struct analyze_options *options,
             struct analyze_answer *answer)
{
    struct analyze_find *find;
    struct analyze_inset inset;
    bool tilted, told = false;

    *answer = (struct analyze_answer){ .fraction_bits = -1 };
    answer->stripes = options->stripes ? options->stripes : ANALYZE_STRIPES;
    if (shot->whole_sheet) {
        snprintf(answer->reason, sizeof answer->reason,
                 "the file is a page with words and marks");
        return;
    }
    find = memory_new(1, sizeof *find);
    struct screen screen = screen_of(shot);

    look(&screen, find, answer);
    tilted = is_read(answer) && analyze_tilt_seen(screen.views);
    if (!is_read(answer) || tilted) {
        if (analyze_inset_find(shot, answer->stripes, &inset))
            told = look_part(shot, &inset, false, find, answer);
        else if (analyze_inset_framed(shot, &inset))
            told = look_part(shot, &inset, true, find, answer);
        if (!told && (tilted || analyze_tilt_seen(screen.views)))
            refuse_tilted(answer);
    }
    screen_finish(&screen);
    free(find);
}
