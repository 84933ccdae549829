// SPDX-License-Identifier: MIT

#include "sweep/sweep_settle.h"

#include "base/guard.h"
#include "base/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int noted_by_number(const void *a, const void *b)
{
    const struct noted *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
    const struct sweep_listed *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

// Both are sorted. From the back, so that it can be done in place: first what is in both
// is found out, then the larger end goes last.
void sweep_settle_list(struct sweep *sweep, const struct sweep_listed *listed, int count)
{
    struct sweep_listed *list = sweep->listed;
    int have = sweep->listed_count, twice = 0, a = have - 1, b = count - 1;

    for (int i = 0, j = 0; i < have && j < count;) {
        int order = by_number(&list[i], &listed[j]);

        twice += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    for (int to = have + count - twice - 1; b >= 0; to--) {
        int order = a >= 0 ? by_number(&list[a], &listed[b]) : -1;
        const struct sweep_listed *from = order >= 0 ? &list[a] : &listed[b];

        if (to < SWEEP_LISTED)
            list[to] = *from;
        a -= order >= 0;
        b -= order <= 0;
    }
    have += count - twice;
    sweep->listed_count = have < SWEEP_LISTED ? have : SWEEP_LISTED;
}

void sweep_settle_more(struct sweep *sweep)
{
    uint64_t all = 0;

    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        all += sweep->above_counts[i];
    sweep->listed_more = all - (uint64_t) sweep->listed_count;
}

// As if tally_error had not been, but for the extremes.
static void uncount(struct cell *cell, const struct noted *noted)
{
    double error = noted->error;

    cell->kinds[noted->kind]--;
    cell->correct -= noted->correct;
    if (noted->kind == CELL_WRONG && !cell->kinds[CELL_WRONG])
        cell->first_wrong = CELL_NONE, cell->first_wrong_got = 0;
    if (noted->kind != CELL_FINITE)
        return;
    cell->bins[tally_bin(error)]--;
    if (fabs(error) > CELL_SUM_LIMIT) {
        cell->beyond--;
        return;
    }
    cell->sum -= (int64_t) nearbyint(error * CELL_SUM_ONE);
    cell->sum_abs -= (int64_t) nearbyint(fabs(error) * CELL_SUM_ONE);
}

static void count_finite(struct cell *cell, const struct noted *noted,
                         const struct exact *exact)
{
    const struct cell_worst relative = { exact->relative, noted->number, noted->got };
    const struct cell_worst absolute = { exact->absolute, noted->number, noted->got };

    tally_error(cell, noted->number, noted->got, exact->error);
    if (exact->relative > 0)
        tally_worst(&cell->relative, &relative);
    tally_worst(&cell->absolute, &absolute);
}

// From where the judge put it to where it belongs.
static void move(struct cell *cell, const struct noted *noted, const struct exact *exact)
{
    if (noted->kind == CELL_FINITE && exact->kind == CELL_FINITE) {
        cell->bins[tally_bin(noted->error)]--;
        cell->bins[tally_bin(exact->error)]++;
        cell->correct += (uint64_t) exact->correct - noted->correct;
        return;
    }
    uncount(cell, noted);
    cell->correct += exact->correct;
    if (exact->kind == CELL_FINITE) {
        count_finite(cell, noted, exact);
        return;
    }
    cell->kinds[exact->kind]++;
    if (exact->kind == CELL_WRONG && noted->number < cell->first_wrong) {
        cell->first_wrong = noted->number;
        cell->first_wrong_got = noted->got;
    }
}

// What MPFR says of a noted one; without MPFR, what the judge said.
static bool ask_exact(const struct sweep *sweep, const struct noted *noted,
                      struct exact *out)
{
    const struct exact_call call = {
        .math = sweep->function.math,
        .domain = sweep->domain.kind,
        .operands = domain_operands(&sweep->domain, noted->number),
        .type = sweep->function.result,
        .round = sweep->function.round,
        .got = noted->got,
    };

    if (exact_available())
        return exact_judge(&call, out);
    *out = (struct exact){
        .kind = (enum cell_kind) noted->kind,
        .correct = noted->correct,
        .error = noted->error,
    };
    return true;
}

static bool settle_all(struct sweep *sweep, int id, struct chunk *chunk,
                       const struct noted_list *noted, struct sweep_listed *listed)
{
    int count = 0, kept = 0;

    // All are there: from here on it does not matter who came first.
    qsort(noted->noted, (size_t) noted->count, sizeof(*noted->noted), noted_by_number);
    for (int i = 0; i < noted->count; i++) {
        const struct noted *one = &noted->noted[i];
        struct cell *cell = &chunk->sides[domain_side(&sweep->domain, one->number)];
        struct exact exact;

        if (!ask_exact(sweep, one, &exact))
            return false;
        if (one->near && exact_available())
            move(cell, one, &exact);
        else
            cell->unsettled += one->near;
        if (exact.kind == CELL_FINITE && fabs(exact.error) > sweep->above)
            listed[count++] = (struct sweep_listed){ one->number, one->got, exact.error };
    }
    for (int i = 0; i < count; i++) // an input may be near and above
        if (i == 0 || listed[i].number != listed[kept - 1].number)
            listed[kept++] = listed[i];
    sweep->above_counts[id] = (uint64_t) kept;
    sweep_settle_list(sweep, listed, kept);
    return true;
}

bool sweep_settle(struct sweep *sweep, int id, const struct chunk *counted,
                  const struct noted_list *noted)
{
    struct chunk *chunk = &sweep->chunks[id];
    struct sweep_listed *listed;
    bool ok;

    assert(noted->count >= 0 && !chunk->done);
    *chunk = *counted;
    chunk->done = false;
    guard_alive();
    if (noted->count > JUDGE_NOTED) {
        chunk->sides[0].unsettled += (uint64_t) noted->count;
        sweep->above_counts[id] = isinf(sweep->above) ? 0 : (uint64_t) noted->count;
    } else if (noted->count > 0) {
        listed = malloc((size_t) noted->count * sizeof(*listed));
        ok = listed && settle_all(sweep, id, chunk, noted, listed);
        if (!listed)
            log_error("out of memory");
        free(listed);
        if (!ok)
            return false;
    }
    chunk->done = true;
    sweep_settle_more(sweep);
    return true;
}
