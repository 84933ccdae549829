// SPDX-License-Identifier: MIT
//
// What the answers of depth.c tell: bits and ways to round are tried until one gives all
// answers; what none gives is told by how far it is off.

#include "probe/expressions/depth.h"

#include "base/fp.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"

#include <math.h>

#define LEAST_BITS  12
#define MOST_UNITS  16
#define LEAST_UNIT  0.875  // a level, where rounding may be a level off
#define SAMPLED_OFF 4      // levels, near 1
#define SLOPES_OFF  0x1p-9 // that a plane's own rounding may be off
#define LEAST_SLOPE 0.75   // and that levels of 12 bits may be
#define MOST_SLOPE  1.375
#define LENGTH      1.118033988749895 // of a slope whose larger part is 1: sqrt(1.25)

static int depth_line_bits(const struct expressions_seen *seen)
{
    return depth_bits(depth_lines[seen->expression].format);
}

// Levels of 2^n - 1 that a depth is, exact.
static double depth_wanted(const struct expressions_seen *seen, size_t i)
{
    return depth_exact(seen->expression, seen->in, i) *
           (ldexp(1, depth_line_bits(seen)) - 1);
}

static double depth_got(const struct expressions_seen *seen, size_t i)
{
    return depth_levels((uint32_t) seen->got[0][i]);
}

// Levels that an answer may be beside: none, but where a buffer keeps numbers between the
// levels of its format, which are shown in steps, and are steps apart.
static double depth_slack(const struct expressions_seen *seen,
                          const struct traits *traits, double wanted)
{
    bool apart = traits->depth.bits && traits->depth.bits <= depth_line_bits(seen) - 3;

    return traits->depth.by == TRAITS_DEPTH_FLOAT || apart ? depth_step(wanted) : 0;
}

static bool is_kept_so(const struct expressions_seen *seen, const struct traits *traits)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    if (!expressions_ask(seen, traits, 0, seen->count, want))
        return false;
    for (size_t i = 0; i < seen->count; i++) {
        double wanted = depth_levels((uint32_t) want[0][i]);

        if (fabs(depth_got(seen, i) - wanted) > depth_slack(seen, traits, wanted))
            return false;
    }
    return true;
}

