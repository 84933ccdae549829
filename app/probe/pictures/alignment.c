// SPDX-License-Identifier: MIT
//
// How it works
//
// Every adder that this probe knows gives another row of answers to 6096 sums: the 21
// rounding models, and families of other adders (base/foreign.h): any number of guard
// bits, sticky bits of any length, rounding twice. If the answers exclude the 21 models
// but not one of these adders, the verdict names this adder. Two adders that give the
// same row are the same function (tests/probe/test_alignment.c), and the verdict names
// the simpler one. If no adder remains, the probe guesses no model: the reason names the
// nearest one, and a sum that contradicts it.

#include "base/memory.h"
#include "base/text.h"
#include "probe/list.h"
#include "probe/pictures/alignment_sums.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A level is worth 1/32; answers are halves.
#define LEVEL_SCALE (32.0f / 255)
#define LEVEL_BIAS  (128.0f / 255)
#define LOWEST      (-4.0)
#define HIGHEST     (127.0 / 32)

// The answers that were read, with the sums that they answer.
struct alignment_picture {
    struct alignment_cell cells[ALIGNMENT_CELLS];
    double shown[ALIGNMENT_CELLS];
    struct alignment_range range;
    int count;   // of cells
    bool levels; // of grey
    int *failed; // the cell at which an adder failed last
};

static struct alignment_range range_of(const struct probe_params *params)
{
    return (struct alignment_range){
        { params->precision_bits, params->model.format.emax }, params->subnormals
    };
}

static struct probe_shape alignment_shape(const struct probe_params *params)
{
    int side = params->rows > 1 ? 4 : 1;

    int bands = params->cases ? params->cases : ALIGNMENT_BANDS;

    return (struct probe_shape){ ALIGNMENT_COLUMNS, bands, side, side };
}

static void alignment_operand(const struct probe_params *params, int band, int column,
                              double *operands)
{
    struct alignment_cell cell = alignment_cell(range_of(params), 0, band, column);

    alignment_operands(&cell, operands);
}

static const char *unfit_for(const struct probe_params *params)
{
    if (params->precision != PRECISION_DOUBLE && params->precision_bits > 24)
        return "the sums need a precision from 5 to 24 bits";
    return alignment_unfit(range_of(params).format);
}

// (a + b) - c, times operand 3.
static bool alignment_eval(const struct probe *probe, const struct unit *unit,
                           const struct fp_model *model, const uint64_t *const *operands,
                           size_t count, uint32_t *values)
{
    uint64_t *words = memory_new(count, sizeof *words);
    struct unit_call call = { .op = UNIT_SUB,
                              .model = *model,
                              .out = words,
                              .a = words,
                              .b = operands[2],
                              .count = count };
    bool ok =
        sum_eval(probe, unit, model, operands, count, words) && unit->apply(unit, &call);

    call.op = UNIT_MUL;
    call.b = operands[3];
    ok = ok && unit->apply(unit, &call);
    for (size_t i = 0; ok && i < count; i++)
        values[i] = sum_binary32(model->format, words[i]);
    free(words);
    return ok;
}

// An answer as the readout can show it.
static double visible(const struct alignment_picture *picture, double answer)
{
    return picture->levels ? fmax(LOWEST, fmin(HIGHEST, answer)) : answer;
}

static bool is_answer(const struct alignment_picture *picture, int at,
                      const struct foreign *rule)
{
    const struct alignment_cell *cell = &picture->cells[at];
    double want = alignment_answer(cell, adders_round(rule, &cell->sum));

    return fabs(picture->shown[at] - visible(picture, want)) <=
           (picture->levels ? 0.125 : 0);
}

// Returns true if an adder gives all answers. Asks the sum first at which the last adder
// failed: most adders fail there too.
static bool reproduces_all(const struct alignment_picture *picture,
                           const struct foreign *rule)
{
    if (!is_answer(picture, *picture->failed, rule))
        return false;
    for (int at = 0; at < picture->count; at++) {
        if (is_answer(picture, at, rule))
            continue;
        *picture->failed = at;
        return false;
    }
    return true;
}

