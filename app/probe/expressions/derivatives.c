// SPDX-License-Identifier: MIT
//
// How it works. A derivative is the difference of two fragments of a quad, 2 by 2, whose
// lower left has even coordinates (OpenGL 4.6, 8.14 of GLSL: "approximated"). Of x * y
// dFdx is y, of the fragment's own row if it is fine, of one row for the whole quad if it
// is coarse; of x * x it is x0 + x1 for both. x and y are the centres of pixels, from 1/2
// to 31/2 in each expression, so that every number is a half. GLSL ES 1.00 makes them of
// gl_FragCoord; a subnormal may not survive how it is made there, and is not asked for.

#include "base/fp_bits.h"
#include "probe/drawn.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/trial.h"

#include <math.h>

#define SIZE  16 // of the square of fragments of an expression
#define SLOPE 3  // of the varying, a pixel

// One triangle over all: a picture is as wide as SIZE, and the corners are beyond it.
static struct probe_corner derivatives_corner(const struct probe_params *params,
                                              int triangle, int corner)
{
    (void) params;
    (void) triangle;
    return (struct probe_corner){
        { corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0, 1 },
        corner == 1 ? 2 * SIZE * SLOPE : 0,
    };
}

// What a fragment of an expression has.
static double ramp_at(const struct probe_params *params, int line, int x, int y)
{
    double across = x + 0.5, up = y + 0.5;
    bool narrow = params->precision != PRECISION_HIGHP;

    switch (line) {
    case DERIVATIVES_SQUARE: return across * across;
    case DERIVATIVES_ULPS: return 1 + ldexp(x, 1 - params->precision_bits);
    case DERIVATIVES_SUBNORMAL: return ldexp(x, narrow ? -24 : -140);
    case DERIVATIVES_FRAG_COORD: return across;
    case DERIVATIVES_VARYING: return SLOPE * across;
    default: return across * up;
    }
}

// What it has to the right, and above, if the differences are of these row and column.
static double quad_difference(const struct probe_params *params, int line, int x, int y)
{
    int left = x & ~1, low = y & ~1;
    double across = ramp_at(params, line, left + 1, y) - ramp_at(params, line, left, y);
    double up = ramp_at(params, line, x, low + 1) - ramp_at(params, line, x, low);

    return line == DERIVATIVES_UP ? up : line == DERIVATIVES_BOTH ? 0 : across;
}

// The number, and its difference: fine, coarse of the first row and column, of the last.
void derivatives_operand(const struct probe_params *params, int line, int at,
                         uint64_t *words)
{
    int x = at % SIZE, y = at / SIZE;

    words[0] = fp_bits((float) ramp_at(params, line, x, y));
    words[1] = fp_bits((float) quad_difference(params, line, x, y));
    words[2] = fp_bits((float) quad_difference(params, line, x & ~1, y & ~1));
    words[3] = fp_bits((float) quad_difference(params, line, x | 1, y | 1));
}

bool derivatives_answer(const struct expressions_call *call)
{
    uint64_t values[EXPRESSIONS_CHUNK], zeros[EXPRESSIONS_CHUNK] = { 0 };

    expressions_load(call, 1 + (int) call->traits->derivatives, values);
    if (!expressions_apply(call, UNIT_ADD, values, zeros, NULL, values))
        return false;
    expressions_store(call, 0, values);
    return true;
}

// Those of a varying need not be exact: how far they are beside, in 2^-24.
static double derivatives_off(const struct expressions_seen *seen, size_t at)
{
    double want = expressions_number(seen, seen->in[1][at]);

    return fmin(fabs(expressions_number(seen, seen->got[0][at]) - want) / want * 0x1p24,
                1e9);
}

static void say_beside(const struct expressions_seen *seen, struct finding *finding,
                       size_t first)
{
    int wrong = (int) (finding->cases - finding->agree);
    size_t worst = 0;

    finding->deviates = seen->expression == DERIVATIVES_BOTH ||
                        seen->expression == DERIVATIVES_ULPS ||
                        seen->expression == DERIVATIVES_FRAG_COORD;
    if (seen->expression != DERIVATIVES_VARYING) {
        expressions_say_exact(finding);
        expressions_detail_case(seen, &seen->known, first, finding);
        return;
    }
    for (size_t i = 0; i < seen->count; i++)
        if (!(derivatives_off(seen, i) <= derivatives_off(seen, worst)))
            worst = i;
    FINDING_SAY(finding, &kind_differ_by, .count = wrong, .of = (int) finding->cases,
                .value = round(10 * derivatives_off(seen, worst)) / 10);
}

bool derivatives_judge(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    static const struct finding_kind *const ways[TRAITS_DERIVATIVES_COUNT] = {
        &kind_fine, &kind_coarse, &kind_coarse_last
    };
    static const struct trial_trait tried[] = { TRIAL_TRAIT(
        derivatives, 0, TRAITS_DERIVATIVES_COUNT - 1) };
    int line = seen->expression;
    size_t first;

    // Whether it flushes is the question here.
    found->model.flush_in = found->model.flush_out = false;
    finding->agree = (long) expressions_agree(seen, found, &first);
    if (trial_reproduces(seen, tried, 1, found)) {
        if (line == DERIVATIVES_ACROSS || line == DERIVATIVES_UP)
            FINDING_SAY(finding, ways[found->derivatives]);
        else if (line == DERIVATIVES_SUBNORMAL)
            FINDING_SAY(finding, &kind_kept);
        else
            FINDING_SAY(finding, &kind_all_exact, .of = (int) finding->cases);
        return true;
    }
    found->model.flush_in = found->model.flush_out = true;
    if (line == DERIVATIVES_SUBNORMAL && expressions_reproduces(seen, found)) {
        FINDING_SAY(finding, &kind_flushed);
        finding->deviates = true;
        return true;
    }
    *found = seen->known;
    say_beside(seen, finding, first);
    return false;
}

const struct probe_mesh derivatives_mesh = {
    .triangles = 1,
    .corner = derivatives_corner,
};
