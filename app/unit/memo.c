// SPDX-License-Identifier: MIT

#include "unit/memo.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define PLACES (2 * MEMO_CALLS)

struct memo_call {
    uint64_t hash;
    enum unit_op op;
    struct fp_model model;
    size_t count;
    uint64_t words[]; // operands one after the other, then the answers
};

static const uint64_t *memo_operand(const struct unit_call *call, int k)
{
    return k == 0 ? call->a : k == 1 ? call->b : call->c;
}

// FNV-1a, a word a step.
static uint64_t memo_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const struct unit_call *call)
{
    const struct fp_model *model = &call->model;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    hash = memo_mix(hash, (uint64_t) call->op << 32 | (uint64_t) model->round);
    hash = memo_mix(hash, (uint64_t) model->format.precision << 32 |
                              (uint64_t) model->format.emax);
    hash = memo_mix(hash, call->count << 2 | (size_t) model->flush_in << 1 |
                              (size_t) model->flush_out);
    for (int k = 0; k < unit_op_arity(call->op); k++)
        for (size_t i = 0; i < call->count; i++)
            hash = memo_mix(hash, memo_operand(call, k)[i]);
    return hash;
}

static bool memo_is_same(const struct memo_call *known, const struct unit_call *call,
                         uint64_t hash)
{
    const struct fp_model *a = &known->model, *b = &call->model;

    if (known->hash != hash || known->op != call->op || known->count != call->count ||
        a->format.precision != b->format.precision || a->format.emax != b->format.emax ||
        a->round != b->round || a->flush_in != b->flush_in ||
        a->flush_out != b->flush_out)
        return false;
    for (int k = 0; k < unit_op_arity(call->op); k++)
        if (memcmp(known->words + (size_t) k * call->count, memo_operand(call, k),
                   call->count * sizeof(uint64_t)) != 0)
            return false;
    return true;
}

// The place of a call, or the empty one where it would be.
static struct memo_call **memo_find(struct memo *memo, const struct unit_call *call,
                                    uint64_t hash)
{
    size_t at = hash % PLACES;

    while (memo->calls[at] && !memo_is_same(memo->calls[at], call, hash))
        at = (at + 1) % PLACES;
    return &memo->calls[at];
}

// A call with its operands, since the answers may take their place.
static struct memo_call *memo_keep(const struct unit_call *call, uint64_t hash)
{
    int arity = unit_op_arity(call->op);
    size_t words = (size_t) (arity + 1) * call->count;
    struct memo_call *known = memory_new(1, sizeof *known + words * sizeof(uint64_t));

    known->hash = hash;
    known->op = call->op;
    known->model = call->model;
    known->count = call->count;
    for (int k = 0; k < arity; k++)
        memcpy(known->words + (size_t) k * call->count, memo_operand(call, k),
               call->count * sizeof(uint64_t));
    return known;
}

static bool memo_can(const struct unit *unit, enum unit_op op,
                     const struct fp_model *model)
{
    const struct memo *memo = unit->priv;

    return memo->inner->can(memo->inner, op, model);
}

static bool memo_apply(const struct unit *unit, const struct unit_call *call)
{
    struct memo *memo = unit->priv;
    size_t size = call->count * sizeof(uint64_t);

    if (!memo->calls)
        memo->calls = memory_new(PLACES, sizeof *memo->calls);
    if (call->count > MEMO_CASES_MAX)
        return memo->inner->apply(memo->inner, call);

    uint64_t hash = hash_of(call);
    struct memo_call **place = memo_find(memo, call, hash);
    size_t answers = (size_t) unit_op_arity(call->op) * call->count;

    if (*place) {
        memcpy(call->out, (*place)->words + answers, size);
        return true;
    }
    struct memo_call *known = memo->count < MEMO_CALLS ? memo_keep(call, hash) : NULL;

    if (!memo->inner->apply(memo->inner, call)) {
        free(known);
        return false;
    }
    if (known) {
        memcpy(known->words + answers, call->out, size);
        *place = known;
        memo->count++;
    }
    return true;
}

struct unit unit_memo(struct memo *memo, const struct unit *inner)
{
    memo->inner = inner;
    return (struct unit){
        .name = inner->name,
        .next = inner->next,
        .can = memo_can,
        .apply = memo_apply,
        .priv = memo,
    };
}

void memo_finish(struct memo *memo)
{
    for (size_t i = 0; memo->calls && i < PLACES; i++)
        free(memo->calls[i]);
    free(memo->calls);
    *memo = (struct memo){ 0 };
}
