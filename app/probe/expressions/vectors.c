// SPDX-License-Identifier: MIT
//
// How it works. Functions of several numbers, whose formulas have steps that are larger
// or smaller than what goes in and what comes out: length(v) is a root of squares, and in
// binary16 the square of 300 is infinite, so that length is, and normalize gives 0; of
// 2^-13 it is 0, and normalize gives infinity. Each result here is a normal number. It is
// computed to 124 bits with unlimited exponents (real.h), and rounded once.
//
//     in range      components are from 1/8 to 16: no step overflows
//     overflow      from 2^(emax/2) on, so that each square or product overflows
//     underflow     so small that squares are zero, or, where the range is too small for
//                   that, subnormal
//
// GLSL has length(v) as sqrt(dot(v, v)), and bounds are inherited (4.7.1): five roundings
// of up to an ulp of what is below the root, 2 * 3 / 2 ulp of the root, and its own 6.5:
// 9.5 ulp. Vulkan has normalize(v) as v / length(v): twice that, where the quotient has
// the larger ulp, and 2.5. Neither says anything of a step that overflows, so that what
// comes of it is told, but deviates from nothing. atan(y, x) is Vulkan's: 4096 ulp, or 5
// of a half.
//
// fract(sin(dot(xy, vec2(12.9898, 78.233))) * 43758.5453) is what shaders take for
// random. What it depends on are the last bits of sin: how many of 256 neighbours are
// different, and how far they are from the formula in exact arithmetic, as on a circle,
// is told. Far from the origin the argument itself has few bits: at 100000 the dot
// product is near 9 * 10^6, where floats are whole numbers, so neighbours share one.
//
// normalize() rounds, so the dot product of a unit vector with itself is 1, or beside it.
// pow(1.0 - dot, 5.0), which lighting computes, is undefined where that is above 1.

#include "base/elementary.h"
#include "base/fp.h"
#include "base/real.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/bound.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define VECTORS_HASH_X     12.9898
#define VECTORS_HASH_Y     78.233
#define VECTORS_HASH_SCALE 43758.5453

// Where an expression is asked.
enum vectors_place {
    VECTORS_IN_RANGE,
    VECTORS_OVERFLOW,   // squares and products of components overflow
    VECTORS_UNDERFLOW,  // underflow
    VECTORS_CANCELLING, // products overflow, their sum does not
    VECTORS_AXES,       // angles that are multiples of pi / 4
    VECTORS_FAR,        // y / x overflows or underflows, or y and x are at the same end
    VECTORS_PIXELS,     // x and y are centres of pixels,
    VECTORS_TEXELS,     // and of texels of 256
    VECTORS_FAR_PIXELS, // and of pixels that begin at `from`
};

// What is found of an expression.
enum vectors_judged {
    VECTORS_ERRORS,
    VECTORS_DIFFERENT, // how many results of the 256 differ from each other
    VECTORS_ABOVE_ONE, // how many are above 1
    VECTORS_NO_NUMBER, // how many are NaN or negative
};

struct vectors_entry {
    double (*value)(const double *v); // of the operands, exact but for the last rounding
    const char *steps; // as a device computes it without regard to the range (postfix.h)
    enum vectors_place place;
    const char *law, *half_law; // whose bound it is: at highp; at mediump; or NULL
    double ulp[2];              // the same; 0: no bound
    bool lone;   // of a vector's components every fourth time only one is not 0
    bool matrix; // the operands are a matrix, whose inverse's first element is asked
    bool coarse; // as sin() and the like (traits.h: coarse_bits)
    enum vectors_judged judged;
    int from; // the first x and y of VECTORS_FAR_PIXELS
};

#define COLUMNS 256 // a square of 16 by 16 neighbours
#define SIDE    16

static struct real sum_of_squares(const double *v)
{
    struct real sum = { 0 };

    for (int k = 0; k < 3; k++)
        sum = real_add(sum, real_multiply(real_of(v[k]), real_of(v[k])));
    return sum;
}

static double vectors_length(const double *v)
{
    return real_to_double(real_root(sum_of_squares(v)));
}

static double vectors_normal(const double *v)
{
    return real_to_double(real_divide(real_of(v[0]), real_root(sum_of_squares(v))));
}

