// SPDX-License-Identifier: MIT
//
// How it works
//
// The judge knows a cell's extremes to a few 1e-9 ulp. MPFR judges again the extremes
// of all cells that are within 1e-6 of the largest, and the largest of these is the
// reported extreme. So the printed digits are right, and so is the choice among
// binades. Within a cell the judge's choice stays.
//
// A cell counts the falls of results from one input to the next within a chunk. From
// chunk to chunk, this file compares the last result of one and the first of the next,
// for each side. On a CPU and on a GPU each chunk was judged alone, so no fall is
// counted twice.

#include "sweep/figures.h"

#include "sweep/figures_limits.h"
#include "sweep/function.h"

#include <math.h>
#include <string.h>

#define NEAR     0x1p-20 // of the largest: MPFR decides
#define NEAR_MAX 64      // extremes that it is asked about

const struct cell_worst *figures_cell_worst(const struct cell *cell,
                                            enum figures_measure measure)
{
    return measure == FIGURES_ULP        ? &cell->ulp
           : measure == FIGURES_RELATIVE ? &cell->relative
                                         : &cell->absolute;
}

double figures_size(const struct exact *exact, enum figures_measure measure)
{
    return measure == FIGURES_ULP        ? fabs(exact->error)
           : measure == FIGURES_RELATIVE ? exact->relative
                                         : exact->absolute;
}

static struct figures_worst at_number(const struct sweep *sweep, uint64_t number,
                                      uint64_t got)
{
    if (number == CELL_NONE)
        return (struct figures_worst){ .number = CELL_NONE };
    return (struct figures_worst){
        .there = true,
        .number = number,
        .got = got,
        .operands = domain_operands(&sweep->domain, number),
    };
}

// Replaces `worst` if MPFR says that this one is larger.
static void settle(const struct sweep *sweep, const struct cell_worst *one,
                   enum figures_measure measure, struct figures_worst *worst)
{
    struct figures_worst now = at_number(sweep, one->number, one->got);
    double had, has;

    now.exact = sweep_exact(sweep, one->number, one->got);
    if (now.exact.kind != CELL_FINITE)
        return;
    now.settled = true;
    had = worst->settled ? figures_size(&worst->exact, measure) : -1;
    has = figures_size(&now.exact, measure);
    if (has > had || (has == had && now.number < worst->number))
        *worst = now;
}

static void find_worst(const struct sweep *sweep, const struct cell *total,
                       enum figures_measure measure, struct figures_worst *worst)
{
    const struct cell_worst *most = figures_cell_worst(total, measure);
    int asked = 0;

    *worst = at_number(sweep, most->number, most->got);
    if (!worst->there)
        return;
    worst->exact.error = measure == FIGURES_ULP ? most->error : 0;
    worst->exact.relative = measure == FIGURES_RELATIVE ? most->error : 0;
    worst->exact.absolute = measure == FIGURES_ABSOLUTE ? most->error : 0;
    for (int i = 0; exact_available() && i < 2 * DOMAIN_CHUNKS && asked < NEAR_MAX; i++) {
        const struct chunk *chunk = &sweep->chunks[i / 2];
        const struct cell_worst *one = figures_cell_worst(&chunk->sides[i % 2], measure);

        if (!chunk->done || one->number == CELL_NONE ||
            one->error < most->error * (1 - NEAR))
            continue;
        asked++;
        settle(sweep, one, measure, worst);
    }
}

// Returns the smallest number of a side in a chunk that is part of the sweep; CELL_NONE
// if none is.
static uint64_t first_number(const struct sweep *sweep, int chunk, int side)
{
    uint64_t first, last;

    if (!domain_range(&sweep->domain, chunk, &first, &last))
        return CELL_NONE;
    if (domain_side(&sweep->domain, first) != side)
        first++;
    return first <= last ? first : CELL_NONE;
}

// Returns true if neighbours in number are neighbours in value, which only functions of
// one operand have.
static bool in_order(const struct sweep *sweep)
{
    return sweep->domain.kind == DOMAIN_BITS &&
           math_list[sweep->function.math].operands == MATH_FLOAT;
}

// Counts the falls between neighbouring chunks. The inputs are a range, so if both
// chunks have inputs, the first has its last result and the second its first.
static void find_edge_falls(const struct sweep *sweep, struct figures *figures,
                            uint64_t *first)
{
    const enum function_type type = sweep->function.result;

    for (int i = 0; in_order(sweep) && i < 2 * (DOMAIN_CHUNKS - 1); i++) {
        int chunk = i / 2, side = i % 2;
        int direction = math_list[sweep->function.math].direction[side];
        if (!sweep->chunks[chunk].done || !sweep->chunks[chunk + 1].done || !direction)
            continue;
        uint64_t number = first_number(sweep, chunk + 1, side);
        const struct cell *cells[2] = { &sweep->chunks[chunk].sides[side],
                                        &sweep->chunks[chunk + 1].sides[side] };
        double before = axis_result(type, cells[0]->edge[1]);
        double after = axis_result(type, cells[1]->edge[0]);
        if (number == CELL_NONE || isnan(before) || isnan(after))
            continue;
        if (direction > 0 ? after >= before : after <= before)
            continue;
        figures->edge_falls++;
        if (number < *first) {
            *first = number;
            figures->fall = at_number(sweep, number, cells[1]->edge[0]);
        }
    }
}

static void find_breaks(const struct sweep *sweep, struct figures *figures)
{
    const struct cell *total = &figures->total;
    uint64_t first = total->first_fall;

    figures->fall = at_number(sweep, first, 0);
    find_edge_falls(sweep, figures, &first);
    figures->asymmetry = at_number(sweep, total->first_break, 0);
}

static void find_wrong(const struct sweep *sweep, struct figures *figures)
{
    const struct cell *total = &figures->total;
    struct figures_worst *wrong = &figures->wrong;

    *wrong = at_number(sweep, total->first_wrong, total->first_wrong_got);
    wrong->settled = wrong->there && exact_available();
    if (wrong->settled)
        wrong->exact = sweep_exact(sweep, wrong->number, wrong->got);
}

static void add_up(const struct sweep *sweep, struct figures *figures)
{
    tally_clear(&figures->total);
    for (int side = 0; side < 2; side++)
        tally_clear(&figures->sides[side]);
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        const struct chunk *chunk = &sweep->chunks[i];
        for (int side = 0; chunk->done && side < 2; side++) {
            tally_add(&figures->sides[side], &chunk->sides[side]);
            tally_add(&figures->total, &chunk->sides[side]);
        }
    }
    figures->asked = sweep->domain.last - sweep->domain.first + 1;
    figures->done = tally_inputs(&figures->total);
}

void figures_make(const struct sweep *sweep, struct figures *figures)
{
    memset(figures, 0, sizeof *figures);
    add_up(sweep, figures);
    find_breaks(sweep, figures);
    find_wrong(sweep, figures);
    find_worst(sweep, &figures->total, FIGURES_ULP, &figures->ulp);
    find_worst(sweep, &figures->total, FIGURES_RELATIVE, &figures->relative);
    find_worst(sweep, &figures->total, FIGURES_ABSOLUTE, &figures->absolute);
    figures_limits(sweep, figures);
}
