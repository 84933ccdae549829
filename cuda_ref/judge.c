// SPDX-License-Identifier: MIT
//
// How it works: a few chunks at a time, each a row of 256 groups of threads. Their cells
// are cleared here and come back filled; near-ties are listed on the GPU, chunk by chunk,
// and only those that there were are copied.

#include "base/guard.h"
#include "base/memory.h"
#include "cuda_ref/kernels.h"
#include "cuda_ref/sweep.h"
#include "cuda_ref/sweep_layout.h"
#include "sweep/judge_rare.h"
#include "sweep/tally.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT_ONCE 256 // chunks

enum { CELLS, SPANS, RECORDS, NOTES, NOTED, BUFFER_COUNT };

static const size_t buffer_sizes[BUFFER_COUNT] = {
    [CELLS] = AT_ONCE * 2 * sizeof(struct cell),
    [SPANS] = AT_ONCE * sizeof(struct sweep_span),
    [RECORDS] = (size_t) AT_ONCE * SWEEP_TILES * 2 * sizeof(struct sweep_record),
    [NOTES] = (size_t) AT_ONCE * JUDGE_NOTED * sizeof(struct sweep_note),
    [NOTED] = AT_ONCE * sizeof(uint32_t),
};

struct cuda_judge {
    struct driver *driver;
    struct sweep_ask ask;
    void *module, *judge, *finish; // kernels
    uint64_t buffers[BUFFER_COUNT];
    struct cell cells[AT_ONCE][2];
    struct sweep_span spans[AT_ONCE];
    uint32_t noted[AT_ONCE];
    struct sweep_note notes[JUDGE_NOTED];
};

// Functions whose result is a double, exactly, wherever it is distinguished from others.
static const bool is_exact[MATH_COUNT] = {
    [MATH_FLOOR] = true,          [MATH_CEIL] = true,       [MATH_ROUND] = true,
    [MATH_ROUND_EVEN] = true,     [MATH_TRUNC] = true,      [MATH_ABS] = true,
    [MATH_SIGN] = true,           [MATH_SATURATE] = true,   [MATH_LOGB] = true,
    [MATH_ILOGB] = true,          [MATH_FREXP] = true,      [MATH_FREXP_EXP] = true,
    [MATH_MODF] = true,           [MATH_MODF_INT] = true,   [MATH_IDENTITY] = true,
    [MATH_FROM_INT] = true,       [MATH_FROM_UINT] = true,  [MATH_FROM_HALF] = true,
    [MATH_FROM_HALF_HIGH] = true, [MATH_FMOD] = true,       [MATH_REMAINDER] = true,
    [MATH_REMQUO] = true,         [MATH_REMQUO_LOW] = true, [MATH_LDEXP] = true,
};

// Functions that leave the range of doubles at floats that are no poles or zeros.
static const bool may_beyond[MATH_COUNT] = {
    [MATH_EXP] = true,     [MATH_EXP2] = true,   [MATH_EXP10] = true, [MATH_EXPM1] = true,
    [MATH_SINH] = true,    [MATH_COSH] = true,   [MATH_ERFC] = true,  [MATH_ERFCX] = true,
    [MATH_NORMCDF] = true, [MATH_TGAMMA] = true, [MATH_I0] = true,    [MATH_I1] = true,
    [MATH_POW] = true,     [MATH_LDEXP] = true,  [MATH_JN] = true,    [MATH_YN] = true,
};

// The bit in which f(-x) differs from f(x).
static uint32_t flip_of(enum math_parity parity, enum function_type type)
{
    if (parity == MATH_EVEN)
        return 0;
    if (parity == MATH_NONE)
        return UINT32_MAX;
    return type == FUNCTION_BINARY16   ? 0x8000
           : type == FUNCTION_BINARY32 ? UINT32_C(1) << 31
                                       : UINT32_MAX;
}

