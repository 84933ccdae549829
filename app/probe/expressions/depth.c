// SPDX-License-Identifier: MIT
//
// How it works
//
// A depth d in [0, 1] becomes a level k of 2^n - 1: k / (2^n - 1) is the number that is
// kept (OpenGL 4.6, 13.8.1), and either neighbour of d may be stored (2.3.5.2). In
// binary32 it is d itself. The value of gl_FragDepth is clamped in both (15.2.3).
//
// No API reads a depth back everywhere, so a shader samples it. A sampler multiplies k by
// a rounded 1 / (2^n - 1), and may be 1.5 * 2^-24 of d beside: of 24 bits 3/8 of a level
// where d is below 1/4, and a whole one near 1. So 24 bits are asked below 1/4, where a
// float has bits enough for depths between levels. Below 1/8 a sample that is no level,
// but the depth itself, shows by quarters or halves.
//
// gl_Position.z is 2 d - 1, for d of 25 bits, and (z + 1) / 2 is exact. No d is nearer to
// a level, or half-way to the next, than MARGIN: a product in binary32 has no say.
//
// glPolygonOffset adds m * factor + r * units. r is the least difference that is always
// kept: a level, if the driver does not choose more, or an ulp of the largest depth of a
// triangle, 2^(e - 23). Of 16 units the way to round cannot be taken for a level more. m
// is the length of the slope, or the larger of its two parts.

#include "base/fp.h"
#include "probe/drawn.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/trial.h"

#include <math.h>

#define DEPTH_UNITS_ASKED 16

#define COLUMNS 256
#define MARGIN  0x1p-5