// v[0] v[i] + v[1] v[k]; the latter subtracted.
static struct real product_sum(const double *v, int i, int k, bool minus)
{
    struct real a = real_multiply(real_of(v[0]), real_of(v[i]));
    struct real b = real_multiply(real_of(v[1]), real_of(v[k]));

    return minus ? real_subtract(a, b) : real_add(a, b);
}

static double vectors_dot(const double *v)
{
    return real_to_double(product_sum(v, 2, 3, false));
}

static double vectors_inverse(const double *v)
{
    return real_to_double(real_divide(real_of(v[3]), product_sum(v, 3, 2, true)));
}

static double vectors_angle(const double *v)
{
    return elementary_atan2(v[0], v[1]);
}

static double vectors_argument(const double *v)
{
    return vectors_dot((const double[4]){ v[0], v[1], VECTORS_HASH_X, VECTORS_HASH_Y });
}

static double vectors_one(const double *v)
{
    (void) v;
    return 1;
}

static double vectors_zero(const double *v)
{
    (void) v;
    return 0;
}

static double vectors_hash(const double *v)
{
    double wave = elementary_sin(vectors_argument(v));
    double large =
        real_to_double(real_multiply(real_of(wave), real_of(VECTORS_HASH_SCALE)));

    return large - floor(large);
}

#define ROOT              "aa*bb*+cc*+r"
#define INVERSE           "dad*bc*-/"
#define SQUARE(component) component ROOT "/" component ROOT "/*"
#define UNIT_DOT          SQUARE("a") SQUARE("b") "+" SQUARE("c") "+"

static const struct vectors_entry table[VECTORS_COUNT] = {
    [VECTORS_LENGTH] = { vectors_length, ROOT, VECTORS_IN_RANGE,
                         "GLSL 4.7.1: sqrt(dot(v, v))",
                         "Vulkan, 16 bits: sqrt(dot(v, v))", .ulp = { 9.5, 9.5 } },
    [VECTORS_LENGTH_OVERFLOW] = { vectors_length, ROOT, VECTORS_OVERFLOW, NULL, NULL,
                                  .lone = true },
    [VECTORS_LENGTH_UNDERFLOW] = { vectors_length, ROOT, VECTORS_UNDERFLOW, NULL, NULL,
                                   .lone = true },
    [VECTORS_NORMALIZE] = { vectors_normal, "a" ROOT "/", VECTORS_IN_RANGE,
                            "Vulkan: v / length(v)", "Vulkan, 16 bits: v / length(v)",
                            .ulp = { 21.5, 21.5 } },
    [VECTORS_NORMALIZE_OVERFLOW] = { vectors_normal, "a" ROOT "/", VECTORS_OVERFLOW, NULL,
                                     NULL, .lone = true },
    [VECTORS_NORMALIZE_UNDERFLOW] = { vectors_normal, "a" ROOT "/", VECTORS_UNDERFLOW,
                                      NULL, NULL, .lone = true },
    [VECTORS_DOT_OVERFLOW] = { vectors_dot, "ac*bd*+", VECTORS_CANCELLING, NULL, NULL,
                               .ulp = { 0 } },
    [VECTORS_INVERSE] = { vectors_inverse, INVERSE, VECTORS_IN_RANGE, NULL, NULL,
                          .matrix = true },
    [VECTORS_INVERSE_OVERFLOW] = { vectors_inverse, INVERSE, VECTORS_OVERFLOW, NULL, NULL,
                                   .matrix = true },
    [VECTORS_INVERSE_UNDERFLOW] = { vectors_inverse, INVERSE, VECTORS_UNDERFLOW, NULL,
                                    NULL, .matrix = true },
    [VECTORS_ATAN] = { vectors_angle, NULL, VECTORS_IN_RANGE, "Vulkan: 4096 ulp",
                       "Vulkan, 16 bits: 5 ulp", .ulp = { 4096, 5 }, .coarse = true },
    [VECTORS_ATAN_AXES] = { vectors_angle, NULL, VECTORS_AXES, "Vulkan: 4096 ulp",
                            "Vulkan, 16 bits: 5 ulp", .ulp = { 4096, 5 },
                            .coarse = true },
    [VECTORS_ATAN_FAR] = { vectors_angle, NULL, VECTORS_FAR, "Vulkan: 4096 ulp",
                           "Vulkan, 16 bits: 5 ulp", .ulp = { 4096, 5 }, .coarse = true },
    [VECTORS_HASH_PIXELS] = { vectors_hash, NULL, VECTORS_PIXELS, NULL, NULL,
                              .coarse = true, .judged = VECTORS_DIFFERENT },
    [VECTORS_HASH_TEXELS] = { vectors_hash, NULL, VECTORS_TEXELS, NULL, NULL,
                              .coarse = true, .judged = VECTORS_DIFFERENT },
    [VECTORS_DOT_UNIT] = { vectors_one, UNIT_DOT, VECTORS_IN_RANGE, NULL, NULL,
                           .judged = VECTORS_ABOVE_ONE },
    [VECTORS_POW_UNIT] = { vectors_zero, UNIT_DOT, VECTORS_IN_RANGE, NULL, NULL,
                           .judged = VECTORS_NO_NUMBER },
    [VECTORS_HASH_1000] = { vectors_hash, NULL, VECTORS_FAR_PIXELS, NULL, NULL,
                            .coarse = true, .judged = VECTORS_DIFFERENT, .from = 1000 },
    [VECTORS_HASH_10000] = { vectors_hash, NULL, VECTORS_FAR_PIXELS, NULL, NULL,
                             .coarse = true, .judged = VECTORS_DIFFERENT, .from = 10000 },
    [VECTORS_HASH_100000] = { vectors_hash, NULL, VECTORS_FAR_PIXELS, NULL, NULL,
                              .coarse = true, .judged = VECTORS_DIFFERENT,
                              .from = 100000 },
    [VECTORS_ARGUMENT_100000] = { vectors_argument, NULL, VECTORS_FAR_PIXELS, NULL, NULL,
                                  .judged = VECTORS_DIFFERENT, .from = 100000 },
};