// Sets the exponents and results that the common path judges. It judges no integers.
static void set_format(struct sweep_ask *ask, enum function_type type)
{
    struct rare_rule rule = rare_rule_of(type, FP_RNE);

    ask->place_low = 1 - rule.emax;
    ask->digits = rule.precision - 1;
    ask->exponent_low = ask->place_low - rule.precision - 8;
    ask->exponent_high = rule.integer ? ask->exponent_low - 1 : rule.emax - 1;
    ask->magnitude = type == FUNCTION_BINARY16 ? 0x7fff : INT32_MAX;
    ask->finite = type == FUNCTION_BINARY16 ? 0x7bff : 0x7f7fffff;
}

static struct sweep_ask ask_of(const struct judge *judge)
{
    const struct math *math = &math_list[judge->math];
    bool bits = judge->domain->kind == DOMAIN_BITS;
    struct sweep_ask ask = {
        .domain = *judge->domain,
        .type = (int32_t) judge->type,
        .round = (int32_t) judge->round,
        .operands = (int32_t) math->operands,
        .flip = bits ? flip_of(math->parity, judge->type) : UINT32_MAX,
        .is_exact = is_exact[judge->math],
        .may_beyond = may_beyond[judge->math],
        .notes_max = JUDGE_NOTED,
    };

    if (bits)
        memcpy(ask.direction, math->direction, sizeof ask.direction);
    set_format(&ask, judge->type);
    return ask;
}

static void reference_name(char *name, size_t size, enum math_id math)
{
    static const char *const ids[] = {
#define MATH(id, name, operands, parity, right, left) #id,
#include "sweep/math_list.inc"
#undef MATH
    };

    snprintf(name, size, "reference_%s", ids[math]);
}

bool cuda_judge_can(enum math_id math, enum function_type type)
{
    char name[40];

    reference_name(name, sizeof name, math);
    return type != FUNCTION_BINARY64 && ptx_find(&sweep_judge_ptx_parts, name);
}

// Pairs want a symmetry, and no number alone: chunks begin at multiples of 2^24.
static const char *entry_of(const struct sweep_ask *ask)
{
    const struct domain *domain = &ask->domain;

    if (domain->kind != DOMAIN_BITS || ask->type != FUNCTION_BINARY32 ||
        ask->round != FP_RNE)
        return "judge";
    return ask->flip != UINT32_MAX && domain->first % 4 == 0 && domain->last % 4 == 3
               ? "judge_pairs"
               : "judge_plain";
}

static bool load(struct cuda_judge *judge, const struct judge *ask)
{
    struct driver *driver = judge->driver;
    const char *entries[] = { entry_of(&judge->ask), "judge_finish", NULL };
    char name[40], *ptx;
    bool ok;

    reference_name(name, sizeof name, ask->math);
    ptx = ptx_pick(&sweep_judge_ptx_parts,
                   &(struct ptx_wish){ entries, "reference_any", name });
    ok = driver_ok(driver, driver->call.module_load(&judge->module, ptx),
                   "cuModuleLoadData of the judge") &&
         driver_find(driver, judge->module, entries[0], &judge->judge) &&
         driver_find(driver, judge->module, entries[1], &judge->finish);
    free(ptx);
    for (int i = 0; i < BUFFER_COUNT && ok; i++)
        ok =
            driver_allocate(driver, &judge->buffers[i], buffer_sizes[i], "for the judge");
    return ok;
}

struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *ask)
{
    struct cuda_judge *judge = memory_new(1, sizeof *judge);

    assert(cuda_judge_can(ask->math, ask->type) && ask->domain->bits == 32);
    judge->driver = driver;
    judge->ask = ask_of(ask);
    if (load(judge, ask))
        return judge;
    cuda_judge_close(judge);
    return NULL;
}

void cuda_judge_close(struct cuda_judge *judge)
{
    if (judge)
        driver_give_back(judge->driver, judge->buffers, BUFFER_COUNT, judge->module);
    free(judge);
}