#define ROW(id, form, how, ...) \
    [id] = { .format = PROBE_DEPTH_##form, .by = PROBE_DEPTH_BY_##how, __VA_ARGS__ }

// clang-format off
const struct probe_depth depth_lines[] = {
    ROW(DEPTH_FRAGMENT_16, 16, FRAGMENT, .factor = 0),
    ROW(DEPTH_FRAGMENT_24, 24, FRAGMENT, .factor = 0),
    ROW(DEPTH_FRAGMENT_32F, 32F, FRAGMENT, .factor = 0),
    ROW(DEPTH_POSITION_16, 16, POSITION, .factor = 0),
    ROW(DEPTH_POSITION_24, 24, POSITION, .factor = 0),
    ROW(DEPTH_POSITION_32F, 32F, POSITION, .factor = 0),
    ROW(DEPTH_OUTSIDE_16, 16, FRAGMENT, .factor = 0),
    ROW(DEPTH_OUTSIDE_24, 24, FRAGMENT, .factor = 0),
    ROW(DEPTH_OUTSIDE_32F, 32F, FRAGMENT, .factor = 0),
    ROW(DEPTH_UNITS_16, 16, POSITION, .units = DEPTH_UNITS_ASKED),
    ROW(DEPTH_UNITS_24, 24, POSITION, .units = DEPTH_UNITS_ASKED),
    ROW(DEPTH_UNITS_32F, 32F, POSITION, .units = DEPTH_UNITS_ASKED),
    ROW(DEPTH_FACTOR_24, 24, POSITION, .factor = 1),
    ROW(DEPTH_EQUAL_FRAGMENT, 32F, FRAGMENT, .again = true),
    ROW(DEPTH_EQUAL_POSITION, 32F, POSITION, .again = true),
    ROW(DEPTH_EQUAL_INVARIANT, 32F, INVARIANT, .again = true),
};
// clang-format on

// Returns the question of an expression: first of each format, then of one.
static enum depth_cases depth_question_of(int line)
{
    return (enum depth_cases) probe_depth.expressions->list[line].cases.kind;
}

// Bits of a level; 0: the format is a float.
static int depth_bits(enum probe_depth_format format)
{
    static const int bits[PROBE_DEPTH_FORMATS] = { 16, 24, 0 };

    return bits[format];
}

static double depth_most(int bits)
{
    return ldexp(1, bits) - 1;
}

// Levels by which a word may be beside where that is none: a step of what is shown.
static double depth_step(double x)
{
    return x < 0x1p19 ? 0.25 : x < 0x1p21 ? 0.5 : 1;
}

uint32_t depth_word_of(double x)
{
    double step = depth_step(x);
    uint32_t quarters = (uint32_t) (4 * step * floor(x / step + 0.5));

    return quarters >> 2 | quarters << 30;
}

double depth_levels(uint32_t word)
{
    return (word & 0x3fffffff) + (word >> 30) / 4.0;
}

// ---- operands ----

static bool is_by_position(int line)
{
    return depth_lines[line].by != PROBE_DEPTH_BY_FRAGMENT;
}

// In [2^-6, 1), or for 24 bits in [2^-8, 1/4), and for positions from 2^-4 on.
static double drawn_depth(int line, uint64_t *state)
{
    bool position = is_by_position(line),
         narrow = depth_lines[line].format == PROBE_DEPTH_24;
    int places = narrow ? 25 : 24; // of a position
    double d = fabs(
        draws_number(state, 24, -1 - draws_below(state, position && narrow ? 2 : 6)));

    if (narrow)
        d /= 4;
    return position ? ldexp(floor(ldexp(d, places)), -places) : d;
}

static bool is_clear(double x)
{
    double rest = 2 * x - floor(2 * x);

    return fmin(rest, 1 - rest) >= 2 * MARGIN;
}

static double kept_depth(int line, int at)
{
    int bits = depth_bits(depth_lines[line].format);
    uint64_t state = (uint64_t) at;
    double d = drawn_depth(line, &state);

    for (int i = 0; i < 256 && bits && !is_clear(d * depth_most(bits)); i++)
        d = drawn_depth(line, &state);
    return d;
}

// 0 and 1; then below, and above.
static double outside_depth(int at)
{
    int far = at / 2;

    if (far == 0)
        return at;
    if (at % 2 == 0)
        return -ldexp(1, far - 64);
    return far < 24 ? 1 + ldexp(1, -far) : ldexp(1, far - 23);
}

// In (-1, -1/2): there z + 1 is exact.
static void equal_operands(int line, int at, double *values)
{
    uint64_t state = (uint64_t) at;
    double sign = is_by_position(line) ? -1 : 1;

    values[0] = sign * fabs(draws_number(&state, 24, -2));
    values[1] = fabs(draws_number(&state, 24, -1));
    values[2] = sign * (0.375 + fabs(draws_number(&state, 20, -4)));
}

void depth_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    double values[PROBE_OPERANDS] = { 0, 1, 0, 0 };
    uint64_t state = (uint64_t) at;

    (void) params;
    switch (depth_question_of(line)) {
    case DEPTH_CASES_OUTSIDE: values[0] = outside_depth(at); break;
    case DEPTH_CASES_EQUAL: equal_operands(line, at, values); break;
    case DEPTH_CASES_FACTOR:
        values[0] = 2 * (0x1p-5 + ldexp(draws_below(&state, 1 << 15), -20)) - 1;
        values[3] = ldexp(draws_below(&state, 8) + 8, at % 4 < 2 ? -12 : -11);
        if (at % 4 % 2)
            values[3] = -values[3];
        break;
    default:
        values[0] = kept_depth(line, at);
        if (is_by_position(line))
            values[0] = 2 * values[0] - 1;
    }
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, values[k]);
}

// ---- answers ----

static double depth_number(uint64_t word)
{
    return (double) fp_from_bits((uint32_t) word);
}

// Depth in the window of case i, exact, without an offset; and the larger part of its
// slope, which is never negative.
static double depth_exact(int line, const uint64_t *const *in, size_t i)
{
    double sum = depth_number(in[0][i]) * depth_number(in[1][i]) + depth_number(in[2][i]);

    return is_by_position(line) ? (sum + 1) / 2 : sum;
}

static double depth_slope(const uint64_t *const *in, size_t i)
{
    return fabs(depth_number(in[3][i])) / 2;
}

static double single(double value)
{
    return depth_number(fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value)));
}

