// SPDX-License-Identifier: MIT
//
// How it works. A varying is a sum over the corners i of a triangle, with the weights l
// of the place (OpenGL 4.6, 14.6.1):
//
//     (l1 v1 / w1 + l2 v2 / w2 + l3 v3 / w3) / (l1 / w1 + l2 / w2 + l3 / w3)
//
// v itself where it is the same at all corners. A device computes planes of v / w and of
// 1 / w, and at each pixel a quotient of these two rounded numbers, which is beside v.
// Where w is 1 at all corners, v / w has no slope and the quotient is by 1.
//
// The mesh of each expression is 32 quads across and 2 up, of 7 or 9 by 8 pixels, two
// triangles each: with one side even and one odd no centre of a pixel is on a diagonal.
// Corners are whole pixels, whose clip coordinates are exact, and on every grid of
// subpixels. w is from 1 to 64, in steps of 1/64. gl_FragCoord.z is linear in pixels, as
// gl_FragCoord.w, 1 / w, is; x and y are those of the centre (15.2.2).

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/drawn.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/trial.h"

#include <fenv.h>
#include <math.h>

#define COLUMNS 256
#define ROWS    16
#define TALL    8                             // a quad
#define QUADS   (COLUMNS / 8 * (ROWS / TALL)) // an expression
#define WIDTHS   \
    {            \
        0, 7, 16 \
    } // of two quads

// Two triangles, the one at the lower left first. Corners: lower left, lower right, upper
// left, upper right.
struct quad {
    int line, x, y, wide; // of the lower left corner, in pixels from that of the picture
    double w[4], value[2][4]; // [triangle]
};

static bool is_place(int line)
{
    return line == INTERPOLATION_FRAG_COORD_X || line == INTERPOLATION_FRAG_COORD_Y;
}

static bool is_index(int line)
{
    return line == INTERPOLATION_INDEX || line == INTERPOLATION_INDEX_W1;
}

static bool is_constant_varying(int line)
{
    return line == INTERPOLATION_CONSTANT_W1 || line == INTERPOLATION_CONSTANT ||
           line == INTERPOLATION_CONSTANT_CENTROID ||
           line == INTERPOLATION_CONSTANT_NOPERSPECTIVE ||
           line == INTERPOLATION_CONSTANT_FLAT;
}

static bool is_same_number(int line)
{
    return is_constant_varying(line) || is_index(line) || is_place(line);
}

static bool is_depth(int line)
{
    return line == INTERPOLATION_FRAG_COORD_Z_W1 || line == INTERPOLATION_FRAG_COORD_Z;
}

// gl_FragCoord.
static bool is_built_in(int line)
{
    return is_place(line) || is_depth(line) || line == INTERPOLATION_FRAG_COORD_W_ONE ||
           line == INTERPOLATION_FRAG_COORD_W;
}

static bool is_flat_on(int line)
{
    return line == INTERPOLATION_CONSTANT_W1 || line == INTERPOLATION_RAMP_W1 ||
           line == INTERPOLATION_INDEX_W1 || line == INTERPOLATION_FRAG_COORD_Z_W1;
}

// What is linear in pixels, whatever w is.
static bool is_linear(int line)
{
    return line == INTERPOLATION_CONSTANT_NOPERSPECTIVE ||
           line == INTERPOLATION_RAMP_NOPERSPECTIVE || is_built_in(line);
}

// A number of the mesh, in as many bits as any format of its precision has; an index; or
// a depth, from 0 to 1.
static double drawn_value(const struct probe_params *params, int line, uint64_t *state)
{
    int bits = !is_constant_varying(line)             ? 8
               : params->precision == PRECISION_HIGHP ? 24
                                                      : 9;

    if (is_index(line))
        return 1 + draws_below(state, 255);
    if (is_depth(line))
        return (1 + draws_below(state, 255)) / 256.0;
    return fabs(draws_number(state, bits, draws_below(state, 5)));
}

static struct quad quad_of(const struct probe_params *params, int number)
{
    static const int widths[] = WIDTHS;
    int line = number / QUADS, at = number % QUADS, odd = at % 2;
    uint64_t state = (uint64_t) number;
    struct quad quad = {
        .line = line,
        .x = at % (COLUMNS / 8) / 2 * widths[2] + widths[odd],
        .y = line * ROWS + at / (COLUMNS / 8) * TALL,
        .wide = widths[odd + 1] - widths[odd],
    };