// The chunks' cells, cleared, and where their numbers lie. Returns how many there are.
static uint64_t set_spans(struct cuda_judge *judge, const int *ids, int count)
{
    uint64_t offset = 0;

    for (int i = 0; i < count; i++) {
        struct sweep_span *span = &judge->spans[i];

        tally_clear(&judge->cells[i][0]);
        tally_clear(&judge->cells[i][1]);
        judge->noted[i] = 0;
        *span = (struct sweep_span){ 1, 0, offset };
        if (domain_range(&judge->ask.domain, ids[i], &span->first, &span->last))
            offset += span->last - span->first + 1;
    }
    return offset;
}

static bool put(struct cuda_judge *judge, int which, const void *from, size_t size)
{
    return driver_put(judge->driver, judge->buffers[which], from, size, "for the judge");
}

static bool get(struct cuda_judge *judge, void *to, uint64_t from, size_t size)
{
    return driver_get(judge->driver, to, from, size, "of the judge");
}

static bool launch(struct cuda_judge *judge, uint64_t results, unsigned count)
{
    const struct driver_grid tiles = { SWEEP_TILES, count, SWEEP_THREADS };
    const struct driver_grid chunks = { count, 1, SWEEP_FINISH };
    uint64_t *buffers = judge->buffers;
    void *parameters[] = { &judge->ask,     &results,          &buffers[SPANS],
                           &buffers[CELLS], &buffers[RECORDS], &buffers[NOTES],
                           &buffers[NOTED] };

    return driver_launch(judge->driver, judge->judge, tiles, parameters, "judge") &&
           driver_launch(judge->driver, judge->finish, chunks, parameters,
                         "judge_finish") &&
           driver_wait(judge->driver, "judge");
}

static bool get_noted(struct cuda_judge *judge, int chunk, struct noted_list *list)
{
    uint32_t there = judge->noted[chunk];
    uint32_t count = there < JUDGE_NOTED ? there : JUDGE_NOTED;
    uint64_t from = judge->buffers[NOTES] +
                    (uint64_t) chunk * JUDGE_NOTED * sizeof(struct sweep_note);

    list->count = there < INT32_MAX ? (int) there : INT32_MAX;
    if (count && !get(judge, judge->notes, from, count * sizeof(struct sweep_note)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct sweep_note *note = &judge->notes[i];

        list->noted[i] = (struct noted){
            .number = note->number,
            .got = note->got,
            .error = note->error,
            .correct = note->correct,
            .kind = note->kind,
        };
    }
    return true;
}

// At most AT_ONCE chunks.
static bool judge_some(struct cuda_judge *judge, uint64_t results, int count,
                       struct chunk *out, struct noted_list *noted)
{
    size_t cells = (size_t) count * sizeof judge->cells[0];

    if (!put(judge, CELLS, judge->cells, cells) ||
        !put(judge, SPANS, judge->spans, (size_t) count * sizeof *judge->spans) ||
        !put(judge, NOTED, judge->noted, (size_t) count * sizeof *judge->noted) ||
        !launch(judge, results, (unsigned) count) ||
        !get(judge, judge->cells, judge->buffers[CELLS], cells) ||
        !get(judge, judge->noted, judge->buffers[NOTED],
             (size_t) count * sizeof *judge->noted))
        return false;
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            struct cell *cell = &judge->cells[i][side];

            // Results in bins are of kind finite.
            for (int bin = 0; bin < CELL_BINS; bin++)
                cell->kinds[CELL_FINITE] += cell->bins[bin];
            out[i].sides[side] = *cell;
        }
        if (!get_noted(judge, i, &noted[i]))
            return false;
    }
    return true;
}

bool cuda_judge_ids(struct cuda_judge *judge, uint64_t results, const int *ids, int count,
                    struct chunk *out, struct noted_list *noted)
{
    for (int at = 0; at < count; at += AT_ONCE) {
        int some = count - at < AT_ONCE ? count - at : AT_ONCE;
        uint64_t words = set_spans(judge, ids + at, some);

        if (!judge_some(judge, results, some, out + at, noted + at))
            return false;
        results += words * sizeof(uint32_t);
        guard_alive();
    }
    return true;
}
