// SPDX-License-Identifier: MIT

#include "sweep/sweep.h"

#include "base/guard.h"
#include "base/memory.h"
#include "sweep/markstein.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Mantissa-division functions accept only the mantissa domain.
bool sweep_takes(const struct function *function, enum domain_kind kind)
{
    struct markstein how;

    if (kind == function->domain)
        return true;
    if (sweep_cpu_division(function, &how))
        return kind == DOMAIN_DIVISION;
    if (function->domain == DOMAIN_DIVISION)
        return false;
    if (math_list[function->math].operands != MATH_FLOATS ||
        function->domain == DOMAIN_DOUBLE_PAIRS)
        return false;
    if (kind == DOMAIN_DIVISION)
        return function->domain == DOMAIN_MANTISSAS && function->math == MATH_DIV;
    return kind == DOMAIN_PAIRS || kind == DOMAIN_MANTISSAS;
}

void sweep_init(struct sweep *sweep, const struct backend_ask *ask,
                const struct backend_facts *facts)
{
    *sweep = (struct sweep){
        .function = *ask->function,
        .domain = ask->domain,
        .facts = *facts,
        .chunks = memory_new(DOMAIN_CHUNKS, sizeof(struct chunk)),
    };
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        tally_clear_chunk(&sweep->chunks[i]);
}

struct exact sweep_exact(const struct sweep *sweep, uint64_t number, uint64_t got)
{
    const struct exact_call call = {
        .math = sweep->function.math,
        .domain = sweep->domain.kind,
        .operands = domain_operands(&sweep->domain, number),
        .type = sweep->function.result,
        .round = sweep->function.round,
        .got = got,
    };
    struct exact exact;

    exact_judge(&call, &exact);
    return exact;
}

void sweep_finish(struct sweep *sweep)
{
    free(sweep->chunks);
    *sweep = (struct sweep){ 0 };
}

static bool is_missing(const struct sweep *sweep, int chunk)
{
    uint64_t first, last;

    return !sweep->chunks[chunk].done &&
           domain_range(&sweep->domain, chunk, &first, &last);
}

bool sweep_done(const struct sweep *sweep, struct sweep_shard shard)
{
    for (int i = shard.index; i < DOMAIN_CHUNKS; i += shard.count)
        if (is_missing(sweep, i))
            return false;
    return true;
}

void sweep_progress(const struct sweep *sweep, struct sweep_shard shard, double *done,
                    double *total)
{
    *done = *total = 0;
    for (int i = shard.index; i < DOMAIN_CHUNKS; i += shard.count) {
        uint64_t first, last;

        if (!domain_range(&sweep->domain, i, &first, &last))
            continue;
        *total += (double) (last - first + 1);
        if (sweep->chunks[i].done)
            *done += (double) (last - first + 1);
    }
}

// The memory that a backend fills.
struct batch {
    int size, count; // room for so many; so many are asked
    int *ids;
    struct chunk *chunks;
    struct noted_list *lists;
    struct noted *noted; // [size][JUDGE_NOTED], of the lists
};

static void batch_finish(struct batch *batch)
{
    free(batch->ids);
    free(batch->chunks);
    free(batch->lists);
    free(batch->noted);
}

static int count_missing(const struct sweep *sweep, struct sweep_shard shard)
{
    int count = 0;

    for (int i = shard.index; i < DOMAIN_CHUNKS; i += shard.count)
        count += is_missing(sweep, i);
    return count;
}

// Allocates min(size, missing) entries, at least one.
static void batch_init(struct batch *batch, int size, int missing)
{
    int fewer = size < missing ? size : missing;
    size_t n = (size_t) (fewer < 1 ? 1 : fewer);

    *batch = (struct batch){
        .size = (int) n,
        .ids = memory_new(n, sizeof *batch->ids),
        .chunks = memory_new(n, sizeof *batch->chunks),
        .lists = memory_new(n, sizeof *batch->lists),
        .noted = memory_new(n * JUDGE_NOTED, sizeof *batch->noted),
    };
}

// Selects the next missing chunks, and clears their memory. Returns false if none is
// missing.
static bool batch_next(struct batch *batch, const struct sweep *sweep,
                       struct sweep_shard shard)
{
    batch->count = 0;
    for (int i = shard.index; i < DOMAIN_CHUNKS && batch->count < batch->size;
         i += shard.count)
        if (is_missing(sweep, i))
            batch->ids[batch->count++] = i;
    for (int i = 0; i < batch->count; i++) {
        tally_clear_chunk(&batch->chunks[i]);
        batch->lists[i] =
            (struct noted_list){ batch->noted + (size_t) i * JUDGE_NOTED, 0 };
    }
    return batch->count > 0;
}

// Compares by number, which is the first member of struct noted.
static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
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
static void move(struct cell *cell, const struct noted *noted, const struct exact *exact)
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

// Settles all notes of a chunk. Without MPFR, they stay unsettled.
static void settle_all(const struct sweep *sweep, struct chunk *chunk,
                       const struct noted_list *noted)
{
    for (int i = 0; i < noted->count; i++) {
        const struct noted *one = &noted->noted[i];
        struct cell *cell = &chunk->sides[domain_side(&sweep->domain, one->number)];

        if (exact_available()) {
            const struct exact exact = sweep_exact(sweep, one->number, one->got);

            move(cell, one, &exact);
        } else {
            cell->unsettled++;
        }
    }
}

