// SPDX-License-Identifier: MIT
//
// How it works
//
// Variables become values by the method of M. Braun et al., "Simple and Efficient
// Construction of Static Single Assignment Form", CC 2013. A block remembers the value of
// each variable that it wrote or read. A read that finds none asks the blocks before it;
// where several lead into a block, it makes a phi, a value that takes another one on each
// edge. A block is sealed when all edges into it are known, which those of a loop's
// header are only at its end: until then a phi there has no operands. A phi whose
// operands are all one value, or itself, is that value.

#include "base/memory.h"
#include "shade/lower_private.h"
#include "shade/undefined.h"

#include <stdlib.h>
#include <string.h>

// ---- definitions ----

static uint64_t ssa_key_of(uint32_t slot, uint32_t block)
{
    return ((uint64_t) block << 32 | slot) + 1;
}

static struct lower_definition *find_definition(const struct lower *lower, uint64_t key)
{
    uint32_t mask = lower->definition_room - 1;
    uint32_t at = (uint32_t) (key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;

    while (lower->definitions[at].key && lower->definitions[at].key != key)
        at = (at + 1) & mask;
    return &lower->definitions[at];
}

static void grow_definitions(struct lower *lower)
{
    struct lower_definition *old = lower->definitions;
    uint32_t room = lower->definition_room;

    if (room && lower->definition_count < room / 2)
        return;
    lower->definition_room = room ? 2 * room : 1024;
    lower->definitions = memory_new(lower->definition_room, sizeof *old);
    for (uint32_t i = 0; i < room; i++)
        if (old[i].key)
            *find_definition(lower, old[i].key) = old[i];
    free(old);
}

static void define_at(struct lower *lower, uint32_t slot, uint32_t block, uint32_t value)
{
    struct lower_definition *place;

    grow_definitions(lower);
    place = find_definition(lower, ssa_key_of(slot, block));
    lower->definition_count += !place->key;
    *place = (struct lower_definition){ ssa_key_of(slot, block), value };
}

void lower_write(struct lower *lower, uint32_t slot, uint32_t value)
{
    define_at(lower, slot, lower->block, value);
}

uint32_t lower_new_slots(struct lower *lower, uint32_t type, bool relaxed)
{
    uint32_t first = lower->slot_count, count = lower->spirv->ids[type].slots;

    for (uint32_t k = 0; k < count; k++) {
        lower->slots = lower_grow(lower->slots, lower->slot_count, &lower->slot_room,
                                  sizeof *lower->slots);
        lower->slots[lower->slot_count++] =
            (struct lower_slot){ lower_is_int(lower, type, k), relaxed };
    }
    return first;
}

// ---- phis ----

static uint32_t new_phi(struct lower *lower, uint32_t block, uint32_t slot)
{
    uint32_t number = lower->phi_count++;

    lower->phis = lower_grow(lower->phis, number, &lower->phi_room, sizeof *lower->phis);
    lower->phis[number] = (struct lower_phi){
        .block = block,
        .slot = slot,
        .value = lower_new_value(lower, lower->slots[slot].is_int),
        .next = lower->blocks[block].first_phi,
    };
    lower->values[lower->phis[number].value].is_loose = true;
    lower->blocks[block].first_phi = number;
    define_at(lower, slot, block, lower->phis[number].value);
    return number;
}

void lower_fill_phi(struct lower *lower, uint32_t phi)
{
    const struct lower_phi filled = lower->phis[phi];
    uint32_t count = lower->blocks[filled.block].pred_count;
    uint32_t first = lower->operand_count;

    lower->phis[phi].filled = true;
    lower->phis[phi].first_operand = first;
    lower->phis[phi].operand_count = count;
    for (uint32_t k = 0; k < count; k++) {
        lower->operands = lower_grow(lower->operands, lower->operand_count,
                                     &lower->operand_room, sizeof *lower->operands);
        lower->operands[lower->operand_count++] = 0;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t edge = lower->blocks[filled.block].preds[k];
        uint32_t value = lower_read_at(lower, filled.slot, lower->edges[edge].from);

        lower->operands[first + k] = value;
    }
}

uint32_t lower_read_at(struct lower *lower, uint32_t slot, uint32_t block)
{
    uint32_t at = block, value;

    grow_definitions(lower);
    for (;;) {
        const struct lower_block *here = &lower->blocks[at];
        const struct lower_definition *known =
            find_definition(lower, ssa_key_of(slot, at));

        if (known->key) {
            value = known->value;
            break;
        }
        if (!here->sealed || here->pred_count > 1) {
            uint32_t phi = new_phi(lower, at, slot);

            if (here->sealed)
                lower_fill_phi(lower, phi);
            value = lower->phis[phi].value;
            break;
        }
        if (here->pred_count == 0) {
            value = lower->undefined[lower->slots[slot].is_int];
            break;
        }
        at = lower->edges[here->preds[0]].from;
    }
    define_at(lower, slot, block, value);
    return value;
}

uint32_t lower_read(struct lower *lower, uint32_t slot)
{
    return lower_read_at(lower, slot, lower->block);
}

// ---- blocks ----

uint32_t lower_new_block(struct lower *lower)
{
    uint32_t number = lower->block_count++;

    lower->blocks =
        lower_grow(lower->blocks, number, &lower->block_room, sizeof *lower->blocks);
    lower->blocks[number] =
        (struct lower_block){ .order = LOWER_NONE, .first_phi = LOWER_NONE };
    return number;
}

void lower_start(struct lower *lower, uint32_t block)
{
    struct lower_block *started = &lower->blocks[block];

    if (started->started) {
        lower_refuse(lower, "a block begins twice");
        return;
    }
    started->started = true;
    started->order = lower->blocks_started++;
    started->built.first_insn = lower->program.insn_count;
    lower->block = block;
}

void lower_seal(struct lower *lower, uint32_t block)
{
    if (lower->blocks[block].sealed)
        return;
    lower->blocks[block].sealed = true;
    for (uint32_t i = lower->blocks[block].first_phi; i != LOWER_NONE;
         i = lower->phis[i].next)
        if (!lower->phis[i].filled)
            lower_fill_phi(lower, i);
}

void lower_add_edge(struct lower *lower, uint32_t to, int32_t literal)
{
    struct lower_block *block = &lower->blocks[to];
    uint32_t number = lower->edge_count++;

    lower->edges =
        lower_grow(lower->edges, number, &lower->edge_room, sizeof *lower->edges);
    lower->edges[number] = (struct lower_edge){ lower->block, to, literal };
    block->preds =
        memory_resize(block->preds, block->pred_count + 1, sizeof *block->preds);
    block->preds[block->pred_count++] = number;
}

void lower_end(struct lower *lower, enum program_end end, uint32_t value)
{
    struct program_block *built = &lower->blocks[lower->block].built;

    built->insn_count = lower->program.insn_count - built->first_insn;
    built->end = end;
    built->value = value;
    built->line = lower->line;
    lower->block = LOWER_NONE;
}

// ---- the end ----

// Replaces phis that are one value by that value, until none is left.
static void simplify(struct lower *lower)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < lower->phi_count; i++) {
            const struct lower_phi *phi = &lower->phis[i];
            uint32_t only = LOWER_NONE;
            bool several = false;

            if (lower_find(lower, phi->value) != phi->value)
                continue;
            for (uint32_t k = 0; k < phi->operand_count; k++) {
                uint32_t from =
                    lower_find(lower, lower->operands[phi->first_operand + k]);

                several |= from != phi->value && only != LOWER_NONE && from != only;
                if (from != phi->value)
                    only = from;
            }
            if (several)
                continue;
            lower->values[phi->value].forward = only == LOWER_NONE ? 0 : only;
            changed = true;
        }
    }
}

