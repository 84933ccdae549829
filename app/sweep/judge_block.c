// SPDX-License-Identifier: MIT

#include "sweep/judge_block.h"

#include "base/fp_bits.h"
#include "sweep/judge_reference.h"
#include "sweep/tally.h"

#include "base/fp_format.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static struct judge_edges edges_of(const struct judge *judge)
{
    struct fp_format format = function_format(judge->type);
    bool settled = judge_libm_settled(judge->math), directed = judge->round != FP_RNE;
    double least = ldexp(1, 1 - format.emax), top = ldexp(1, format.emax);
    struct judge_edges edges = {
        .least = least,
        .usual = fmin(CELL_SUM_LIMIT, ldexp(1, format.precision - 2)),
        .tiny = ldexp(least, 1 - format.precision - 50),
        .relative = least,
        .end = top * (2 - ldexp(1, directed ? 1 - format.precision : -format.precision)),
        .exponent = UINT64_C(0x7ff) << 52,
        .power = least,
        .inverse = (uint64_t) (2046 + format.precision - 1) << 52,
        .signs = true,
        .directed = directed,
        .flip = judge->round == FP_RUP ? UINT64_C(1) << 63 : 0,
        .follow = judge->round == FP_RTZ ? UINT64_C(1) << 63 : 0,
        .near = !settled   ? JUDGE_NEAR
                : directed ? -1
                           : 0,
    };

    if (function_integer(judge->type)) {
        edges.least = INFINITY;
        edges.tiny = 0x1p-50;
        edges.relative = 0;
        edges.end = judge->type == FUNCTION_INT32 ? 0x1p31 - 2 : 0x1p32 - 2;
        edges.exponent = 0;
        edges.power = 1;
        edges.inverse = UINT64_C(2046) << 52;
        edges.signs = false;
    }
    return edges;
}

void judge_block_init(struct judge_block *block, const struct judge *judge,
                      const struct judge_vector *vector, void *sleef)
{
    block->judge = judge;
    block->edges = edges_of(judge);
    block->rule = rare_rule_of(judge->type, judge->round);
    block->reference.math = judge->math;
    block->reference.domain = judge->domain;
    block->reference.vector = vector;
    block->reference.sleef = sleef;
}

static double judge_block_distance(const struct judge_block *block, double error)
{
    double size = fabs(error);

    return block->edges.directed ? fabs(fabs(size - 0.5) - 0.5)
                                 : fabs(fabs(size - 0.75) - 0.25);
}

static void note(const struct judge_block *block, uint64_t number, uint64_t got,
                 const struct rare *rare)
{
    struct noted_list *list = block->noted;
    bool near = block->edges.near == JUDGE_NEAR &&
                judge_block_distance(block, rare->error) <= JUDGE_NEAR;

    if (rare->kind != CELL_FINITE || !(near || fabs(rare->error) > block->judge->above))
        return;
    if (list->count < JUDGE_NOTED)
        list->noted[list->count] = (struct noted){
            .number = number,
            .got = got,
            .error = rare->error,
            .near = near,
            .correct = rare->correct,
            .kind = (uint8_t) rare->kind,
        };
    list->count += list->count < INT_MAX; // of 2^38 numbers
}

void judge_block_count(const struct judge_block *block, uint64_t number, uint64_t got,
                       const struct rare *rare)
{
    note(block, number, got, rare);
    tally_count(judge_block_cell(block, number), number, got, rare);
}

static double judge_block_want_at(const struct judge_block *block, int s, int i)
{
    const struct judge_plane *plane = &block->planes[s];

    return fp_from_bits64(fp_bits64(plane->want[i]) ^ plane->flip);
}

static double judge_block_flushed(double x, bool which)
{
    return which && fabs(x) < 0x1p-126 ? copysign(0, x) : x;
}

// Returns the result for a zero; if no standard specifies which zero, the device's one.
static double at_zero(enum math_id math, double x, double y, double got)
{
    double value = judge_libm_value(math, x, y);

    if (math == MATH_SIGN || math == MATH_SATURATE)
        return copysign(value, got);
    return value;
}

