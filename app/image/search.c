// SPDX-License-Identifier: MIT

#include "image/search.h"

#include <math.h>
#include <stddef.h>

#define QUICK_BINS        64
#define TUNE_BINS         128
#define GOOD              0.003 // a cost that needs no further search
#define HOPELESS          0.06  // and one that none would mend
#define COMB_SCORE        0.6
#define COMB_LINES        5
#define COMB_LINES_LIKELY 2 // if they lie as they would in a whole picture
#define COMB_DEPTH        0.35
#define COMB_PITCH        4.0 // pixels
#define RIVALS            3
#define RIVAL_COST        0.006
#define RANGE_LEAST       12.0 // levels between black and white

// Fraction bits that are tried: the most that can leave a step in the picture, and more.
static int bits_max(const struct analyze_lattice *lattice)
{
    int most = lattice->count + 8;

    return most < ANALYZE_STRIPES_MAX ? most : ANALYZE_STRIPES_MAX;
}

static struct analyze_tone tone_of(const struct analyze_frame *frame)
{
    return (struct analyze_tone){ .black = frame->black, .white = frame->white };
}

// Of a ramp from 0 to 1 the mean of x^gamma is 1 / (1 + gamma).
static double gamma_of(const struct analyze_grid *grid, const struct analyze_tone *tone)
{
    double sum = 0;
    int count = 0;

    for (int stripe = 0; stripe <= grid->count / 13; stripe++)
        for (int bin = 0; bin < grid->bins && grid->read[stripe]; bin++, count++)
            sum += grid->level[stripe][bin];
    double mean = count ? (sum / count - tone->black) / (tone->white - tone->black) : 0.5;

    return mean < 0.29 ? 2.5 : mean > 0.71 ? 0.4 : 1 / mean - 1;
}

// The ramp from `left` to `right`; keeps it in *find if its best guess beats the one that
// is there.
static void try_ramp(const struct analyze_grid *grid, const struct analyze_frame *frame,
                     double left, double right, struct analyze_find *find)
{
    struct analyze_tone tone = tone_of(frame);
    struct analyze_guesses guesses;
    bool mirrored = analyze_grid_slope(grid) > 0;

    tone.ramp[mirrored] = left;
    tone.ramp[!mirrored] = right;
    for (int plain = 0; plain < 2; plain++) {
        tone.gamma = plain ? 1 : gamma_of(grid, &tone);
        analyze_fit_all(grid, &tone, bits_max(&find->lattice), true, &guesses);
        if (guesses.best.cost >= find->guesses.best.cost)
            continue;
        find->guesses = guesses;
        find->tone = tone;
    }
}

// The ramp may end at the frame, or a border may be to its right that is as black as it
// is: as wide as that to its left.
static void try_ramps(const struct analyze_grid *grid, const struct analyze_frame *frame,
                      struct analyze_find *find)
{
    const double *inner = frame->inner, *outer = frame->outer;
    double left = inner[0] - outer[0], right = outer[1] - inner[1];

    try_ramp(grid, frame, outer[0], outer[1], find);
    if (left > 1)
        try_ramp(grid, frame, inner[0], fmax(inner[1], outer[1] - left), find);
    if (right > 1)
        try_ramp(grid, frame, fmin(inner[0], outer[0] + right), inner[1], find);
}

// Part of the ramp was cut off on one side or both.
static void try_crops(const struct analyze_frame *frame, struct analyze_find *find)
{
    struct analyze_grid quick;
    double left = frame->outer[0], width = frame->outer[1] - left;

    analyze_grid_reduce(&quick, &find->grid, QUICK_BINS);
    for (int a = 0; a <= 4; a++)
        for (int b = 0; b <= 4; b++) {
            double whole = width / (1 - 0.1 * (a + b));

            if (a + b > 0 && a + b <= 5)
                try_ramp(&quick, frame, left - 0.1 * a * whole,
                         left + width + 0.1 * b * whole, find);
        }
}

static void try_lattice(const struct analyze_view *view,
                        const struct analyze_frame *frame,
                        const struct analyze_lattice *lattice, struct analyze_find *best)
{
    struct analyze_find find = { .inset = best->inset,
                                 .turned = view->turned,
                                 .lattice = *lattice };
    struct analyze_grid quick;

    find.guesses.best.cost = HUGE_VAL;
    find.inner[0] = frame->inner[0];
    find.inner[1] = frame->inner[1];
    analyze_grid_read(&find.grid, view, frame, lattice);
    analyze_grid_reduce(&quick, &find.grid, QUICK_BINS);
    try_ramps(&quick, frame, &find);
    if (find.guesses.best.cost < best->guesses.best.cost)
        *best = find;
}

static void search_view(const struct analyze_view *view,
                        const struct analyze_frame *frame,
                        const struct analyze_comb *comb, int stripes,
                        struct analyze_find *best)
{
    double expected =
        (frame->outer[ANALYZE_BOTTOM] - frame->outer[ANALYZE_TOP]) / stripes;
    bool likely = fabs(comb->pitch - expected) < 0.02 * expected;
    bool combed = comb->score >= COMB_SCORE && comb->depth >= COMB_DEPTH &&
                  comb->pitch >= COMB_PITCH &&
                  comb->lines >= (likely ? COMB_LINES_LIKELY : COMB_LINES);

