// SPDX-License-Identifier: MIT

#include "image/search.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define COST_MOST     0.02 // of a picture of stripes
#define RIVAL_RATIO   1.6  // the next best must be so much worse
#define RIVAL_MORE    0.0005
#define TOLD_RATIO    1.5 // a stripe tells its quanta if others are so much worse
#define CONTRADICTS   0.62
#define STRIPE_MOST   0.03
#define TOLD_LEAST    2
#define STRIPE_LITTLE 0.0012 // an error that says nothing
#define STRIPE_TIES   0.004
#define COARSE_SHAKY  0.6 // a stripe of 2 or 4 quanta fits hardly better than others
#define COARSE_LITTLE 0.005
#define LOWEST_RATIO  4     // stripe 0 is as good a ramp as the one above it
#define LOWEST_LITTLE 0.012 // round corners
#define BITS_SINGLE   23    // binary32's: no picture of 26 stripes has more
#define FORM_RATIO    1.4   // the other form must be so much worse
#define FORM_MORE     0.0004
#define CUT_MOST      0.42 // of the ramp, at its sides
#define CUT_LITTLE    0.06
#define CUT_GAMMA     0.2
#define GAMMA_LOW     0.42
#define GAMMA_HIGH    2.7
#define UNSURE        0.7 // a confidence that is too little where less is seen:
#define FEW_COLUMNS   64
#define SMALL_PITCH   6
#define SMALL_WIDTH   24
#define BRIGHT        0.4  // black, of white
#define ASSUMED       0.75 // of the confidence is left if the lowest stripe is assumed
#define DIM           0.53

static void judge_refuse(struct analyze_answer *answer, const char *format, ...)
{
    va_list list;

    answer->conclusive = false;
    va_start(list, format);
    vsnprintf(answer->reason, sizeof answer->reason, format, list);
    va_end(list);
}

// The stripes for and against the guess, each by itself.
struct votes {
    int told, against, stripe; // the last stripe against it
    bool lowest_is_ramp;
};

// The errors of all stripes, were they of each octave.
struct errors {
    float of[ANALYZE_OCTAVES][ANALYZE_GRID_STRIPES];
};

// Returns true if the lowest stripe is a ramp. A status bar that covers a part of it may
// cover others below.
static bool lowest_is_ramp(const struct analyze_find *find, const struct errors *errors)
{
    const struct analyze_guess *best = &find->guesses.best;
    double own = (double) errors->of[analyze_fit_octave(best, 0)][0];
    double next = own;

    if (find->grid.count > 1 && find->grid.read[1])
        next = (double) errors->of[analyze_fit_octave(best, 1)][1];
    return own < STRIPE_MOST && own < LOWEST_LITTLE + LOWEST_RATIO * next;
}

static bool contradicts(double own, double other, int octave, bool ties)
{
    double little = ties ? STRIPE_TIES : STRIPE_LITTLE;

    if (own > STRIPE_MOST || (own > little && other < own * CONTRADICTS))
        return true;
    return (octave == 2 || octave == 3) && own > COARSE_LITTLE &&
           own > other * COARSE_SHAKY;
}

static struct votes count_votes(const struct analyze_find *find)
{
    const struct analyze_guess *best = &find->guesses.best;
    struct votes votes = { 0 };
    struct errors errors;

    analyze_fit_stripes(&find->grid, &find->tone, analyze_search_shape(find, 0),
                        errors.of);
    votes.lowest_is_ramp = lowest_is_ramp(find, &errors);

    for (int stripe = 0; stripe < find->grid.count && stripe < best->cut; stripe++) {
        int octave = analyze_fit_octave(best, stripe);

        // All of it are ties where there are as many quanta as columns.
        if (!find->grid.read[stripe] || 1 << octave == 2 * find->tone.columns)
            continue;
        double own = (double) errors.of[octave][stripe], other = HUGE_VAL;
        for (int i = 0; i < ANALYZE_OCTAVES; i++)
            if (i != octave)
                other = fmin(other, (double) errors.of[i][stripe]);
        // Ties again, where the number of columns is not known: other steps, one as wide.
        bool ties = octave >= 5 && (best->flavor == ANALYZE_NEAREST ||
                                    best->flavor == ANALYZE_MINUS_FIRST);

        votes.told += octave >= 1 && octave <= 6 && own * TOLD_RATIO < other;
        if (contradicts(own, other, octave, ties)) {
            votes.against++;
            votes.stripe = stripe;
        }
    }
    return votes;
}