// Takes over chunk `id` from a judge, with its notes. A near-tie moves to the kind, the
// bin and the share of correct results that MPFR gives it; all else stays. If a judge
// noted more than there is room for, the notes depend on chance. Then no result is
// settled, and all noted results count as unsettled (on the first side).
static void settle_chunk(struct sweep *sweep, int id, const struct chunk *counted,
                         const struct noted_list *noted)
{
    struct chunk *chunk = &sweep->chunks[id];

    assert(noted->count >= 0 && !chunk->done);
    *chunk = *counted;
    guard_alive();
    if (noted->count > JUDGE_NOTED) {
        chunk->sides[0].unsettled += (uint64_t) noted->count;
    } else {
        // The list is complete, so its order, that of the threads, no longer matters.
        qsort(noted->noted, (size_t) noted->count, sizeof *noted->noted, by_number);
        settle_all(sweep, chunk, noted);
    }
    chunk->done = true;
}

// Settles and keeps the finished chunks of the batch.
static void batch_keep(const struct batch *batch, struct sweep *sweep, bool all)
{
    for (int i = 0; i < batch->count; i++)
        if (all || batch->chunks[i].done)
            settle_chunk(sweep, batch->ids[i], &batch->chunks[i], &batch->lists[i]);
}

static void report_progress(const struct sweep *sweep, const struct sweep_work *work)
{
    double done, total;

    if (!work->progress)
        return;
    sweep_progress(sweep, work->shard, &done, &total);
    work->progress(work->context, done, total);
}

static bool never(void)
{
    return false;
}

bool sweep_make(struct sweep *sweep, struct backend *backend,
                const struct sweep_work *work)
{
    bool (*stop)(void) = work->stop ? work->stop : never;
    struct batch batch;
    bool ok = true;

    assert(work->shard.count >= 1 && work->shard.count <= DOMAIN_CHUNKS);
    assert(work->shard.index >= 0 && work->shard.index < work->shard.count);
    batch_init(&batch, backend->batch, count_missing(sweep, work->shard));
    while (ok && !stop() && batch_next(&batch, sweep, work->shard)) {
        bool all = backend->chunks(backend, batch.ids, batch.count, batch.chunks,
                                   batch.lists, stop);

        batch_keep(&batch, sweep, all);
        ok = all || stop();
        report_progress(sweep, work);
    }
    exact_finish_thread();
    batch_finish(&batch);
    return ok;
}

// The properties that all parts of a sweep share.
static const char *const identity[] = {
    "function",       "function's formula",
    "result",         "rounding",
    "domain",         "bits of the domain",
    "seed",           "first integer",
    "integers",       "first number",
    "last number",    "where",
    "device",         "version",
    "stage",          "precision",
    "kind of device", "judge",
};

#define IDENTITY ((int) (sizeof identity / sizeof *identity))

static void identify(const struct sweep *sweep, char texts[IDENTITY][200])
{
    const struct function *function = &sweep->function;
    const struct backend_facts *facts = &sweep->facts;
    const struct domain *domain = &sweep->domain;
    const char *const words[IDENTITY] = {
        [0] = function->name,
        [1] = math_list[function->math].name,
        [2] = function_type_name(function->result),
        [3] = fp_round_name(function->round),
        [4] = domain_name(domain->kind),
        [11] = facts->where,
        [12] = facts->name,
        [13] = facts->version,
        [14] = facts->stage,
        [15] = facts->precision,
        [16] = facts->software ? "software" : "hardware",
        [17] = facts->judge,
    };
    const uint64_t numbers[IDENTITY] = {
        [5] = (uint64_t) domain->bits, [6] = domain->seed,  [7] = (uint64_t) domain->low,
        [8] = (uint64_t) domain->span, [9] = domain->first, [10] = domain->last,
    };

    for (int i = 0; i < IDENTITY; i++)
        if (words[i])
            snprintf(texts[i], sizeof *texts, "%s", words[i][0] ? words[i] : "none");
        else
            snprintf(texts[i], sizeof *texts, "0x%" PRIx64, numbers[i]);
}

// Returns true if two parts belong to one sweep; otherwise `why` gets the difference:
// "judge: sleef, and libm in the other".
static bool same_sweep(const struct sweep *a, const struct sweep *b, char *why,
                       size_t size)
{
    char texts[2][IDENTITY][200];

    identify(a, texts[0]);
    identify(b, texts[1]);
    for (int i = 0; i < IDENTITY; i++)
        if (strcmp(texts[0][i], texts[1][i]) != 0) {
            snprintf(why, size, "%s: %s, and %s in the other", identity[i], texts[0][i],
                     texts[1][i]);
            return false;
        }
    return true;
}

// Compares a chunk byte by byte: cells have only members of 8 bytes, and so no padding.
static bool same_chunk(const struct sweep *a, const struct sweep *b, int i)
{
    return !memcmp(a->chunks[i].sides, b->chunks[i].sides, sizeof a->chunks[i].sides);
}

bool sweep_merge(struct sweep *into, const struct sweep *from, char *why, size_t size)
{
    if (!same_sweep(into, from, why, size))
        return false;
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        if (into->chunks[i].done && from->chunks[i].done && !same_chunk(into, from, i)) {
            snprintf(why, size, "chunk %d: counted twice, and not the same", i);
            return false;
        }
    }
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        if (!into->chunks[i].done && from->chunks[i].done)
            into->chunks[i] = from->chunks[i];
    return true;
}