    for (int flipped = 0; flipped < 2; flipped++) {
        struct analyze_lattice lattice;

        if (combed) {
            if (analyze_lattice_comb(&lattice, comb, frame, flipped, stripes,
                                     view->row_size))
                try_lattice(view, frame, &lattice, best);
            continue;
        }
        for (int how = 0; how < 3; how++) {
            struct analyze_frame other = *frame;

            // What looks like a border may be white stripes.
            if (how == 2) {
                other.outer[ANALYZE_TOP] = other.inner[ANALYZE_TOP] = 0;
                other.outer[ANALYZE_BOTTOM] = other.inner[ANALYZE_BOTTOM] = view->height;
            }
            analyze_lattice_frame(&lattice, &other, flipped, how == 1, stripes);
            if (lattice.pitch >= 1)
                try_lattice(view, frame, &lattice, best);
        }
    }
}

// The stripes fill the shot, and lines part them.
static void search_inset(const struct analyze_view views[2],
                         const struct analyze_frame frames[2], int stripes,
                         struct analyze_find *best)
{
    const struct analyze_view *view = &views[best->inset->turned];
    const struct analyze_frame all = {
        .outer = { 0, view->width, 0, view->height },
        .inner = { 0, view->width, 0, view->height },
    };
    struct analyze_lattice lattice;

    analyze_lattice_frame(&lattice, &all, best->inset->flipped, false, stripes);
    lattice.sure = lattice.by_comb = true;
    try_lattice(view, &frames[best->inset->turned], &lattice, best);
}

static void search_both(const struct analyze_view views[2],
                        const struct analyze_frame frames[2], int stripes,
                        struct analyze_find *best)
{
    struct analyze_comb combs[2];

    for (int turned = 0; turned < 2; turned++)
        combs[turned] = analyze_comb_find(&views[turned], &frames[turned], stripes);
    int first = combs[1].score > combs[0].score;
    search_view(&views[first], &frames[first], &combs[first], stripes, best);
    if (best->guesses.best.cost > GOOD)
        search_view(&views[!first], &frames[!first], &combs[!first], stripes, best);
}

static void tune(struct analyze_find *find)
{
    for (int round = 0; round < 3; round++) {
        struct analyze_guess best = find->guesses.best;

        analyze_fit_tone(&find->grid, &best, find->inner, &find->tone);
        analyze_fit_all(&find->grid, &find->tone, bits_max(&find->lattice), false,
                        &find->guesses);
        if (find->guesses.best.bits == best.bits &&
            find->guesses.best.flavor == best.flavor && round > 0)
            break;
    }
}

bool analyze_search(const struct analyze_view views[2], int stripes,
                    struct analyze_find *find)
{
    struct analyze_frame frames[2];

    frames[0] = analyze_view_frame(views);
    frames[1] = analyze_view_turn(&frames[0]);
    find->guesses.best.cost = HUGE_VAL;
    if (frames[0].white - frames[0].black < RANGE_LEAST)
        return false;
    if (find->inset)
        search_inset(views, frames, stripes, find);
    else
        search_both(views, frames, stripes, find);
    if (find->guesses.best.cost == HUGE_VAL)
        return false;
    if (find->guesses.best.cost > GOOD && find->guesses.best.cost < HOPELESS)
        try_crops(&frames[find->turned], find);
    struct analyze_grid full = find->grid;
    analyze_grid_reduce(&find->grid, &full, TUNE_BINS);
    if (find->guesses.best.cost < HOPELESS)
        tune(find);
    return true;
}

struct analyze_shape analyze_search_shape(const struct analyze_find *find, int octave)
{
    const struct analyze_guess *best = &find->guesses.best;

    return (struct analyze_shape){ best->flavor, best->subtract, octave,
                                   find->tone.columns };
}

static bool same_verdict(const struct analyze_guess *a, const struct analyze_guess *b)
{
    return a->bits == b->bits &&
           analyze_fit_family(a->flavor) == analyze_fit_family(b->flavor);
}

double analyze_search_rival(const struct analyze_find *find, struct analyze_guess *rival)
{
    struct analyze_guesses left = find->guesses;
    double lowest = HUGE_VAL;

    for (int i = 0; i < RIVALS; i++) {
        struct analyze_guess *next = NULL;

        for (int family = 0; family < ANALYZE_FIT_FAMILIES; family++)
            for (int bits = 0; bits < ANALYZE_STRIPES_MAX + 2; bits++) {
                struct analyze_guess *guess = &left.of[family][bits];

                if (guess->cost < RIVAL_COST + 20 * find->guesses.best.cost &&
                    (!next || guess->cost < next->cost) &&
                    !same_verdict(guess, &find->guesses.best))
                    next = guess;
            }
        if (!next)
            break;
        struct analyze_tone tone = find->tone;
        double cost = analyze_fit_tone(&find->grid, next, find->inner, &tone);

        if (cost < lowest) {
            lowest = cost;
            *rival = *next;
        }
        next->cost = HUGE_VAL;
    }
    return lowest;
}