static void add_moves(struct lower *lower, struct program_edge *edge, uint32_t number,
                      uint32_t *room)
{
    struct program *program = &lower->program;
    uint32_t to = lower->edges[number].to;

    edge->first_move = program->move_count;
    for (uint32_t i = lower->blocks[to].first_phi; i != LOWER_NONE;
         i = lower->phis[i].next) {
        const struct lower_phi *phi = &lower->phis[i];
        const struct lower_slot *slot = &lower->slots[phi->slot];
        uint32_t k = 0;

        if (lower_find(lower, phi->value) != phi->value)
            continue;
        while (lower->blocks[to].preds[k] != number)
            k++;
        program->moves =
            lower_grow(program->moves, program->move_count, room, sizeof *program->moves);
        program->moves[program->move_count++] = (struct program_move){
            .to = phi->value,
            .from = lower_find(lower, lower->operands[phi->first_operand + k]),
            .rounds = lower->traits->joins_round && slot->relaxed && !slot->is_int,
            .precision = PROGRAM_MEDIUM,
            .is_int = slot->is_int,
        };
    }
    edge->move_count = program->move_count - edge->first_move;
}

static void take_blocks(struct lower *lower)
{
    struct program *program = &lower->program;
    uint32_t move_room = 0, first = 0;

    program->block_count = lower->blocks_started;
    program->blocks = memory_new(program->block_count, sizeof *program->blocks);
    program->edges = memory_new(lower->edge_count, sizeof *program->edges);
    program->edge_count = lower->edge_count;
    for (uint32_t i = 0; i < lower->block_count; i++)
        if (lower->blocks[i].started)
            program->blocks[lower->blocks[i].order] = lower->blocks[i].built;
    // the edges of a block follow each other
    for (uint32_t i = 0; i < lower->edge_count; i++) {
        const struct lower_edge *from = &lower->edges[i];
        struct program_block *block = &program->blocks[lower->blocks[from->from].order];
        uint32_t target = lower->blocks[from->to].order;

        if (block->edge_count++ == 0)
            block->first_edge = i;
        program->edges[i] =
            (struct program_edge){ .target = target, .literal = from->literal };
        add_moves(lower, &program->edges[i], i, &move_room);
        first = lower->blocks[from->from].order;
        for (uint32_t k = target; k <= first; k++)
            program->blocks[k].repeats = true;
    }
}

