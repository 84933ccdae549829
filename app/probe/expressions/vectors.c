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

#include "probe/expressions/vectors.h"

#include "base/elementary.h"
#include "base/fp.h"
#include "base/real.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <math.h>

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

const struct vectors_entry *vectors_find(int line)
{
    return &table[line];
}

bool vectors_is_absent(const struct vectors_entry *entry,
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

bool vectors_breaks_glsl(const struct result *result, const struct finding *finding)
{
    return !deviates_is_narrow(result) && finding_asks(finding, "length");
}
