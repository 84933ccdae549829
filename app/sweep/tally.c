// SPDX-License-Identifier: MIT

#include "sweep/tally.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const struct cell_worst nothing = { .number = CELL_NONE };

void tally_clear(struct cell *cell)
{
    memset(cell, 0, sizeof *cell);
    cell->first_wrong = cell->first_fall = cell->first_break = CELL_NONE;
    cell->ulp = cell->relative = cell->absolute = nothing;
}

void tally_clear_chunk(struct chunk *chunk)
{
    tally_clear(&chunk->sides[0]);
    tally_clear(&chunk->sides[1]);
    chunk->done = false;
}

// Returns the bin of an error: steps of 1/8 from 1 to CELL_STEPS, then the exponent: 4
// has exponent 2.
int tally_bin(double error)
{
    double size = fabs(error);
    int away;

    assert(!isnan(error));
    if (size < 4)
        away = (int) (8 * size);
    else if (size < 0x1p30)
        away = CELL_STEPS + ilogb(size) - 1;
    else
        away = CELL_SIDE;
    return error < 0 ? CELL_ZERO - away : CELL_ZERO + away;
}

void tally_edges(int bin, double *low, double *high)
{
    int away = bin < CELL_ZERO ? CELL_ZERO - bin : bin - CELL_ZERO;

    assert(bin >= 0 && bin < CELL_BINS);
    if (away <= CELL_STEPS) {
        *low = away / 8.0;
        *high = (away + 1) / 8.0;
    } else {
        *low = ldexp(1, away - CELL_STEPS + 1);
        *high = away == CELL_SIDE ? INFINITY : 2 * *low;
    }
}

void tally_error(struct cell *cell, uint64_t number, uint64_t got, double error)
{
    const struct cell_worst worst = { fabs(error), number, got };

    cell->kinds[CELL_FINITE]++;
    cell->bins[tally_bin(error)]++;
    tally_worst(&cell->ulp, &worst);
    if (fabs(error) > CELL_SUM_LIMIT) {
        cell->beyond++;
        return;
    }
    cell->sum += (int64_t) nearbyint(error * CELL_SUM_ONE);
    cell->sum_abs += (int64_t) nearbyint(fabs(error) * CELL_SUM_ONE);
}

void tally_worst(struct cell_worst *into, const struct cell_worst *from)
{
    if (from->number == CELL_NONE)
        return;
    if (into->number == CELL_NONE || from->error > into->error ||
        (from->error == into->error && from->number < into->number))
        *into = *from;
}

void tally_count(struct cell *cell, uint64_t number, uint64_t got,
                 const struct rare *rare)
{
    const struct cell_worst relative = { rare->relative, number, got };
    const struct cell_worst absolute = { rare->absolute, number, got };

    cell->correct += rare->correct;
    if (rare->kind == CELL_FINITE) {
        tally_error(cell, number, got, rare->error);
        if (rare->relative > 0)
            tally_worst(&cell->relative, &relative);
        tally_worst(&cell->absolute, &absolute);
        return;
    }
    cell->kinds[rare->kind]++;
    if (rare->kind == CELL_WRONG && number < cell->first_wrong) {
        cell->first_wrong = number;
        cell->first_wrong_got = got;
    }
}

static void tally_add_first(uint64_t *into, uint64_t from)
{
    if (from < *into)
        *into = from;
}

void tally_add(struct cell *into, const struct cell *from)
{
    if (!tally_inputs(into))
        into->edge[0] = from->edge[0];
    if (tally_inputs(from))
        into->edge[1] = from->edge[1];
    for (int i = 0; i < CELL_KIND_COUNT; i++)
        into->kinds[i] += from->kinds[i];
    for (int i = 0; i < CELL_BINS; i++)
        into->bins[i] += from->bins[i];
    if (from->first_wrong < into->first_wrong) {
        into->first_wrong = from->first_wrong;
        into->first_wrong_got = from->first_wrong_got;
    }
    into->correct += from->correct;
    into->sum += from->sum;
    into->sum_abs += from->sum_abs;
    into->beyond += from->beyond;
    tally_worst(&into->ulp, &from->ulp);
    tally_worst(&into->relative, &from->relative);
    tally_worst(&into->absolute, &from->absolute);
    into->falls += from->falls;
    tally_add_first(&into->first_fall, from->first_fall);
    into->breaks += from->breaks;
    tally_add_first(&into->first_break, from->first_break);
    into->unsettled += from->unsettled;
}

uint64_t tally_inputs(const struct cell *cell)
{
    uint64_t inputs = 0;

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        inputs += cell->kinds[i];
    return inputs;
}

bool tally_has_errors(const struct cell *cell)
{
    for (int i = 0; i < CELL_BINS; i++)
        if (cell->bins[i])
            return true;
    return !cell->kinds[CELL_FINITE];
}

uint64_t tally_faithful(const struct cell *cell)
{
    uint64_t faithful = cell->kinds[CELL_SPECIAL] + cell->kinds[CELL_OVERFLOW];

    for (int bin = CELL_ZERO - 7; bin <= CELL_ZERO + 7; bin++)
        faithful += cell->bins[bin];
    return faithful > cell->correct ? faithful : cell->correct;
}

static double mean_of(const struct cell *cell, int64_t sum)
{
    uint64_t counted = cell->kinds[CELL_FINITE] - cell->beyond;

    return counted ? (double) sum / CELL_SUM_ONE / (double) counted : 0;
}

double tally_mean(const struct cell *cell)
{
    return mean_of(cell, cell->sum);
}

double tally_mean_abs(const struct cell *cell)
{
    return mean_of(cell, cell->sum_abs);
}