// Puts the prologue before the rest, and names values by what they are.
static void take_insns(struct lower *lower)
{
    struct program *program = &lower->program;
    uint32_t ahead = lower->prologue_count, count = program->insn_count;
    struct program_insn *all = memory_new((size_t) ahead + count, sizeof *all);

    if (ahead)
        memcpy(all, lower->prologue, ahead * sizeof *all);
    if (count)
        memcpy(all + ahead, program->insns, count * sizeof *all);
    free(program->insns);
    program->insns = all;
    program->insn_count = ahead + count;
    program->prologue = ahead;
    for (uint32_t i = 0; i < program->insn_count; i++)
        for (int k = 0; k < 3; k++) {
            all[i].in[k] = lower_find(lower, all[i].in[k]);
            if ((all[i].in[k] == lower->undefined[0] ||
                 all[i].in[k] == lower->undefined[1]) &&
                all[i].op < PROGRAM_STORE)
                all[i].undefined = UNDEFINED_READ;
        }
    for (uint32_t i = 0; i < program->block_count; i++) {
        program->blocks[i].first_insn += ahead;
        program->blocks[i].value = lower_find(lower, program->blocks[i].value);
    }
    for (int k = 0; k < PROGRAM_OUTPUTS; k++)
        program->outputs[k] = lower_find(lower, program->outputs[k]);
}

void lower_assemble(struct lower *lower)
{
    struct program *program = &lower->program;

    simplify(lower);
    take_blocks(lower);
    take_insns(lower);
    program->value_count = lower->value_count;
    for (uint32_t i = 0; i < program->insn_count; i++)
        if (program->insns[i].line >= program->line_count)
            program->line_count = program->insns[i].line + 1;
    program_place(program);
}
