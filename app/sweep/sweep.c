// SPDX-License-Identifier: MIT

#include "sweep/sweep.h"

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
        .above = ask->above,
        .facts = *facts,
        .chunks = memory_new(DOMAIN_CHUNKS, sizeof(struct chunk)),
        .listed = memory_new(SWEEP_LISTED, sizeof(struct sweep_listed)),
        .above_counts = memory_new(DOMAIN_CHUNKS, sizeof(uint64_t)),
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
    free(sweep->listed);
    free(sweep->above_counts);
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

// Settles and keeps the finished chunks of the batch.
static void batch_keep(const struct batch *batch, struct sweep *sweep, bool all)
{
    for (int i = 0; i < batch->count; i++)
        if (all || batch->chunks[i].done)
            sweep_settle(sweep, batch->ids[i], &batch->chunks[i], &batch->lists[i]);
}

static bool sweep_goes_on(const struct sweep *sweep, const struct sweep_work *work)
{
    double done, total;

    if (!work->progress)
        return true;
    sweep_progress(sweep, work->shard, &done, &total);
    return work->progress(work->context, sweep, done, total);
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
        if (!sweep_goes_on(sweep, work))
            break;
    }
    exact_finish_thread();
    batch_finish(&batch);
    return ok;
}

static bool same_text(const char *what, const char *a, const char *b, char *why,
                      size_t size)
{
    if (!strcmp(a, b))
        return true;
    snprintf(why, size, "%s: %s, and %s in the other", what, a[0] ? a : "none",
             b[0] ? b : "none");
    return false;
}

static bool same_hex(const char *what, uint64_t a, uint64_t b, char *why, size_t size)
{
    if (a == b)
        return true;
    snprintf(why, size, "%s: 0x%" PRIx64 ", and 0x%" PRIx64 " in the other", what, a, b);
    return false;
}

static bool same_function(const struct function *a, const struct function *b, char *why,
                          size_t size)
{
    return same_text("function", a->name, b->name, why, size) &&
           same_text("function's formula", math_list[a->math].name,
                     math_list[b->math].name, why, size) &&
           same_text("result", function_type_name(a->result),
                     function_type_name(b->result), why, size) &&
           same_text("rounding", fp_round_name(a->round), fp_round_name(b->round), why,
                     size);
}

static bool same_domain(const struct domain *a, const struct domain *b, char *why,
                        size_t size)
{
    return same_text("domain", domain_name(a->kind), domain_name(b->kind), why, size) &&
           same_hex("bits of the domain", (uint64_t) a->bits, (uint64_t) b->bits, why,
                    size) &&
           same_hex("seed", a->seed, b->seed, why, size) &&
           same_hex("first integer", (uint64_t) a->low, (uint64_t) b->low, why, size) &&
           same_hex("integers", (uint64_t) a->span, (uint64_t) b->span, why, size) &&
           same_hex("first number", a->first, b->first, why, size) &&
           same_hex("last number", a->last, b->last, why, size);
}

// Returns true if two parts belong to one sweep; otherwise `why` gets the difference:
// "judge: sleef, and libm in the other".
static bool same_sweep(const struct sweep *a, const struct sweep *b, char *why,
                       size_t size)
{
    const struct backend_facts *x = &a->facts, *y = &b->facts;
    char limits[2][40];

    snprintf(limits[0], sizeof limits[0], "%.17g", a->above);
    snprintf(limits[1], sizeof limits[1], "%.17g", b->above);
    return same_function(&a->function, &b->function, why, size) &&
           same_domain(&a->domain, &b->domain, why, size) &&
           same_text("limit of the list", limits[0], limits[1], why, size) &&
           same_text("where", x->where, y->where, why, size) &&
           same_text("device", x->name, y->name, why, size) &&
           same_text("version", x->version, y->version, why, size) &&
           same_text("stage", x->stage, y->stage, why, size) &&
           same_text("precision", x->precision, y->precision, why, size) &&
           same_text("kind of device", x->software ? "software" : "hardware",
                     y->software ? "software" : "hardware", why, size) &&
           same_text("judge", x->judge, y->judge, why, size);
}

// Compares a chunk byte by byte: cells have only members of 8 bytes, and so no padding.
static bool same_chunk(const struct sweep *a, const struct sweep *b, int i)
{
    return !memcmp(a->chunks[i].sides, b->chunks[i].sides, sizeof a->chunks[i].sides) &&
           a->above_counts[i] == b->above_counts[i];
}

// Returns true if the lists of both sweeps agree on their common chunks. If they
// differ, there are more entries than were counted.
static bool lists_fit(const struct sweep *sweep, char *why, size_t size)
{
    uint64_t all = 0;

    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        all += sweep->above_counts[i];
    if ((uint64_t) sweep->listed_count <= all)
        return true;
    snprintf(why, size, "listed: other results of the same chunks");
    return false;
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
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        if (into->chunks[i].done || !from->chunks[i].done)
            continue;
        into->chunks[i] = from->chunks[i];
        into->above_counts[i] = from->above_counts[i];
    }
    sweep_settle_list(into, from->listed, from->listed_count);
    if (!lists_fit(into, why, size))
        return false;
    sweep_settle_more(into);
    return true;
}
