// SPDX-License-Identifier: MIT
//
// How it works: a few chunks at a time, each a row of 256 groups of threads. Their cells
// are cleared here and come back filled; near-ties are listed on the GPU, chunk by chunk,
// and only those that there were are copied.

#include "base/guard.h"
#include "base/log.h"
#include "cuda_ref/ptx_pick.h"
#include "cuda_ref/sweep.h"
#include "cuda_ref/sweep_kernels.h"
#include "cuda_ref/sweep_layout.h"
#include "sweep/judge_rare.h"
#include "sweep/tally.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT_ONCE 64 // chunks

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

// Functions whose result is a double, exactly, wherever it is told apart from others.
static bool is_exact(enum math_id math)
{
    switch (math) {
    case MATH_FLOOR:
    case MATH_CEIL:
    case MATH_ROUND:
    case MATH_ROUND_EVEN:
    case MATH_TRUNC:
    case MATH_ABS:
    case MATH_SIGN:
    case MATH_SATURATE:
    case MATH_LOGB:
    case MATH_ILOGB:
    case MATH_FREXP:
    case MATH_FREXP_EXP:
    case MATH_MODF:
    case MATH_MODF_INT:
    case MATH_IDENTITY:
    case MATH_FROM_INT:
    case MATH_FROM_UINT:
    case MATH_FROM_HALF:
    case MATH_FROM_HALF_HIGH:
    case MATH_FMOD:
    case MATH_REMAINDER:
    case MATH_REMQUO:
    case MATH_REMQUO_LOW:
    case MATH_LDEXP: return true;
    default: return false;
    }
}

// Functions that leave the range of doubles at floats that are no poles or zeros.
static bool may_beyond(enum math_id math)
{
    switch (math) {
    case MATH_EXP:
    case MATH_EXP2:
    case MATH_EXP10:
    case MATH_EXPM1:
    case MATH_SINH:
    case MATH_COSH:
    case MATH_ERFC:
    case MATH_ERFCX:
    case MATH_NORMCDF:
    case MATH_TGAMMA:
    case MATH_I0:
    case MATH_I1:
    case MATH_POW:
    case MATH_LDEXP:
    case MATH_JN:
    case MATH_YN: return true;
    default: return false;
    }
}

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

// Which exponents and results are ordinary. Of integers none: all go the long way.
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
        .is_exact = is_exact(judge->math),
        .may_beyond = may_beyond(judge->math),
        .above = judge->above,
        .notes_max = JUDGE_NOTED,
    };

    if (bits)
        memcpy(ask.direction, math->direction, sizeof(ask.direction));
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

    reference_name(name, sizeof(name), math);
    return type != FUNCTION_BINARY64 && ptx_has((const char *) sweep_judge_ptx, name);
}

static bool get_kernel(struct cuda_judge *judge, void **kernel, const char *name)
{
    char what[64];

    snprintf(what, sizeof(what), "cuModuleGetFunction %s", name);
    return driver_ok(judge->driver,
                     judge->driver->call.module_get_function(kernel, judge->module, name),
                     what);
}

static bool load(struct cuda_judge *judge, const struct judge *ask)
{
    bool plain = ask->domain->kind == DOMAIN_BITS && ask->type == FUNCTION_BINARY32 &&
                 ask->round == FP_RNE;
    const char *entries[] = { plain ? "judge_plain" : "judge", "judge_finish", NULL };
    char name[40], *ptx;
    bool ok;

    reference_name(name, sizeof(name), ask->math);
    ptx = ptx_pick((const char *) sweep_judge_ptx,
                   &(struct ptx_wish){ entries, "reference_any", name });
    ok = ptx &&
         driver_ok(judge->driver, judge->driver->call.module_load(&judge->module, ptx),
                   "cuModuleLoadData of the judge") &&
         get_kernel(judge, &judge->judge, entries[0]) &&
         get_kernel(judge, &judge->finish, entries[1]);
    free(ptx);
    return ok;
}

struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *ask)
{
    struct cuda_judge *judge = calloc(1, sizeof(*judge));
    bool ok = judge;

    assert(cuda_judge_can(ask->math, ask->type) && ask->domain->bits == 32);
    if (!judge) {
        log_error("cuda: out of memory");
        return NULL;
    }
    judge->driver = driver;
    judge->ask = ask_of(ask);
    ok = load(judge, ask);
    for (int i = 0; i < BUFFER_COUNT && ok; i++)
        ok = driver_ok(driver,
                       driver->call.memory_allocate(&judge->buffers[i], buffer_sizes[i]),
                       "cuMemAlloc for the judge");
    if (ok)
        return judge;
    cuda_judge_close(judge);
    return NULL;
}

void cuda_judge_close(struct cuda_judge *judge)
{
    if (!judge)
        return;
    if (driver_usable(judge->driver)) {
        for (int i = 0; i < BUFFER_COUNT; i++)
            if (judge->buffers[i])
                judge->driver->call.memory_free(judge->buffers[i]);
        if (judge->module)
            judge->driver->call.module_unload(judge->module);
    }
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
    return driver_ok(
        judge->driver,
        judge->driver->call.copy_to_device(judge->buffers[which], from, size),
        "cuMemcpyHtoD for the judge");
}

static bool get(struct cuda_judge *judge, void *to, uint64_t from, size_t size)
{
    return driver_ok(judge->driver, judge->driver->call.copy_to_host(to, from, size),
                     "cuMemcpyDtoH of the judge");
}

static bool launch(struct cuda_judge *judge, uint64_t results, unsigned count)
{
    uint64_t *buffers = judge->buffers;
    void *parameters[] = { &judge->ask,     &results,          &buffers[SPANS],
                           &buffers[CELLS], &buffers[RECORDS], &buffers[NOTES],
                           &buffers[NOTED] };
    const struct driver_calls *call = &judge->driver->call;

    return driver_ok(judge->driver,
                     call->launch(judge->judge, SWEEP_TILES, count, 1, SWEEP_THREADS, 1,
                                  1, 0, NULL, parameters, NULL),
                     "cuLaunchKernel judge") &&
           driver_ok(judge->driver,
                     call->launch(judge->finish, count, 1, 1, 32, 1, 1, 0, NULL,
                                  parameters, NULL),
                     "cuLaunchKernel judge_finish") &&
           driver_ok(judge->driver, call->context_synchronize(), "judge");
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
            .near = note->near,
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
    size_t cells = (size_t) count * sizeof(judge->cells[0]);

    if (!put(judge, CELLS, judge->cells, cells) ||
        !put(judge, SPANS, judge->spans, (size_t) count * sizeof(*judge->spans)) ||
        !put(judge, NOTED, judge->noted, (size_t) count * sizeof(*judge->noted)) ||
        !launch(judge, results, (unsigned) count) ||
        !get(judge, judge->cells, judge->buffers[CELLS], cells) ||
        !get(judge, judge->noted, judge->buffers[NOTED],
             (size_t) count * sizeof(*judge->noted)))
        return false;
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 2; side++) {
            struct cell *cell = &judge->cells[i][side];

            // What is counted in bins is of kind finite.
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

bool cuda_judge_chunks(struct cuda_judge *judge, uint64_t results, int first, int count,
                       struct chunk *out, struct noted_list *noted)
{
    int ids[DOMAIN_CHUNKS];

    assert(first >= 0 && count >= 0 && first + count <= DOMAIN_CHUNKS);
    for (int i = 0; i < count; i++)
        ids[i] = first + i;
    return cuda_judge_ids(judge, results, ids, count, out, noted);
}