    for (int i = 0; i < 4; i++)
        quad.w[i] = is_flat_on(line) ? 1
                    : line == INTERPOLATION_FRAG_COORD_W_ONE && i > 0
                        ? quad.w[0]
                        : 1 + draws_below(&state, 64 * 63) / 64.0;
    for (int i = 0; i < 8; i++)
        quad.value[i / 4][i % 4] = is_same_number(line) && i % 4
                                       ? quad.value[i / 4][0]
                                       : drawn_value(params, line, &state);
    return quad;
}

static struct probe_corner interpolation_corner(const struct probe_params *params,
                                                int triangle, int corner)
{
    struct quad quad = quad_of(params, triangle / 2);
    int at = triangle % 2 + corner; // of the corners 0, 1, 2, or 1, 2, 3
    double w = quad.w[at];
    double x = 2.0 * (quad.x + at % 2 * quad.wide) / COLUMNS - 1;
    double y = 2.0 * (quad.y + at / 2 * TALL) / (INTERPOLATION_COUNT * ROWS) - 1;

    double value = quad.value[triangle % 2][at];
    double z = is_depth(quad.line) ? 2 * value - 1 : 0;

    return (struct probe_corner){
        { (float) (x * w), (float) (y * w), (float) (z * w), (float) w }, (float) value
    };
}

// What is interpolated at a centre: v and 1 / w.
struct place {
    double value, over_w;
};

static struct place interpolation_place(const struct probe_params *params, int line,
                                        int at)
{
    static const int widths[] = WIDTHS;
    int x = at % COLUMNS, y = at / COLUMNS, odd = x % widths[2] >= widths[1];
    struct quad quad = quad_of(params, line * QUADS + y / TALL * (COLUMNS / 8) +
                                           x / widths[2] * 2 + odd);
    double across = (x - quad.x + 0.5) / quad.wide, up = (y % TALL + 0.5) / TALL;
    int upper = across + up > 1;
    const double weights[2][4] = { { 1 - across - up, across, up, 0 },
                                   { 0, 1 - up, 1 - across, across + up - 1 } };
    double sum = 0, linear = 0, over_w = 0;

    for (int i = 0; i < 4; i++) {
        over_w += weights[upper][i] / quad.w[i];
        linear += weights[upper][i] * quad.value[upper][i];
        sum += weights[upper][i] / quad.w[i] * quad.value[upper][i];
    }
    double value = is_place(line)                           ? 0.5
                   : is_same_number(line)                   ? quad.value[upper][0]
                   : line == INTERPOLATION_FRAG_COORD_W_ONE ? 1 / quad.w[0]
                   : line == INTERPOLATION_FRAG_COORD_W     ? over_w
                   : is_linear(line)                        ? linear
                                                            : sum / over_w;

    return (struct place){ value, over_w };
}

// The number in two floats, together exact enough to be rounded to any format, and 1 / w:
// the same operands whatever direction is in force.
void interpolation_operand(const struct probe_params *params, int line, int at,
                           uint64_t *words)
{
    int found = fegetround();

    if (found != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    struct place place = interpolation_place(params, line, at);

    words[0] = fp_bits((float) place.value);
    words[1] = fp_bits((float) (place.value - (double) (float) place.value));
    words[2] = fp_bits((float) place.over_w);
    if (found != FE_TONEAREST)
        fesetround(found);
}

static double float_of(uint64_t word)
{
    return (double) fp_from_bits((uint32_t) word);
}

static double exact_value(const uint64_t *const *in, size_t i)
{
    return float_of(in[0][i]) + float_of(in[1][i]);
}

static double rounded(struct fp_format format, enum fp_round rule, double value)
{
    uint64_t word = fp_convert(FP_BINARY64, format, rule, fp_bits64(value));

    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, word));
}

// As a device of these traits has the number `exact`, where 1 / w is `over_w`.
static double interpolated(const struct traits *traits, double exact, double over_w)
{
    struct fp_format format = traits->model.format;

    if (traits->interpolated && traits->interpolated < format.precision)
        format.precision = traits->interpolated;
    if (!traits->divides_varyings)
        return rounded(format, traits->interpolating, exact);
    double over = rounded(format, traits->interpolating, exact * over_w);
    double back = rounded(format, traits->interpolating, 1 / over_w);

    return rounded(format, traits->interpolating, over * back);
}