// Returns true if the guess has as many bits as there can be: no stripe is missing below.
static bool is_most(const struct analyze_find *find, int stripes)
{
    return stripes <= ANALYZE_STRIPES && find->guesses.best.bits == BITS_SINGLE;
}

// Returns true if more stripes are seen than there should be. Black ones may be a border.
static bool more_are_seen(const struct analyze_find *find, int stripes)
{
    double white = find->tone.white - find->tone.black;

    if (stripes != ANALYZE_STRIPES && find->lattice.count > stripes)
        return true;
    for (int stripe = stripes; stripe < find->grid.count; stripe++)
        for (int bin = 0; find->grid.read[stripe] && bin < find->grid.bins; bin++)
            if (find->grid.level[stripe][bin] > find->tone.black + BRIGHT * white)
                return true;
    return false;
}

static void judge_place(const struct analyze_find *find, int stripes,
                        const struct votes *votes, struct analyze_answer *answer)
{
    const struct analyze_lattice *lattice = &find->lattice;
    bool most = is_most(find, stripes) && !more_are_seen(find, stripes);

    if ((lattice->whole || most) && find->grid.read[0] && votes->lowest_is_ramp)
        return;
    judge_refuse(answer, "%d stripes are seen of %d: which is the lowest cannot be told",
                 lattice->count, stripes);
}

// How much of the ramp lies outside the picture. Where much does, a tone curve may make
// a part of it look like the whole.
static double cut_off(const struct analyze_find *find)
{
    double low = fmin(find->tone.ramp[0], find->tone.ramp[1]);
    double high = fmax(find->tone.ramp[0], find->tone.ramp[1]);
    double cut = fmax(0, find->grid.x[0] - low) + fmax(0, high - find->grid.x[1]);

    return cut / (high - low);
}

// A part of a ramp, its tones stretched or bent, is a ramp of fewer quanta.
static void judge_tone(const struct analyze_find *find, struct analyze_answer *answer)
{
    const struct analyze_tone *tone = &find->tone;
    double cut = cut_off(find), bent = fabs(tone->gamma - 1);

    if (cut > CUT_MOST || (cut > CUT_LITTLE && bent > CUT_GAMMA))
        judge_refuse(answer, "too much of the ramp is cut off at its sides");
    else if (tone->gamma < GAMMA_LOW || tone->gamma > GAMMA_HIGH)
        judge_refuse(answer, "the tones are bent too much to be those of a whole ramp");
    else if (tone->black > BRIGHT * tone->white)
        judge_refuse(answer,
                     "too bright: the darker half of the ramp may have been cut off");
    else if (tone->white - tone->black < DIM * (255 - tone->black))
        judge_refuse(answer,
                     "too dim: the brighter half of the ramp may have been cut off");
}

static void judge_margin(const struct analyze_view *view, const struct analyze_find *find,
                         struct analyze_answer *answer)
{
    int spot = analyze_margin_spot(find);

    if (spot >= 0) {
        judge_refuse(answer, "stripe %d is not black to its end", spot);
        return;
    }
    const char *why = analyze_margin_find(view, find);
    if (why)
        judge_refuse(answer, "%s", why);
}

static void judge_rival(const struct analyze_find *find, double cost,
                        struct analyze_answer *answer)
{
    struct analyze_guess rival = { 0 };
    double other = analyze_search_rival(find, &rival);