static const struct vectors_entry *vectors_find(int line)
{
    return &table[line];
}

// Returns true if an expression is absent in this precision: mediump cannot count its
// pixels.
static bool vectors_is_absent(const struct vectors_entry *entry,
                              const struct probe_params *params)
{
    return entry->place == VECTORS_FAR_PIXELS && params->precision != PRECISION_HIGHP;
}

// Exponents of a place, both included.
struct span {
    int low, high;
};

static struct span place_span(const struct probe_params *params, enum vectors_place place)
{
    int emax = params->model.format.emax, emin = 1 - emax;
    int room = (emax - 3) / 2 < 3 ? (emax - 3) / 2 : 3;
    int gone = -(params->precision_bits - emin + 1) / 2 - 1; // the square is rounded to 0

    switch (place) {
    case VECTORS_OVERFLOW: return (struct span){ (emax + 1) / 2, emax - 2 };
    case VECTORS_UNDERFLOW: return (struct span){ emin, gone > emin ? gone : emin };
    default: return (struct span){ -room, room };
    }
}

static double vectors_draw(const struct probe_params *params, enum vectors_place place,
                           uint64_t *state)
{
    struct span span = place_span(params, place);
    int exponent = span.low + draws_below(state, span.high - span.low + 1);

    return draws_number(state, params->precision_bits, exponent);
}

// A vector of three; every fourth is along its axis.
static void draw_vector(const struct probe_params *params,
                        const struct vectors_entry *entry, int at, uint64_t *state,
                        double *v)
{
    for (int k = 0; k < 3; k++)
        v[k] = vectors_draw(params, entry->place, state);
    if (entry->lone && at % 4 == 3)
        v[1] = v[2] = 0;
}

// a and d are of one size, b and c of a quarter of it, so that a d - b c does not cancel,
// and the inverse is a normal number.
static void draw_matrix(const struct probe_params *params, enum vectors_place place,
                        uint64_t *state, double *v)
{
    struct span span = place_span(params, place);
    int emax = params->model.format.emax, p = params->precision_bits;
    int low = span.low < 4 - emax ? 4 - emax : span.low;
    int high = span.high > emax - 4 ? emax - 4 : span.high;
    int size = low < high ? low + draws_below(state, high - low + 1) : low;

    for (int k = 0; k < 4; k++)
        v[k] = draws_number(state, p, k % 3 ? size - 2 : size);
}