static uint32_t alignment_survivors(const struct alignment_picture *picture)
{
    uint32_t survivors = 0;

    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        struct foreign rule = foreign_of((enum fp_round) i);

        if (reproduces_all(picture, &rule))
            survivors |= VERDICT_RULE(i);
    }
    return survivors;
}

// Returns true if two adders give the same, as far as more sums show.
static bool is_one(const struct alignment_picture *picture, const struct foreign *a,
                   const struct foreign *b)
{
    for (int i = 0; i < (ALIGNMENT_SETS - 1) * ALIGNMENT_CELLS; i++) {
        int band = i % ALIGNMENT_CELLS / ALIGNMENT_COLUMNS,
            column = i % ALIGNMENT_COLUMNS;
        struct alignment_cell cell =
            alignment_cell(picture->range, 1 + i / ALIGNMENT_CELLS, band, column);

        if (adders_round(a, &cell.sum) != adders_round(b, &cell.sum))
            return false;
    }
    return true;
}

// Returns the first candidate that gives all answers; none if no candidate does, or if
// another one does that is another function.
static struct foreign find_foreign(const struct alignment_picture *picture)
{
    int precision = picture->range.format.precision;
    struct foreign found = { 0 }, candidate;

    for (int i = 0; adders_candidate(precision, i, &candidate); i++) {
        if (!reproduces_all(picture, &candidate))
            continue;
        if (found.known && !is_one(picture, &found, &candidate))
            return (struct foreign){ 0 };
        if (!found.known)
            found = candidate;
    }
    return found;
}

// The sum that an answer means.
static double meant_sum(const struct alignment_cell *cell, double answer)
{
    double operands[PROBE_OPERANDS];

    alignment_operands(cell, operands);
    return operands[2] + answer / operands[3];
}

static double rounded_shown(const struct alignment_picture *picture, int at)
{
    double shown = picture->shown[at];

    return picture->levels ? floor(2 * shown + 0.5) / 2 : shown;
}

// "0x1p+23 + -0x1p-20: got 0x1p+23"
static void say_sum(const struct alignment_picture *picture, int at, char *text,
                    size_t size)
{
    const struct alignment_cell *cell = &picture->cells[at];
    double operands[PROBE_OPERANDS];

    alignment_operands(cell, operands);
    text_add(text, size, "%s + %s: got %s", text_hex(operands[0]).text,
             text_hex(operands[1]).text,
             text_hex(meant_sum(cell, rounded_shown(picture, at))).text);
}

// How many sums speak against a rule; the first of them into *first, 0 if there is none.
static int count_against(const struct alignment_picture *picture,
                         const struct foreign *rule, int *first)
{
    int count = 0;

    *first = 0;
    for (int at = picture->count - 1; at >= 0; at--) {
        if (is_answer(picture, at, rule))
            continue;
        *first = at;
        count++;
    }
    return count;
}

// Returns how many sums contradict a model, and the first of them.
static struct against against_model(const struct alignment_picture *picture,
                                    enum fp_round round)
{
    struct foreign rule = foreign_of(round);
    double operands[PROBE_OPERANDS];
    int at = 0;
    struct against against = { .round = round,
                               .sums = count_against(picture, &rule, &at),
                               .of = picture->count };
    const struct alignment_cell *cell = &picture->cells[at];

    alignment_operands(cell, operands);
    against.a = operands[0];
    against.b = operands[1];
    against.got = meant_sum(cell, rounded_shown(picture, at));
    against.gives =
        meant_sum(cell, alignment_answer(cell, adders_round(&rule, &cell->sum)));
    return against;
}

// Into the list of the nearest, those with the fewest sums first; of equal ones the first
// model.
static void keep_nearest(struct verdict *verdict, struct against against)
{
    struct against *nearest = verdict->nearest.list;
    int at = verdict->nearest.count;

    while (at > 0 && against.sums < nearest[at - 1].sums)
        at--;
    if (at == AGAINST_MAX)
        return;
    verdict->nearest.count += verdict->nearest.count < AGAINST_MAX;
    for (int i = verdict->nearest.count - 1; i > at; i--)
        nearest[i] = nearest[i - 1];
    nearest[at] = against;
}