    if (other < cost * RIVAL_RATIO + RIVAL_MORE)
        judge_refuse(answer,
                     rival.bits == find->guesses.best.bits
                         ? "%d fraction bits, but two ways of rounding fit alike"
                         : "%d and %d fraction bits fit alike",
                     find->guesses.best.bits, rival.bits);
    else
        answer->confidence = other < HUGE_VAL ? 1 - cost / other : 1;
    bool few = find->tone.columns && find->tone.columns < FEW_COLUMNS;
    if (answer->conclusive && answer->confidence < UNSURE &&
        (few || cut_off(find) > CUT_LITTLE))
        judge_refuse(answer, "another reading of so small a part fits nearly as well");
}

// Without lines between the stripes their height is the frame's, and of so few pixels in
// a border nothing shows that the frame is upright.
static bool is_small(const struct analyze_view *view, const struct analyze_find *find)
{
    const struct analyze_lattice *lattice = &find->lattice;
    bool bordered = lattice->edge[0] >= 1 || lattice->edge[1] <= view->height - 1;

    return bordered && !lattice->by_comb && lattice->pitch < SMALL_PITCH &&
           find->grid.x[1] - find->grid.x[0] < SMALL_WIDTH;
}

static void judge_judge(const struct analyze_view *view, const struct analyze_find *find,
                        int stripes, struct analyze_answer *answer)
{
    int bits = find->guesses.best.bits;
    double cost = analyze_fit_cost(&find->grid, &find->tone, &find->guesses.best);

    answer->conclusive = true;
    if (cost > COST_MOST) {
        judge_refuse(answer, "no stripes like those of the test are seen");
        return;
    }
    answer->found = true;
    struct votes votes = count_votes(find);
    if (bits > find->lattice.count || (stripes <= ANALYZE_STRIPES && bits > BITS_SINGLE))
        judge_refuse(answer,
                     "no steps are seen: the ramps are whole up to the last stripe, as "
                     "where the sum was folded, or the steps are too fine");
    else if (bits > stripes)
        judge_refuse(answer,
                     "the steps end above stripe %d: there are more than %d stripes",
                     stripes - 1, stripes);
    else if (votes.against)
        judge_refuse(answer, "stripe %d contradicts the others", votes.stripe);
    else if (votes.told < TOLD_LEAST)
        judge_refuse(answer, "too few stripes show steps that can be counted");
    else
        judge_place(find, stripes, &votes, answer);
    if (answer->conclusive)
        judge_tone(find, answer);
    if (answer->conclusive)
        judge_margin(view, find, answer);
    if (answer->conclusive && is_small(view, find))
        judge_refuse(answer, "the picture is too small to be told from a slanted one");
    if (answer->conclusive && !find->lattice.sure && !analyze_count_holds(view, find))
        judge_refuse(answer, "too few lines part the stripes to tell how many there are");
    if (answer->conclusive)
        judge_rival(find, cost, answer);
}

static void judge_describe(const struct analyze_find *find, struct analyze_answer *answer)
{
    const struct analyze_guess *best = &find->guesses.best;
    double half = 0.5 / (find->tone.columns ? find->tone.columns : 512);

    for (int i = 0; i < answer->stripes && i < find->lattice.count; i++) {
        struct analyze_stripe *stripe = &answer->stripe[i];
        struct analyze_shape shape =
            analyze_search_shape(find, analyze_fit_octave(best, i));

        stripe->left = analyze_model_level(&shape, half);
        stripe->right = analyze_model_level(&shape, 1 - half);
        double a = analyze_lattice_y(&find->lattice, i);
        double b = analyze_lattice_y(&find->lattice, i + 1);
        stripe->top = fmin(a, b);
        stripe->bottom = fmax(a, b);
        if (!find->grid.read[i])
            continue;
        stripe->steps = shape.octave && shape.octave < ANALYZE_OCTAVES - 1
                            ? 1 << (shape.octave - 1)
                            : 0;
        stripe->seen = ANALYZE_STEPS;
        if (shape.octave == ANALYZE_OCTAVES - 1)
            stripe->seen = ANALYZE_SMOOTH;
        if (i >= best->cut)
            stripe->seen = best->cut_white ? ANALYZE_WHITE : ANALYZE_BLACK;
        else if (shape.octave < 2 && stripe->left == stripe->right)
            stripe->seen = stripe->left > 0.5 ? ANALYZE_WHITE : ANALYZE_BLACK;
    }
}