// a c - a (c - few ulp): products that overflow, and nearly cancel.
static void draw_cancelling(const struct probe_params *params, uint64_t *state, double *v)
{
    int emax = params->model.format.emax, p = params->precision_bits;
    int exponent = (emax + 1) / 2;

    v[0] = draws_number(state, p, exponent);
    v[1] = -v[0];
    v[2] = fabs(draws_number(state, p, emax + 1 - exponent));
    v[3] = v[2] - ldexp(1 + draws_below(state, 7), emax + 1 - exponent + 1 - p);
    if (v[3] < ldexp(1, emax + 1 - exponent))
        v[3] = v[2] + ldexp(1, emax + 1 - exponent + 1 - p);
}

// The eight directions; y, x.
static void draw_axis(const struct probe_params *params, int at, uint64_t *state,
                      double *v)
{
    static const int directions[8][2] = { { 0, 1 },  { 1, 1 },   { 1, 0 },  { 1, -1 },
                                          { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } };
    double size = fabs(vectors_draw(params, VECTORS_IN_RANGE, state));

    for (int k = 0; k < 2; k++)
        v[k] = directions[at % 8][k] ? directions[at % 8][k] * size : 0;
}

// y large and x small; y small and x large and negative; both large; both small.
static void draw_far(const struct probe_params *params, int at, uint64_t *state,
                     double *v)
{
    static const enum vectors_place places[4][2] = {
        { VECTORS_OVERFLOW, VECTORS_UNDERFLOW },
        { VECTORS_UNDERFLOW, VECTORS_OVERFLOW },
        { VECTORS_OVERFLOW, VECTORS_OVERFLOW },
        { VECTORS_UNDERFLOW, VECTORS_UNDERFLOW },
    };

    for (int k = 0; k < 2; k++)
        v[k] = vectors_draw(params, places[at % 4][k], state);
    if (at % 4 == 1)
        v[1] = -fabs(v[1]);
}

// The centre of a pixel or a texel, rounded to the format.
static double draw_place(const struct probe_params *params,
                         const struct vectors_entry *entry, int at)
{
    double scale = entry->place == VECTORS_TEXELS ? 256 : 1;
    double value = (entry->from + at + 0.5) / scale;
    int exponent, p = params->precision_bits;

    if (entry->place != VECTORS_FAR_PIXELS)
        return value;
    frexp(value, &exponent);
    return ldexp(floor(ldexp(value, p - exponent) + 0.5), exponent - p);
}

void vectors_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    const struct vectors_entry *entry = &table[line];
    uint64_t state = (uint64_t) (line * COLUMNS + at);
    double v[PROBE_OPERANDS] = { 1, 1, 1, 1 };

    if (entry->matrix)
        draw_matrix(params, entry->place, &state, v);
    else if (entry->place == VECTORS_CANCELLING)
        draw_cancelling(params, &state, v);
    else if (entry->place == VECTORS_AXES)
        draw_axis(params, at, &state, v);
    else if (entry->place == VECTORS_FAR)
        draw_far(params, at, &state, v);
    else if (entry->judged != VECTORS_DIFFERENT)
        draw_vector(params, entry, at, &state, v);
    else
        for (int k = 0; k < 2; k++)
            v[k] = draw_place(params, entry, k ? at / SIDE : at % SIDE);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, v[k]);
}

// ---- what a device answers ----