// Accepts the results that a device may compute if it flushes subnormal operands; for
// halves, those below 2^-14.
static struct rare unless_flushed(const struct judge_block *block, uint64_t number,
                                  const struct rare_input *input, struct rare rare)
{
    enum math_id math = block->judge->math;
    bool two = math_list[math].operands == MATH_FLOATS;
    double x, y;

    judge_reference_operands(&block->reference, number, &x, &y);
    if (math == MATH_FROM_HALF || math == MATH_FROM_HALF_HIGH) {
        if (x != 0 && fabs(x) < 0x1p-14)
            rare = rare_unless_flushed(&block->rule, input, rare, copysign(0, x));
        return rare;
    }
    if (math_list[math].operands == MATH_WORD)
        return rare;
    for (int which = 1; which < (two ? 4 : 2); which++) {
        double a = judge_block_flushed(x, which & 1),
               b = judge_block_flushed(y, two && which & 2);

        if (!isnan(x) && !isnan(y) && (a != x || b != y))
            rare = rare_unless_flushed(&block->rule, input, rare,
                                       at_zero(math, a, b, input->got));
    }
    return rare;
}

// Returns true if no standard specifies the result, or the sign of its zero.
static bool any_will_do(const struct judge_block *block, uint64_t number, double got)
{
    enum math_id math = block->judge->math;
    double x, y;

    if (math != MATH_SIGN && math != MATH_SATURATE)
        return false;
    judge_reference_operands(&block->reference, number, &x, &y);
    return (x == 0 && got == 0) || (math == MATH_SIGN && isnan(x));
}

static void judge_rare(struct judge_block *block, int s, int i)
{
    uint64_t number = block->first + 2 * (uint64_t) i + (uint64_t) s;
    uint64_t bits = judge_block_bits(block, 2 * i + s);
    struct rare_input input = { .want = judge_block_want_at(block, s, i),
                                .got = block->planes[s].got[i] };
    struct rare rare = rare_plain(&block->rule, &input);

    if (!rare.correct && any_will_do(block, number, input.got))
        rare = rare_is(CELL_SPECIAL, true);
    if (!rare.correct)
        rare = unless_flushed(block, number, &input, rare);
    judge_block_count(block, number, bits, &rare);
}

// Notes a counted result that is near an edge, or above the limit; a tie was counted as
// correct.
static void judge_near(struct judge_block *block, int s, int i)
{
    struct judge_plane *plane = &block->planes[s];
    struct rare_input input = { .want = judge_block_want_at(block, s, i),
                                .got = plane->got[i] };
    struct rare rare = { CELL_FINITE, true, plane->error[i], 0, 0 };

    rare.correct = rare_plain(&block->rule, &input).correct;
    if (fabs(rare.error) == 0.5 && !block->edges.directed)
        plane->correct -= !rare.correct;
    note(block, block->first + 2 * (uint64_t) i + (uint64_t) s,
         judge_block_bits(block, 2 * i + s), &rare);
}

// Judges the rest in the order of numbers, so that the notes do not depend on blocks.
static void judge_rest(struct judge_block *block)
{
    if (!block->planes[0].look && !block->planes[1].look)
        return;
    for (int i = 0; i < block->pairs; i++)
        for (int s = 0; s < 2; s++) {
            double error = block->error[s][i];

            if (!block->planes[s].look || isinf(error))
                continue;
            if (isnan(error))
                judge_rare(block, s, i);
            else if (fabs(error) > block->judge->above ||
                     judge_block_distance(block, error) <= block->edges.near)
                judge_near(block, s, i);
        }
}

static void add_worst(const struct judge_block *block, int s, struct cell_worst *worst,
                      double error, int at)
{
    const struct cell_worst here = {
        .error = error,
        .number = block->first + 2 * (uint64_t) at + (uint64_t) s,
        .got = judge_block_bits(block, 2 * at + s),
    };

    tally_worst(worst, &here);
}

static void add_extremes(const struct judge_block *block, int s)
{
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    struct judge_extremes extremes;

    block->reference.vector->extremes(&block->planes[s], &extremes);
    if (extremes.ulp_at >= 0)
        add_worst(block, s, &cell->ulp, extremes.ulp, extremes.ulp_at);
    if (extremes.relative_at >= 0)
        add_worst(block, s, &cell->relative, extremes.relative, extremes.relative_at);
    if (extremes.absolute_at >= 0)
        add_worst(block, s, &cell->absolute, extremes.absolute, extremes.absolute_at);
}