// Whether a second program has the same depth. Products of 48 bits, and sums of these,
// are exact here.
static bool is_equal(const struct traits *traits, const uint64_t *const *in, size_t i)
{
    double product = depth_number(in[0][i]) * depth_number(in[1][i]),
           c = depth_number(in[2][i]);

    return !traits->depth.unequal || single(product + c) == single(single(product) + c);
}

static double rounded_level(enum traits_depth_by by, double x)
{
    switch (by) {
    case TRAITS_DEPTH_TRUNCATED: return floor(x);
    case TRAITS_DEPTH_UP: return ceil(x);
    default: return floor(x + 0.5);
    }
}

// d in a format of so many bits.
static uint32_t fixed_word(const struct traits_depth *depth, int bits, double d)
{
    int kept = depth->bits && depth->bits < bits ? depth->bits : bits;
    double clamped = fmin(fmax(d, 0), 1);

    if (depth->by == TRAITS_DEPTH_FLOAT)
        return depth_word_of(clamped * depth_most(bits));
    double level = rounded_level(depth->by, clamped * depth_most(kept));

    return depth_word_of(kept == bits ? level
                                      : level / depth_most(kept) * depth_most(bits));
}

static double offset_of(const struct expressions_call *call, double d, size_t i)
{
    const struct probe_depth *line = &depth_lines[call->expression];
    const struct traits_depth *depth = &call->traits->depth;
    int bits = depth_bits(line->format), exponent;
    double slope = depth_slope(call->in, i) * (depth->length ? sqrt(1.25) : 1);

    frexp(d, &exponent);
    double unit = bits              ? 1 / depth_most(bits)
                  : depth->constant ? 0x1p-24
                                    : ldexp(1, exponent - 24);

    return line->factor * slope + line->units * unit * (depth->unit ? depth->unit : 1);
}

bool depth_answer(const struct expressions_call *call)
{
    int line = call->expression, bits = depth_bits(depth_lines[line].format);
    const struct traits *traits = call->traits;

    for (size_t i = 0; i < call->count; i++) {
        double d = depth_exact(line, call->in, i);

        d += offset_of(call, d, i);
        if (depth_question_of(line) == DEPTH_CASES_EQUAL)
            call->out[0][i] = is_equal(traits, call->in, i);
        else if (bits)
            call->out[0][i] = fixed_word(&traits->depth, bits, d);
        else
            call->out[0][i] =
                fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE,
                           fp_bits64(traits->depth.unclamped ? d : fmin(fmax(d, 0), 1)));
    }
    return true;
}

// ---- the judge ----
//
// The judge reads the answers above: bits and ways to round are tried until one gives all
// answers; what none gives is told by how far it is off.

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

    finding->deviates =
        depth_question_of(seen->expression) == DEPTH_CASES_KEPT && worst >= 1;
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
    size_t first;

    expressions_say_exact(finding);
    if (finding->agree == finding->cases)
        return true;
    finding->deviates = depth_question_of(seen->expression) == DEPTH_CASES_KEPT;
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

// Tries units of all sizes; those of a float format may be the same everywhere.
static bool find_unit(const struct expressions_seen *seen, struct traits *found)
{
    static const struct trial_trait levels[] = {
        TRIAL_TRAIT(depth.by, 0, TRAITS_DEPTH_COUNT - 1),
        TRIAL_TRAIT(depth.unit, 1, MOST_UNITS),
    };
    static const struct trial_trait floats[] = {
        TRIAL_TRAIT(depth.constant, false, true),
        TRIAL_TRAIT(depth.unit, 1, MOST_UNITS),
    };

    return trial_reproduces(seen, depth_line_bits(seen) ? levels : floats, 2, found);
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

// r is a difference that is always kept: a level at least, or 2^(e - n) of floats.
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
    case DEPTH_CASES_OUTSIDE: return judge_outside(seen, finding, found);
    case DEPTH_CASES_UNITS: return judge_units(seen, finding, found);
    case DEPTH_CASES_FACTOR: return judge_factor(seen, finding, found);
    case DEPTH_CASES_EQUAL: return judge_equal(seen, finding, found);
    default:
        return depth_line_bits(seen) ? judge_kept(seen, finding, found)
                                     : judge_kept_float(seen, finding);
    }
}