static double vectors_number(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static uint64_t vectors_bits(const struct fp_model *model, enum fp_round round,
                             double value)
{
    return fp_convert(FP_BINARY64, model->format, round, fp_bits64(value));
}

static uint64_t rounded_sine(const struct traits *traits, uint64_t bits)
{
    const struct fp_model *model = &traits->model;
    double value = elementary_sin(vectors_number(model->format, bits));

    return traits_coarsen(model->format, traits->coarse_bits,
                          vectors_bits(model, model->round, value));
}

// The hash, or its argument alone, in steps, each rounded; literals are to nearest even.
static bool hash_steps(const struct expressions_call *call, const struct traits *traits,
                       uint64_t *x)
{
    static const double literals[] = { VECTORS_HASH_X, VECTORS_HASH_Y,
                                       VECTORS_HASH_SCALE };
    const struct fp_model *model = &traits->model;
    const struct unit *unit = call->unit;
    uint64_t constants[3][EXPRESSIONS_CHUNK], y[EXPRESSIONS_CHUNK];
    size_t count = call->count;

    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < count; i++)
            constants[k][i] = vectors_bits(model, FP_RNE, literals[k]);
    expressions_load(call, 0, x);
    expressions_load(call, 1, y);
    if (!traits_apply(traits, unit, UNIT_MUL, x, constants[0], NULL, x, count) ||
        !traits_apply(traits, unit, UNIT_MUL, y, constants[1], NULL, y, count) ||
        !traits_apply(traits, unit, UNIT_ADD, x, y, NULL, x, count))
        return false;
    if (call->expression == VECTORS_ARGUMENT_100000)
        return true;
    for (size_t i = 0; i < count; i++)
        x[i] = rounded_sine(traits, x[i]);
    if (!traits_apply(traits, unit, UNIT_MUL, x, constants[2], NULL, x, count))
        return false;
    for (size_t i = 0; i < count; i++) // exact: a floor has no more bits than its number
        y[i] = vectors_bits(model, FP_RTZ, floor(vectors_number(model->format, x[i])));
    return traits_apply(traits, unit, UNIT_SUB, x, y, NULL, x, count);
}

static void exact_answers(const struct expressions_call *call, uint64_t *values)
{
    const struct vectors_entry *entry = vectors_find(call->expression);
    const struct fp_model *model = &call->traits->model;
    struct fp_format carrier = expressions_carrier(call->params);

    for (size_t i = 0; i < call->count; i++) {
        double v[PROBE_OPERANDS];

        for (int k = 0; k < PROBE_OPERANDS; k++)
            v[k] = vectors_number(carrier, call->in[k][i]);
        values[i] = vectors_bits(model, model->round, entry->value(v));
        if (entry->coarse)
            values[i] =
                traits_coarsen(model->format, call->traits->coarse_bits, values[i]);
    }
}

// (1 - x)^5; NaN of a negative number, which GLSL leaves undefined.
static void fifth_powers(const struct expressions_call *call, uint64_t *values)
{
    const struct fp_model *model = &call->traits->model;

    for (size_t i = 0; i < call->count; i++) {
        double rest = 1 - vectors_number(model->format, values[i]);

        values[i] = rest < 0 ? fp_nan(model->format)
                             : vectors_bits(model, model->round, pow(rest, 5));
    }
}

static void say_absent(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = EXPRESSIONS_ABSENT;
}

// Nothing but the format, the rule and the range has a say here.
bool vectors_answer(const struct expressions_call *call)
{
    const struct vectors_entry *entry = vectors_find(call->expression);
    struct fp_model model = { call->traits->model.format, call->traits->model.round,
                              false, false };
    struct traits plain = TRAITS_NONE(model);
    struct expressions_call own = *call;
    uint64_t values[EXPRESSIONS_CHUNK];
    bool ok = true;

    if (vectors_is_absent(entry, call->params)) {
        say_absent(call);
        return true;
    }
    plain.coarse_bits = call->traits->coarse_bits;
    own.traits = &plain;
    if (entry->judged == VECTORS_DIFFERENT)
        ok = hash_steps(&own, &plain, values);
    else if (call->traits->by_steps && entry->steps)
        ok = postfix_run(&own, entry->steps, values);
    else
        exact_answers(&own, values);
    if (ok && call->expression == VECTORS_POW_UNIT && call->traits->by_steps)
        fifth_powers(&own, values);
    if (ok)
        expressions_store(&own, 0, values);
    return ok;
}

// ---- what is told of its answers ----

struct lost {
    int infinite, zero, nan;
};

struct count {
    struct lost lost;
    int beyond, told;        // cases beyond the bound, and with an error
    double min_ulp, max_ulp; // signed
    size_t worst, first;     // the case of the largest error; the first beyond, or lost
};

static double wanted(const struct expressions_seen *seen, size_t at)
{
    double v[PROBE_OPERANDS];

    for (int k = 0; k < PROBE_OPERANDS; k++)
        v[k] = expressions_number(seen, seen->in[k][at]);
    return vectors_find(seen->expression)->value(v);
}

// Whether nothing is left of a number that is there.
static bool answer_is_lost(double got, double want, struct lost *lost)
{
    lost->nan += isnan(got);
    lost->infinite += isinf(got) != 0;
    lost->zero += got == 0 && want != 0;
    return !isfinite(got) || (got == 0 && want != 0);
}

