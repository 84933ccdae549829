// SPDX-License-Identifier: MIT

#include "sweep/sweep.h"

#include "base/guard.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Compares by number, which is the first member of struct noted and of struct
// sweep_listed.
static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

// Merges two sorted lists.
void sweep_settle_list(struct sweep *sweep, const struct sweep_listed *listed, int count)
{
    int have = sweep->listed_count, kept = 0;
    struct sweep_listed *had = memory_copy(sweep->listed, (size_t) have * sizeof *had);

    for (int i = 0, j = 0; kept < SWEEP_LISTED && (i < have || j < count);) {
        int order = i == have ? 1 : j == count ? -1 : by_number(&had[i], &listed[j]);

        sweep->listed[kept++] = order <= 0 ? had[i] : listed[j];
        i += order <= 0;
        j += order >= 0;
    }
    sweep->listed_count = kept;
    free(had);
}

void sweep_settle_more(struct sweep *sweep)
{
    uint64_t all = 0;

    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        all += sweep->above_counts[i];
    sweep->listed_more = all - (uint64_t) sweep->listed_count;
}

// Undoes tally_error, except for the extremes.
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

// Moves a result from the judge's bin to the right one.
static void sweep_settle_move(struct cell *cell, const struct noted *noted,
                              const struct exact *exact)
{
    const struct rare rare = exact_rare(exact);

    if (noted->kind == CELL_FINITE && exact->kind == CELL_FINITE) {
        cell->bins[tally_bin(noted->error)]--;
        cell->bins[tally_bin(exact->error)]++;
        cell->correct += (uint64_t) exact->correct - noted->correct;
        return;
    }
    uncount(cell, noted);
    tally_count(cell, noted->number, noted->got, &rare);
}

// Returns the judgement of a noted result by MPFR; without MPFR, that of the judge.
static struct exact sweep_settle_exact_of(const struct sweep *sweep,
                                          const struct noted *noted)
{
    if (exact_available())
        return sweep_exact(sweep, noted->number, noted->got);
    return (struct exact){
        .kind = (enum cell_kind) noted->kind,
        .correct = noted->correct,
        .error = noted->error,
    };
}

static void settle_all(struct sweep *sweep, int id, struct chunk *chunk,
                       const struct noted_list *noted)
{
    struct sweep_listed *listed = memory_new((size_t) noted->count, sizeof *listed);
    int count = 0, kept = 0;

    // The list is complete, so the order of the threads no longer matters.
    qsort(noted->noted, (size_t) noted->count, sizeof *noted->noted, by_number);
    for (int i = 0; i < noted->count; i++) {
        const struct noted *one = &noted->noted[i];
        struct cell *cell = &chunk->sides[domain_side(&sweep->domain, one->number)];
        struct exact exact = sweep_settle_exact_of(sweep, one);

        if (one->near && exact_available())
            sweep_settle_move(cell, one, &exact);
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
    free(listed);
}

void sweep_settle(struct sweep *sweep, int id, const struct chunk *counted,
                  const struct noted_list *noted)
{
    struct chunk *chunk = &sweep->chunks[id];

    assert(noted->count >= 0 && !chunk->done);
    *chunk = *counted;
    guard_alive();
    if (noted->count > JUDGE_NOTED) {
        chunk->sides[0].unsettled += (uint64_t) noted->count;
        sweep->above_counts[id] = isinf(sweep->above) ? 0 : (uint64_t) noted->count;
    } else if (noted->count > 0) {
        settle_all(sweep, id, chunk, noted);
    }
    chunk->done = true;
    sweep_settle_more(sweep);
}
