// SPDX-License-Identifier: MIT

#include "tests/sweep/sweep_fakes.h"

#include "base/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct function sweep_fakes_function = {
    .name = "cpu:fake",
    .summary = "an invented function",
    .math = MATH_TANH,
    .result = FUNCTION_BINARY64,
    .domain = DOMAIN_DOUBLES,
    .bits = SWEEP_FAKES_BITS,
};

const struct function *sweep_fakes_find(const char *name)
{
    return strcmp(name, sweep_fakes_function.name) ? NULL : &sweep_fakes_function;
}

// The judgement of a number, and the truth.
struct truth {
    enum cell_kind judged, kind;
    double judged_error, error;
    bool near, judged_correct, correct;
};

static uint64_t got_of(uint64_t number)
{
    return number << 20 | 7;
}

// Returns the truth about a number. About 8 of 64 numbers are near ties, and each wrong
// judgement occurs.
static struct truth truth_of(uint64_t number)
{
    static const struct truth near[] = {
        { CELL_FINITE, CELL_FINITE, 0x1.fffffep-2, 0x1.000001p-1, true, true, false },
        { CELL_FINITE, CELL_FINITE, -0x1.000001p-1, -0x1.fffffep-2, true, false, true },
        { CELL_FINITE, CELL_FINITE, 0x1.fffffep-1, 0x1.000001p0, true, false, false },
        { CELL_FINITE, CELL_FINITE, 0x1.fffffep-2, 0x1.fffffep-2, true, true, true },
        { CELL_OVERFLOW, CELL_WRONG, NAN, NAN, true, true, false },
        { CELL_WRONG, CELL_OVERFLOW, NAN, NAN, true, false, true },
        { CELL_FINITE, CELL_WRONG, 40000.0, NAN, true, false, false },
        { CELL_SPECIAL, CELL_FINITE, NAN, 0.25, true, true, true },
        { CELL_FINITE, CELL_FLUSHED, -0.75, NAN, true, true, false },
    };
    uint32_t hash = domain_mix((uint32_t) number + 12345);
    double error = ldexp((double) (int32_t) (hash ^ 0x5bd1e995), -29);

    if (hash % 8 == 0)
        return near[hash / 8 % (sizeof near / sizeof *near)];
    if (hash % 8 == 1)
        return (struct truth){ CELL_SPECIAL, CELL_SPECIAL, NAN, NAN, false, true, true };
    if (hash % 64 == 2)
        return (struct truth){ CELL_WRONG, CELL_WRONG, NAN, NAN, false, false, false };
    return (struct truth){ CELL_FINITE,       CELL_FINITE,      error, error, false,
                           fabs(error) < 0.5, fabs(error) < 0.5 };
}

static void count(struct cell *cell, uint64_t number, enum cell_kind kind, double error,
                  bool correct)
{
    const struct cell_worst worst = { 0.5, number, got_of(number) };

    if (kind == CELL_FINITE) {
        tally_error(cell, number, got_of(number), error);
        tally_worst(&cell->relative, &worst);
        tally_worst(&cell->absolute, &worst);
    } else {
        cell->kinds[kind]++;
    }
    cell->correct += correct;
    if (kind == CELL_WRONG && number < cell->first_wrong) {
        cell->first_wrong = number;
        cell->first_wrong_got = got_of(number);
    }
}

void sweep_fakes_count(struct cell *cell, uint64_t number)
{
    struct truth truth = truth_of(number);

    count(cell, number, truth.kind, truth.error, truth.correct);
}

static void make_chunk(int id, struct chunk *out, struct noted_list *list, bool backwards)
{
    struct backend_ask ask = sweep_fakes_ask();
    uint64_t first, last;

    if (!domain_range(&ask.domain, id, &first, &last))
        abort();
    for (uint64_t i = 0; i <= last - first; i++) {
        uint64_t number = backwards ? last - i : first + i;
        struct truth truth = truth_of(number);
        struct cell *cell = &out->sides[domain_side(&ask.domain, number)];

        count(cell, number, truth.judged, truth.judged_error, truth.judged_correct);
        if (truth.near)
            list->noted[list->count++] = (struct noted){
                .number = number,
                .got = got_of(number),
                .error = truth.judged_error,
                .correct = truth.judged_correct,
                .kind = (uint8_t) truth.judged,
            };
    }
    if (id == SWEEP_FAKES_CROWDED)
        list->count = JUDGE_NOTED + 1;
    for (int i = 0; i < 2; i++)
        out->sides[i].edge[0] = got_of(first), out->sides[i].edge[1] = got_of(last);
    out->done = true;
}

static bool chunks(struct backend *backend, const int *ids, int count_of,
                   struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    struct sweep_fakes_how *how = backend->priv;

    for (int i = 0; i < count_of; i++) {
        int at = how->backwards ? count_of - 1 - i : i;

        if (stop())
            return false;
        if (how->made == how->fail_after) {
            log_error("the device fell off the bus");
            return false;
        }
        make_chunk(ids[at], &out[at], &noted[at], how->backwards);
        how->made++;
    }
    return true;
}

struct backend sweep_fakes_backend(struct sweep_fakes_how *how)
{
    return (struct backend){ .batch = how->batch, .chunks = chunks, .priv = how };
}

struct backend_ask sweep_fakes_ask(void)
{
    return (struct backend_ask){
        .function = &sweep_fakes_function,
        .domain = domain_whole(DOMAIN_DOUBLES, SWEEP_FAKES_BITS),
    };
}

struct sweep sweep_fakes_new(void)
{
    static const struct backend_facts facts = {
        .where = "cpu", .name = "avx0", .version = "libm 0", .judge = "fake"
    };
    struct backend_ask ask = sweep_fakes_ask();
    struct sweep sweep;

    sweep_init(&sweep, &ask, &facts);
    return sweep;
}

bool sweep_fakes_same(const struct sweep *a, const struct sweep *b)
{
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        if (a->chunks[i].done != b->chunks[i].done ||
            (a->chunks[i].done && memcmp(a->chunks[i].sides, b->chunks[i].sides,
                                         sizeof a->chunks[i].sides) != 0))
            return false;
    return true;
}

// --- what stands for MPFR ---

bool exact_available(void)
{
    return true;
}

void exact_judge(const struct exact_call *call, struct exact *out)
{
    uint64_t number = call->got >> 20;
    struct backend_ask ask = sweep_fakes_ask();
    struct operands operands = domain_operands(&ask.domain, number);
    struct truth truth = truth_of(number);

    assert(call->got == got_of(number) && call->operands.a == operands.a);
    assert(call->math == MATH_TANH && call->type == FUNCTION_BINARY64);
    *out = (struct exact){
        .kind = truth.kind,
        .correct = truth.correct,
        .error = truth.error,
        .relative = 0.5,
        .absolute = 0.5,
    };
}

void exact_finish_thread(void)
{
}