// No bound is below half an ulp; for a relaxed precision it is of binary16 at most.
static bool is_beyond_law(const struct expressions_seen *seen, double want, double error)
{
    bool half = seen->params->precision != PRECISION_HIGHP;
    struct fp_format format = seen->known.model.format;
    double ulps = vectors_find(seen->expression)->ulp[half];
    struct bound law = { half && format.precision > 11 ? 11 : format.precision,
                         format.emax, half };

    return ulps > 0 && !(error <= ulps * bound_ulp(&law, want) * (1 + 0x1p-30));
}

static void count_answer(const struct expressions_seen *seen, size_t at,
                         struct count *count)
{
    struct fp_format format = seen->known.model.format;
    struct bound own = { format.precision, format.emax, false };
    double want = wanted(seen, at), got = expressions_number(seen, seen->got[0][at]);
    bool lost = answer_is_lost(got, want, &count->lost);
    bool beyond = is_beyond_law(seen, want, fabs(got - want));
    double ulps = (got - want) / bound_ulp(&own, want);

    count->beyond += beyond;
    if ((lost || beyond) && count->first == seen->count)
        count->first = at;
    if (lost)
        return;
    count->told++;
    if (fabs(ulps) > fmax(-count->min_ulp, count->max_ulp))
        count->worst = at;
    count->min_ulp = fmin(count->min_ulp, ulps);
    count->max_ulp = fmax(count->max_ulp, ulps);
}

static void vectors_say_lost(const struct lost *lost, struct finding *finding)
{
    int of = (int) finding->cases;

    if (lost->infinite)
        FINDING_ALSO(finding, &kind_some_infinite, .count = lost->infinite, .of = of);
    if (lost->zero)
        FINDING_ALSO(finding, &kind_some_zero, .count = lost->zero, .of = of);
    if (lost->nan)
        FINDING_ALSO(finding, &kind_some_nan, .count = lost->nan, .of = of);
}

// The device that gives these answers: one that rounds the exact result; one that goes by
// the formula; one whose angles lack their last bits.
static void vectors_explain(const struct expressions_seen *seen, struct traits *found,
                            struct finding *finding)
{
    const struct vectors_entry *entry = vectors_find(seen->expression);
    struct trial_question question = { seen, .prefers_known = true };
    struct traits by_steps = seen->known;
    struct trial trial = trial_of(&question, &seen->known);

    by_steps.by_steps = question.sums = true;
    if (!trial.rules && entry->steps)
        trial = trial_of(&question, &by_steps);
    question.sums = false;
    if (!trial.rules && entry->coarse)
        trial = trial_coarse(&question);
    finding->survivors = trial.rules;
    *found = trial.traits;
}

static int word_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

    return (x > y) - (x < y);
}

// How many answers differ from each other.
static int different_words(const struct expressions_seen *seen)
{
    uint64_t words[EXPRESSIONS_CHUNK];
    size_t count = 0;
    int different = 1;

    for (size_t i = 0; i < seen->count && count < EXPRESSIONS_CHUNK; i++)
        if (seen->defined[i])
            words[count++] = seen->got[0][i];
    qsort(words, count, sizeof *words, word_order);
    for (size_t i = 1; i < count; i++)
        different += words[i] != words[i - 1];
    return different;
}

// On a circle 0.99 is 0.02 from 0.01; the argument of sin() is on none. Of rules only the
// one that is known is tried: few values, as in a half, would be those of some other.
static bool judge_hash(const struct expressions_seen *seen, struct finding *finding,
                       const struct traits *found)
{
    bool reproduced = expressions_reproduces(seen, found);
    bool circle = seen->expression != VECTORS_ARGUMENT_100000;
    struct lost lost = { 0 };
    double most = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double got = expressions_number(seen, seen->got[0][i]);

        if (!seen->defined[i] || answer_is_lost(got, 0, &lost))
            continue;
        double apart = fabs(got - wanted(seen, i));

        most = fmax(most, circle && apart > 0.5 ? fabs(1 - apart) : apart);
    }
    FINDING_ALSO(finding, &kind_different, .count = different_words(seen),
                 .of = (int) finding->cases);
    vectors_say_lost(&lost, finding);
    FINDING_DETAIL(finding, &kind_off_at_most, .value = finding_floor(most, 3));
    if (reproduced)
        FINDING_DETAIL(finding, &kind_as_steps);
    return reproduced;
}

