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

#include "probe/expressions/depth.h"

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <assert.h>
#include <math.h>

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

enum depth_question depth_question_of(int line)
{
    switch ((enum depth_expression) line) {
    case DEPTH_FRAGMENT_16:
    case DEPTH_FRAGMENT_24:
    case DEPTH_FRAGMENT_32F: return DEPTH_KEPT;
    case DEPTH_POSITION_16:
    case DEPTH_POSITION_24:
    case DEPTH_POSITION_32F: return DEPTH_OF_POSITION;
    case DEPTH_OUTSIDE_16:
    case DEPTH_OUTSIDE_24:
    case DEPTH_OUTSIDE_32F: return DEPTH_OUTSIDE;
    case DEPTH_UNITS_16:
    case DEPTH_UNITS_24:
    case DEPTH_UNITS_32F: return DEPTH_UNITS;
    case DEPTH_FACTOR_24: return DEPTH_FACTOR;
    case DEPTH_EQUAL_FRAGMENT:
    case DEPTH_EQUAL_POSITION:
    case DEPTH_EQUAL_INVARIANT: return DEPTH_EQUAL;
    default: assert(false); return DEPTH_KEPT;
    }
}

int depth_bits(enum probe_depth_format format)
{
    static const int bits[PROBE_DEPTH_FORMATS] = { 16, 24, 0 };

    return bits[format];
}

static double depth_most(int bits)
{
    return ldexp(1, bits) - 1;
}

double depth_step(double x)
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
    case DEPTH_OUTSIDE: values[0] = outside_depth(at); break;
    case DEPTH_EQUAL: equal_operands(line, at, values); break;
    case DEPTH_FACTOR:
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

double depth_exact(int line, const uint64_t *const *in, size_t i)
{
    double sum = depth_number(in[0][i]) * depth_number(in[1][i]) + depth_number(in[2][i]);

    return is_by_position(line) ? (sum + 1) / 2 : sum;
}

double depth_slope(const uint64_t *const *in, size_t i)
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
        if (depth_question_of(line) == DEPTH_EQUAL)
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