// How depths are rounded, and to how many bits.
static bool find_kept(const struct expressions_seen *seen, struct traits *found)
{
    for (int bits = depth_line_bits(seen); bits >= LEAST_BITS; bits--) {
        for (int by = 0; by < TRAITS_DEPTH_COUNT; by++) {
            found->depth.bits = bits;
            found->depth.by = (enum traits_depth_by) by;
            if (is_kept_so(seen, found))
                return true;
        }
    }
    found->depth = seen->known.depth;
    return false;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_depth_finer = { "depth-finer", "finer than {bits} bits", FINDING_BITS },
    kind_pass = { "pass", "{count} of {of} pass", FINDING_COUNT },
    kind_all_pass = { "all-pass", "all {of} pass", FINDING_COUNT },
    kind_offset_one_level = { "offset-one-level", "a unit is a level", FINDING_WORD },
    kind_offset_levels = { "offset-levels", "a unit is {count} levels", FINDING_WORD },
    kind_offset_ulps = { "offset-ulps", "a unit is {count} ulp", FINDING_WORD },
    kind_offset_constant = { "offset-constant",
        "a unit is {count} * 2^-24 everywhere", FINDING_WORD },
    kind_offset_levels_between = { "offset-levels-between",
        "in these cases a unit moves {value:3} to {at:3} levels", FINDING_WORD },
    kind_offset_ulps_between = { "offset-ulps-between",
        "in these cases a unit moves {value:3} to {at:3} ulp", FINDING_WORD },
    kind_fused_in_one = { "fused-in-one",
        "a * b + c is fused in one of the programs", FINDING_FUSED },
    kind_slope_larger = { "slope-larger", "max(|dz/dx|, |dz/dy|)", FINDING_WORD },
    kind_slope_length = { "slope-length", "length of (dz/dx, dz/dy)", FINDING_WORD },
    kind_slopes_between = { "slopes-between",
        "in these cases {value:3} to {at:3} of max(|dz/dx|, |dz/dy|)", FINDING_WORD };
const struct finding_kind *const depth_kinds[] = {
    &kind_depth_finer, &kind_pass, &kind_all_pass, &kind_offset_one_level,
    &kind_offset_levels, &kind_offset_ulps, &kind_offset_constant,
    &kind_offset_levels_between, &kind_offset_ulps_between, &kind_fused_in_one,
    &kind_slope_larger, &kind_slope_length, &kind_slopes_between, NULL
};
// clang-format on

// A float is one way to keep more bits than a format has.
static void say_kept(const struct traits_depth *depth, int bits, struct finding *finding)
{
    static const struct finding_kind *const ways[TRAITS_DEPTH_COUNT] = {
        &kind_nearest, &kind_truncates, &kind_rounds_up, NULL
    };

    if (depth->by == TRAITS_DEPTH_FLOAT) {
        FINDING_SAY(finding, &kind_depth_finer, .bits = bits);
        return;
    }
    FINDING_SAY(finding, &kind_bits, .bits = depth->bits);
    FINDING_ALSO(finding, ways[depth->by]);
}

// The case that is furthest from its depth, and by how many levels.
static double worst_level(const struct expressions_seen *seen, size_t *at)
{
    double worst = -1;

    for (size_t i = 0; i < seen->count; i++) {
        double off = fabs(depth_got(seen, i) - depth_wanted(seen, i));

        if (off > worst) {
            worst = off;
            *at = i;
        }
    }
    return worst;
}

// gl_FragDepth must be one of the two levels around it; what becomes of gl_Position.z
// before is computed less exactly than that.
static bool judge_kept(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    size_t at = 0;
    double worst = worst_level(seen, &at);
    bool known = find_kept(seen, found);

    finding->deviates = depth_question_of(seen->expression) == DEPTH_KEPT && worst >= 1;
    if (known)
        say_kept(&found->depth, depth_line_bits(seen), finding);
    else
        FINDING_SAY(finding, &kind_levels_off, .value = finding_floor(worst, 3));
    if (finding->agree == finding->cases)
        return true;
    FINDING_DETAIL(finding, &kind_as_nearest);
    expressions_case(seen, &seen->known, at, &finding->example);
    FINDING_DETAIL(finding, &kind_worst_case);
    return known && expressions_reproduces(seen, found);
}

static bool judge_kept_float(const struct expressions_seen *seen, struct finding *finding)
{
    int wrong = (int) (finding->cases - finding->agree);
    size_t first;

    if (!wrong) {
        FINDING_SAY(finding, &kind_all_exact, .of = (int) finding->cases);
        return true;
    }
    finding->deviates = depth_question_of(seen->expression) == DEPTH_KEPT;
    FINDING_SAY(finding, &kind_wrong, .count = wrong, .of = (int) finding->cases);
    expressions_agree(seen, &seen->known, &first);
    expressions_detail_case(seen, &seen->known, first, finding);
    return false;
}

// Whether an answer is the nearer end of [0, 1], or so near to it that a sampler may be
// the cause. No level is negative, nor is a zero that is sampled.
static bool is_end(const struct expressions_seen *seen, size_t i)
{
    double end = depth_exact(seen->expression, seen->in, i) > 0;

    if (seen->got[0][i] >> 31)
        return false;
    if (depth_line_bits(seen))
        return fabs(depth_got(seen, i) - end * (ldexp(1, depth_line_bits(seen)) - 1)) <=
               SAMPLED_OFF;
    return (double) fp_from_bits((uint32_t) seen->got[0][i]) == end;
}

// Outside [0, 1].
static bool judge_outside(const struct expressions_seen *seen, struct finding *finding,
                          struct traits *found)
{
    size_t at = 0;

    while (at < seen->count && is_end(seen, at))
        at++;
    finding->deviates = at < seen->count;
    FINDING_SAY(finding, finding->deviates ? &kind_not_clamped : &kind_clamped);
    if (finding->agree == finding->cases)
        return true;
    if (!finding->deviates)
        expressions_agree(seen, &seen->known, &at);
    expressions_detail_case(seen, &seen->known, at, finding);
    found->depth.unclamped = finding->deviates;
    return expressions_reproduces(seen, found);
}

// How many levels, or ulps, a unit moved a depth: from the nearest level to it.
static double moved_by(const struct expressions_seen *seen, size_t i)
{
    int exponent;
    double d = depth_exact(seen->expression, seen->in, i);

    if (depth_line_bits(seen))
        return (depth_got(seen, i) - floor(depth_wanted(seen, i) + 0.5)) /
               DEPTH_UNITS_ASKED;
    frexp(d, &exponent);
    return ldexp((double) fp_from_bits((uint32_t) seen->got[0][i]) - d, 24 - exponent) /
           DEPTH_UNITS_ASKED;
}

// Of floats a unit may be the same everywhere.
static bool find_unit(const struct expressions_seen *seen, struct traits *found)
{
    int ways = depth_line_bits(seen) ? TRAITS_DEPTH_COUNT : 2;

    for (int way = 0; way < ways; way++) {
        found->depth.by =
            depth_line_bits(seen) ? (enum traits_depth_by) way : TRAITS_DEPTH_NEAREST;
        found->depth.constant = !depth_line_bits(seen) && way;
        for (found->depth.unit = 1; found->depth.unit <= MOST_UNITS; found->depth.unit++)
            if (expressions_reproduces(seen, found))
                return true;
    }
    found->depth = seen->known.depth;
    return false;
}

static void say_unit(const struct traits_depth *depth, bool levels,
                     struct finding *finding)
{
    if (depth->constant)
        FINDING_SAY(finding, &kind_offset_constant, .count = depth->unit);
    else if (!levels)
        FINDING_SAY(finding, &kind_offset_ulps, .count = depth->unit);
    else if (depth->unit == 1)
        FINDING_SAY(finding, &kind_offset_one_level);
    else
        FINDING_SAY(finding, &kind_offset_levels, .count = depth->unit);
}

// r is a difference that is always kept: a level at least. Of floats it is 2^(e - n).
static bool judge_units(const struct expressions_seen *seen, struct finding *finding,
                        struct traits *found)
{
    double least = INFINITY, most = -INFINITY;
    size_t at = 0;

    if (find_unit(seen, found)) {
        say_unit(&found->depth, depth_line_bits(seen), finding);
        finding->deviates = found->depth.constant;
        if (finding->deviates) {
            expressions_agree(seen, &seen->known, &at);
            expressions_detail_case(seen, &seen->known, at, finding);
        }
        return true;
    }
    for (size_t i = 0; i < seen->count; i++) {
        double moved = moved_by(seen, i);

        if (moved < least)
            at = i;
        least = fmin(least, moved);
        most = fmax(most, moved);
    }
    finding->deviates = least < LEAST_UNIT || (!depth_line_bits(seen) && most > least);
    FINDING_SAY(finding,
                depth_line_bits(seen) ? &kind_offset_levels_between
                                      : &kind_offset_ulps_between,
                .value = finding_rounded(least, 3), .at = finding_rounded(most, 3));
    expressions_detail_case(seen, &seen->known, at, finding);
    return false;
}

static bool is_slope(double least, double most, double want)
{
    return least >= want * (1 - SLOPES_OFF) && most <= want * (1 + SLOPES_OFF);
}

// Both formulas are right, and what lies between.
static bool judge_factor(const struct expressions_seen *seen, struct finding *finding,
                         struct traits *found)
{
    double least = INFINITY, most = -INFINITY;

    for (size_t i = 0; i < seen->count; i++) {
        double per = depth_slope(seen->in, i) * (ldexp(1, depth_line_bits(seen)) - 1);
        double moved = (depth_got(seen, i) - depth_wanted(seen, i)) / per;

        least = fmin(least, moved);
        most = fmax(most, moved);
    }
    finding->deviates = least < LEAST_SLOPE || most > MOST_SLOPE;
    found->depth.length = is_slope(least, most, LENGTH);
    if (is_slope(least, most, 1))
        FINDING_SAY(finding, &kind_slope_larger);
    else if (found->depth.length)
        FINDING_SAY(finding, &kind_slope_length);
    else
        FINDING_SAY(finding, &kind_slopes_between, .value = finding_rounded(least, 3),
                    .at = finding_rounded(most, 3));
    return expressions_reproduces(seen, found);
}

// Whether a second program has the same depths.
static bool judge_equal(const struct expressions_seen *seen, struct finding *finding,
                        struct traits *found)
{
    const struct probe_depth *line = &depth_lines[seen->expression];
    size_t first;

    if (finding->agree == finding->cases) {
        FINDING_SAY(finding, &kind_all_pass, .of = (int) finding->cases);
        return true;
    }
    finding->deviates = line->by == PROBE_DEPTH_BY_INVARIANT;
    FINDING_SAY(finding, &kind_pass, .count = (int) finding->agree,
                .of = (int) finding->cases);
    expressions_agree(seen, &seen->known, &first);
    expressions_detail_case(seen, &seen->known, first, finding);
    found->depth.unequal = true;
    if (!expressions_reproduces(seen, found))
        return false;
    FINDING_DETAIL(finding,
                   kept_may(seen->params) ? &kind_inside_unclear : &kind_fused_in_one);
    return true;
}

bool depth_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found)
{
    finding->agree = (long) expressions_agree(seen, &seen->known, NULL);
    switch (depth_question_of(seen->expression)) {
    case DEPTH_OUTSIDE: return judge_outside(seen, finding, found);
    case DEPTH_UNITS: return judge_units(seen, finding, found);
    case DEPTH_FACTOR: return judge_factor(seen, finding, found);
    case DEPTH_EQUAL: return judge_equal(seen, finding, found);
    default:
        return depth_line_bits(seen) ? judge_kept(seen, finding, found)
                                     : judge_kept_float(seen, finding);
    }
}