// Counts what a dot product of unit vectors, or a power of what is left of 1, must not be
// where a shader relies on it. GLSL allows both.
static bool judge_unit(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    bool power = seen->expression == VECTORS_POW_UNIT;
    struct lost lost = { 0 };
    int above = 0, negative = 0, of = (int) finding->cases;
    size_t worst = seen->count;
    double most = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double got = expressions_number(seen, seen->got[0][i]);
        double excess = isnan(got) ? (double) INFINITY
                        : power    ? -got
                                   : expressions_ulps(seen, got, 1);

        if (!seen->defined[i])
            continue;
        answer_is_lost(got, 0, &lost);
        above += got > 1;
        negative += got < 0;
        if (excess > most)
            worst = i;
        most = fmax(most, excess);
    }
    if (power)
        FINDING_ALSO(finding, &kind_some_nan, .count = lost.nan, .of = of);
    else
        FINDING_ALSO(finding, &kind_above_one, .count = above, .of = of);
    if (power && negative)
        FINDING_ALSO(finding, &kind_some_negative, .count = negative, .of = of);
    if (above && !power && isfinite(most))
        FINDING_ALSO(finding, &kind_ulp, .value = finding_ulp(most));
    if (worst < seen->count) {
        expressions_case(seen, &seen->known, worst, &finding->example);
        FINDING_DETAIL(finding, &kind_worst_case);
    }
    if (expressions_reproduces(seen, found))
        return true;
    found->by_steps = true;
    if (!expressions_reproduces(seen, found))
        return false;
    FINDING_DETAIL(finding, &kind_as_steps);
    return true;
}

static void detail_answers(const struct expressions_seen *seen, const struct count *count,
                           const struct traits *found, struct finding *finding)
{
    const struct vectors_entry *entry = vectors_find(seen->expression);
    bool half = seen->params->precision != PRECISION_HIGHP;
    bool first = count->first < seen->count;
    struct traits rne = seen->known;

    rne.model.round = FP_RNE;
    if (entry->law) {
        snprintf(finding->glsl, sizeof finding->glsl, "%s",
                 half ? entry->half_law : entry->law);
        FINDING_DETAIL(finding, &kind_beyond_bound, .count = count->beyond,
                       .of = (int) finding->cases);
    }
    if (finding->survivors && found->by_steps)
        FINDING_DETAIL(finding, &kind_as_steps);
    else if (finding->survivors && found->coarse_bits)
        FINDING_DETAIL(finding, &kind_last_bits_zero, .bits = found->coarse_bits);
    else if (finding->survivors)
        FINDING_DETAIL(finding, &kind_correctly_rounded);
    expressions_case(seen, &rne, first ? count->first : count->worst, &finding->example);
    FINDING_DETAIL(finding, first ? &kind_first_case : &kind_worst_case);
}

bool vectors_judge(const struct expressions_seen *seen, struct finding *finding,
                   struct traits *found)
{
    enum vectors_judged judged = vectors_find(seen->expression)->judged;
    struct count count = { .first = seen->count };
    struct traits rne = seen->known;

    rne.model.round = FP_RNE;
    finding->agree = (long) expressions_agree(seen, &rne, NULL);
    if (judged == VECTORS_DIFFERENT)
        return judge_hash(seen, finding, found);
    if (judged != VECTORS_ERRORS)
        return judge_unit(seen, finding, found);
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_answer(seen, i, &count);
    vectors_say_lost(&count.lost, finding);
    if (count.told)
        FINDING_ALSO(finding, &kind_ulp,
                     .value = finding_ulp(fmax(-count.min_ulp, count.max_ulp)));
    finding->error_known = count.told == finding->cases;
    finding->error_min_ulp = finding->error_known ? count.min_ulp : 0;
    finding->error_max_ulp = finding->error_known ? count.max_ulp : 0;
    finding->deviates = count.beyond > 0;
    vectors_explain(seen, found, finding);
    detail_answers(seen, &count, found, finding);
    return finding->survivors;
}