// Whether another device paints something else.
static bool is_told(const struct analyze_find *find, const struct analyze_guess *other)
{
    double cost = analyze_fit_cost(&find->grid, &find->tone, &find->guesses.best);

    return analyze_fit_cost(&find->grid, &find->tone, other) >
           cost * FORM_RATIO + FORM_MORE;
}

static bool form_told(const struct analyze_find *find)
{
    struct analyze_guess other = find->guesses.best;

    other.subtract = !other.subtract;
    return is_told(find, &other);
}

static bool order_told(const struct analyze_find *find)
{
    struct analyze_guess other = find->guesses.best;
    bool rewritten = other.flavor == ANALYZE_MINUS_FIRST;

    other.flavor = ANALYZE_NEAREST;
    return rewritten && is_told(find, &other);
}

// Whether a stripe that is black shows that the sum was not computed as ((2^B - q) - 2^B)
// + 1. There a q that is lost leaves a white one. Where exponents end none is a number.
static bool black_above(const struct analyze_find *find)
{
    const struct analyze_guess *best = &find->guesses.best;
    int above = best->bits + 1;

    return above < find->grid.count && find->grid.read[above] && above < best->cut &&
           (above & (above - 1));
}

// Whether the form, or the stripes above, show that the sum was not so computed.
static bool one_last_excluded(const struct analyze_find *find, enum analyze_form form)
{
    enum analyze_flavor flavor = find->guesses.best.flavor;

    // In the form subtract, truncation paints no more white.
    if (flavor == ANALYZE_TRUNCATE)
        return false;
    // Above, as in the form fract, all is black.
    if (flavor == ANALYZE_ODD)
        return form == ANALYZE_FORM_SUBTRACT;
    return form == ANALYZE_FORM_FRACT || (flavor != ANALYZE_UPWARD && black_above(find));
}

// Adds the rules that paint the same in another order of the sum. Sums rounded upward get
// no verdict, because no device is known to round so.
static void judge_orders(const struct analyze_find *find, struct analyze_answer *answer)
{
    enum analyze_flavor flavor = find->guesses.best.flavor;
    uint32_t *reordered = answer->reordered;

    if (!answer->rewriting)
        reordered[REWRITING_MINUS_FIRST] =
            analyze_model_reordered(flavor, REWRITING_MINUS_FIRST);
    if (!answer->rewriting && !one_last_excluded(find, answer->form))
        reordered[REWRITING_ONE_LAST] =
            analyze_model_reordered(flavor, REWRITING_ONE_LAST);
    if (flavor == ANALYZE_ODD && reordered[REWRITING_ONE_LAST])
        answer->form = ANALYZE_FORM_UNKNOWN;
    if (flavor != ANALYZE_UPWARD)
        return;
    answer->survivors |= reordered[REWRITING_MINUS_FIRST] | reordered[REWRITING_ONE_LAST];
    judge_refuse(answer,
                 "what %d fraction bits rounded upward paint, chop-g0 and others paint "
                 "if the sum was computed in another order",
                 answer->fraction_bits);
    answer->fraction_bits = -1;
}

void analyze_judge(const struct analyze_view *view, const struct analyze_find *find,
                   int stripes, struct analyze_answer *answer)
{
    const struct analyze_guess *best = &find->guesses.best;

    judge_judge(view, find, stripes, answer);
    if (answer->found)
        judge_describe(find, answer);
    if (!answer->conclusive)
        return;
    answer->fraction_bits = best->bits;
    answer->assumes_lowest = !is_most(find, stripes);
    answer->confidence *= answer->assumes_lowest ? ASSUMED : 1;
    answer->survivors = analyze_model_rules(best->flavor);
    answer->pattern = verdict_pattern(answer->survivors);
    if (order_told(find))
        answer->rewriting = REWRITING_MINUS_FIRST;
    if (form_told(find))
        answer->form = best->subtract ? ANALYZE_FORM_SUBTRACT : ANALYZE_FORM_FRACT;
    judge_orders(find, answer);
}