static uint64_t answer_word(int line, double value)
{
    if (!is_index(line))
        return fp_bits((float) value);
    return value < 0x1p31 ? (uint32_t) value : INT32_MAX;
}

// gl_FragCoord is highp, whatever the precision of the probe is.
static bool is_asked_at(int line, const struct probe_params *params)
{
    return !is_built_in(line) || params->precision == PRECISION_HIGHP;
}

bool interpolation_answer(const struct expressions_call *call)
{
    int line = call->expression;
    struct traits traits = *call->traits;

    if (line == INTERPOLATION_CONSTANT_FLAT || is_linear(line))
        traits.divides_varyings = false;
    // What takes the number of one corner rounds nothing.
    if (line == INTERPOLATION_CONSTANT_FLAT) {
        traits.interpolated = 0;
        traits.interpolating = FP_RNE;
    }
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] =
            is_place(line) && traits.pixel_corners
                ? fp_bits(0)
                : answer_word(line, interpolated(&traits, exact_value(call->in, i),
                                                 float_of(call->in[2][i])));
    for (size_t i = 0; i < call->count && !is_asked_at(line, call->params); i++)
        call->out[0][i] = EXPRESSIONS_ABSENT;
    return true;
}

// How far an answer is from the number, in 2^-24 of it.
static double units_off(const struct expressions_seen *seen, size_t at)
{
    double exact = exact_value(seen->in, at);

    return fmin(fabs(float_of(seen->got[0][at]) - exact) / exact * 0x1p24, 1e9);
}

// Bits and rules of rounding that make these answers of exact numbers, where some do.
static bool find_bits(const struct expressions_seen *seen, struct traits *found,
                      struct finding *finding)
{
    const struct trial_trait tried[] = {
        TRIAL_TRAIT(interpolated, seen->known.model.format.precision, 5),
        TRIAL_TRAIT(interpolating, 0, FP_RO),
    };

    if (!trial_reproduces(seen, tried, 2, found))
        return false;
    finding->survivors = trial_values(seen, &tried[1], found);
    return true;
}

// Counts, and the worst of them.
static void say_counts(const struct expressions_seen *seen, struct finding *finding)
{
    int wrong = (int) (finding->cases - finding->agree);
    size_t worst = 0, first;

    if (is_index(seen->expression)) {
        expressions_agree(seen, &seen->known, &first);
        expressions_say_exact(finding);
        expressions_case(seen, &seen->known, first, &finding->example);
        finding->example.operands = 1;
        FINDING_DETAIL(finding, &kind_first_case);
        return;
    }
    for (size_t i = 0; i < seen->count; i++)
        if (!(units_off(seen, i) <= units_off(seen, worst)))
            worst = i;
    FINDING_SAY(finding, &kind_differ_by, .count = wrong, .of = (int) finding->cases,
                .value = round(10 * units_off(seen, worst)) / 10);
    expressions_case(seen, &seen->known, worst, &finding->example);
    finding->example.operands = 1;
    FINDING_DETAIL(finding, &kind_worst_case);
}

bool interpolation_judge(const struct expressions_seen *seen, struct finding *finding,
                         struct traits *found)
{
    bool constant = is_same_number(seen->expression);
    size_t first;

    finding->agree = (long) expressions_agree(seen, &seen->known, &first);
    finding->deviates = constant && first < seen->count;
    if (constant && !finding->deviates) {
        expressions_say_exact(finding);
        return true;
    }
    found->pixel_corners = is_place(seen->expression);
    if (found->pixel_corners && expressions_reproduces(seen, found)) {
        FINDING_SAY(finding, &kind_pixel_corners);
        return true;
    }
    if (!find_bits(seen, found, finding)) {
        *found = seen->known;
        say_counts(seen, finding);
        return false;
    }
    FINDING_SAY(finding, &kind_interpolated, .bits = found->interpolated,
                .rules = finding->survivors);
    if (finding->deviates)
        expressions_detail_case(seen, &seen->known, first, finding);
    return true;
}

const struct probe_mesh interpolation_mesh = {
    .triangles = 2 * QUADS * INTERPOLATION_COUNT,
    .corner = interpolation_corner,
};