static void add_plane(struct judge_block *block, const struct judge_plane *plane, int s)
{
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);

    cell->kinds[CELL_FINITE] += (uint64_t) plane->finite;
    cell->kinds[CELL_SPECIAL] += (uint64_t) plane->special;
    cell->kinds[CELL_OVERFLOW] += (uint64_t) plane->overflow;
    cell->correct += (uint64_t) plane->correct;
    cell->beyond += (uint64_t) plane->beyond;
    cell->sum += (int64_t) plane->sum;
    cell->sum_abs += (int64_t) plane->sum_abs;
    for (int i = 0; i < CELL_BINS; i++)
        cell->bins[i] += plane->bins[i];
}

static double none_yet(const struct cell_worst *worst, double none)
{
    return worst->number == CELL_NONE ? none : worst->error;
}

// Returns true for integer results that depend on a sign, or on a subnormal operand.
static bool by_hand(const struct judge_block *block, int s)
{
    bool bits = block->judge->domain->kind == DOMAIN_BITS;

    if (block->judge->type == FUNCTION_UINT32)
        return !bits || s == 1 || block->first >> 1 < 0x800000;
    return block->judge->type == FUNCTION_INT32 && bits && block->first >> 1 < 0x800000;
}

// Fills in the plane's inputs, `count` of them, with its exact results.
static void set_plane(struct judge_block *block, int s, const struct judge_wanted *wanted,
                      int count)
{
    const struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    struct judge_plane *plane = &block->planes[s];

    memset(plane, 0, sizeof *plane);
    plane->count = count;
    plane->want = wanted->want;
    plane->flip = wanted != &block->wanted[s] &&
                          judge_reference_parity(&block->reference) == MATH_ODD
                      ? UINT64_C(1) << 63
                      : 0;
    plane->got = block->got[s] + JUDGE_PAD;
    plane->edges = &block->edges;
    plane->end = wanted->subnormal || by_hand(block, s) ? 0 : block->edges.end;
    plane->ulp = none_yet(&cell->ulp, -1);
    plane->relative = none_yet(&cell->relative, 0) * (1 - 0x1p-50);
    plane->absolute = none_yet(&cell->absolute, -1);
    plane->above = block->judge->above;
    plane->error = block->error[s];
    plane->bin = block->bin[s];
}

// Counts a plane at once if all its expected results are equal, and all its results:
// the first one stands for all, unless it is noted or differs from the others.
static bool judge_alike(struct judge_block *block, int s, struct judge_wanted *wanted)
{
    const struct judge_vector *vector = block->reference.vector;
    struct judge_plane *plane = &block->planes[s];
    uint64_t rest = (uint64_t) block->pairs - 1;

    if (!wanted->constant ||
        !vector->same((const uint32_t *) block->words + s, block->pairs))
        return false;
    wanted->want[0] = wanted->value;
    set_plane(block, s, wanted, 1);
    vector->count(plane);
    if (plane->look)
        return false;
    plane->finite *= (int64_t) rest + 1;
    plane->special *= (int64_t) rest + 1;
    plane->overflow *= (int64_t) rest + 1;
    plane->correct *= (int64_t) rest + 1;
    plane->beyond *= (int64_t) rest + 1;
    plane->sum *= (double) (rest + 1);
    plane->sum_abs *= (double) (rest + 1);
    for (int i = 0; i < CELL_BINS; i++)
        plane->bins[i] *= rest + 1;
    return true;
}

static void judge_plane(struct judge_block *block, int s, struct judge_wanted *wanted)
{
    if (judge_alike(block, s, wanted))
        return;
    if (wanted->constant)
        for (int i = 0; i < block->pairs; i++)
            wanted->want[i] = wanted->value;
    set_plane(block, s, wanted, block->pairs);
    block->reference.vector->count(&block->planes[s]);
}

void judge_block_run(struct judge_block *block, uint64_t first, const void *words,
                     int pairs)
{
    bool both = judge_reference_parity(&block->reference) != MATH_NONE;

    judge_block_enter(block, first, words, pairs);
    judge_reference_fill(&block->reference, first, pairs, &block->wanted[0]);
    judge_plane(block, 0, &block->wanted[0]);
    if (!both)
        judge_reference_fill(&block->reference, first + 1, pairs, &block->wanted[1]);
    judge_plane(block, 1, &block->wanted[both ? 0 : 1]);
    judge_rest(block);
    for (int s = 0; s < 2; s++) {
        if (block->planes[s].worse)
            add_extremes(block, s);
        add_plane(block, &block->planes[s], s);
    }
    judge_block_order(block);
}