static struct verdict no_adder(const struct alignment_picture *picture)
{
    struct verdict verdict = verdict_because(STATUS_UNDECIDED, "no known adder");
    const struct against *first = verdict.nearest.list;

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        keep_nearest(&verdict, against_model(picture, (enum fp_round) i));
    text_add(verdict.reason, sizeof verdict.reason,
             "; nearest so far %s: %d of %d sums speak against it, e.g. %s + %s: got %s, "
             "%s gives %s",
             fp_round_name(first->round), first->sums, first->of, text_hex(first->a).text,
             text_hex(first->b).text, text_hex(first->got).text,
             fp_round_name(first->round), text_hex(first->gives).text);
    return verdict;
}

// Reads the cells. Returns false, with the verdict set, where one is not a number.
static bool alignment_read(const struct probe_params *params, const struct pixels *pixels,
                           struct alignment_picture *picture, struct verdict *verdict)
{
    struct probe_shape shape = alignment_shape(params);

    picture->range = range_of(params);
    picture->count = shape.columns * shape.bands;
    picture->levels = params->readout == READOUT_RGBA8;
    for (int at = 0; at < picture->count; at++) {
        int band = at / ALIGNMENT_COLUMNS, column = at % ALIGNMENT_COLUMNS;

        picture->cells[at] = alignment_cell(range_of(params), 0, band, column);
        picture->shown[at] = sum_cell(&probe_alignment, params, pixels, band, column);
        if (!isnan(picture->shown[at]))
            continue;
        *verdict = verdict_unknown(STATUS_IMPOSSIBLE);
        snprintf(verdict->reason, sizeof verdict->reason,
                 "sum %d of band %d is not a number: no such sum is", column, band);
        return false;
    }
    return true;
}

// Whether the answers are the exact sums.
static bool is_unrounded(const struct alignment_picture *picture)
{
    for (int at = 0; at < picture->count; at++) {
        const struct alignment_cell *cell = &picture->cells[at];
        bool rest;
        double exact = alignment_answer(cell, adders_exact(&cell->sum, &rest));

        if (!(fabs(picture->shown[at] - visible(picture, exact)) < 1.0 / 16))
            return false;
    }
    return true;
}

// Whether the same sum was answered twice, and not in the same way.
static bool is_random(const struct alignment_picture *picture, struct verdict *verdict)
{
    for (int at = 0; at < picture->count; at++) {
        int band = at / ALIGNMENT_COLUMNS, column = at % ALIGNMENT_COLUMNS;

        if (!alignment_again(&band, &column))
            continue;
        int before = band * ALIGNMENT_COLUMNS + column;

        if (picture->shown[at] == picture->shown[before])
            continue;
        *verdict = verdict_because(STATUS_UNSTABLE, "not deterministic: ");
        say_sum(picture, before, verdict->reason, sizeof verdict->reason);
        text_add(
            verdict->reason, sizeof verdict->reason, ", and in another place %s",
            text_hex(meant_sum(&picture->cells[at], rounded_shown(picture, at))).text);
        return true;
    }
    return false;
}

static struct verdict alignment_infer(const struct probe_params *params,
                                      const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    struct alignment_picture picture;
    int failed = 0;

    picture.failed = &failed;
    if (!alignment_read(params, pixels, &picture, &verdict) ||
        is_random(&picture, &verdict))
        return verdict;
    if (is_unrounded(&picture))
        return verdict_because(STATUS_UNROUNDED, "the sums came back unrounded");
    verdict.survivors = alignment_survivors(&picture);
    if (!verdict.survivors)
        verdict.foreign = find_foreign(&picture);
    if (!verdict.survivors && !verdict.foreign.known)
        return no_adder(&picture);
    verdict.fraction_bits = params->precision_bits - 1;
    return verdict;
}

static const int earlier_bands[] = { ALIGNMENT_EARLIER, ALIGNMENT_SECOND, 0 };

const struct probe probe_alignment = {
    .name = "alignment",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .judges_adder = true,
    .needs_width = true,
    .earlier = earlier_bands,
    .operands = 4,
    .addends = 2,
    .level_scale = LEVEL_SCALE,
    .level_bias = LEVEL_BIAS,
    .level_slack = 4,
    .shape = alignment_shape,
    .operand = alignment_operand,
    .unfit = unfit_for,
    .eval = alignment_eval,
    .infer = alignment_infer,
};
