// SPDX-License-Identifier: MIT
//
// How it works
//
// Values get places, as registers are allocated. Most are used in the block that computes
// them, and only there: such a place is free again after the last use, so that a long
// program needs few of them, and they stay in a processor's cache. A result never takes
// the place of an operand of the same operation, since some operations read other lanes.

#include "shade/program.h"

#include "base/memory.h"

#include <stdlib.h>

#define NOWHERE UINT32_MAX

struct allocation {
    struct program *program;
    uint32_t *home;  // the block of a value, NOWHERE if it is used outside, or none
    uint32_t *last;  // the last use in that block, by the number of the operation
    uint32_t *place; // of a value
    uint32_t *open;  // places that are free
    uint32_t open_count, shared, most; // shared: places that are not of a block
};

static void use(struct allocation *all, uint32_t value, uint32_t block, uint32_t at)
{
    if (all->home[value] != block)
        all->home[value] = NOWHERE;
    all->last[value] = at;
}

// Finds for each value the block in which it lives, and its last use there.
static void find_homes(struct allocation *all)
{
    const struct program *program = all->program;

    for (uint32_t v = 0; v < program->value_count; v++)
        all->home[v] = NOWHERE;
    for (uint32_t b = 0; b < program->block_count; b++)
        for (uint32_t k = 0; k < program->blocks[b].insn_count; k++)
            all->home[program->insns[program->blocks[b].first_insn + k].out] = b;
    for (uint32_t b = 0; b < program->block_count; b++) {
        const struct program_block *block = &program->blocks[b];
        uint32_t end = block->first_insn + block->insn_count;

        for (uint32_t k = block->first_insn; k < end; k++)
            for (int i = 0; i < 3; i++)
                use(all, program->insns[k].in[i], b, k);
        use(all, block->value, b, end);
        for (uint32_t e = 0; e < block->edge_count; e++) {
            const struct program_edge *edge = &program->edges[block->first_edge + e];

            for (uint32_t m = 0; m < edge->move_count; m++)
                use(all, program->moves[edge->first_move + m].from, b, end);
        }
    }
    for (uint32_t m = 0; m < program->move_count; m++)
        all->home[program->moves[m].to] = NOWHERE;
    for (int k = 0; k < PROGRAM_OUTPUTS; k++)
        all->home[program->outputs[k]] = NOWHERE;
}

static void free_after(struct allocation *all, uint32_t value, uint32_t at)
{
    if (all->home[value] != NOWHERE && all->last[value] <= at &&
        all->place[value] != NOWHERE) {
        all->open[all->open_count++] = all->place[value];
        all->last[value] = NOWHERE; // once
    }
}

static void place_block(struct allocation *all, const struct program_block *block)
{
    uint32_t used = all->shared;

    all->open_count = 0;
    for (uint32_t k = block->first_insn; k < block->first_insn + block->insn_count; k++) {
        struct program_insn *insn = &all->program->insns[k];

        insn->is_local = all->home[insn->out] != NOWHERE;
        if (insn->is_local)
            all->place[insn->out] =
                all->open_count ? all->open[--all->open_count] : used++;
        for (int i = 0; i < 3; i++)
            free_after(all, insn->in[i], k);
        free_after(all, insn->out, k);
    }
    if (used > all->most)
        all->most = used;
}

static void rename_values(struct program *program, const uint32_t *place)
{
    for (uint32_t k = 0; k < program->insn_count; k++) {
        program->insns[k].out = place[program->insns[k].out];
        for (int i = 0; i < 3; i++)
            program->insns[k].in[i] = place[program->insns[k].in[i]];
    }
    for (uint32_t b = 0; b < program->block_count; b++)
        program->blocks[b].value = place[program->blocks[b].value];
    for (uint32_t m = 0; m < program->move_count; m++) {
        program->moves[m].to = place[program->moves[m].to];
        program->moves[m].from = place[program->moves[m].from];
    }
    for (uint32_t k = 0; k < program->constant_count; k++)
        program->constants[k].value = place[program->constants[k].value];
    for (uint32_t k = 0; k < program->external_count; k++)
        program->externals[k].first = place[program->externals[k].first];
    for (int k = 0; k < PROGRAM_OUTPUTS; k++)
        program->outputs[k] = place[program->outputs[k]];
}

void program_place(struct program *program)
{
    const uint32_t count = program->value_count;
    struct allocation all = { .program = program,
                              .home = memory_new(count, sizeof *all.home),
                              .last = memory_new(count, sizeof *all.last),
                              .place = memory_new(count, sizeof *all.place),
                              .open = memory_new(count, sizeof *all.open) };

    find_homes(&all);
    for (uint32_t v = 0; v < count; v++)
        all.place[v] = all.home[v] == NOWHERE ? all.shared++ : NOWHERE;
    all.most = all.shared;
    for (uint32_t b = 0; b < program->block_count; b++)
        place_block(&all, &program->blocks[b]);
    rename_values(program, all.place);
    program->value_count = all.most;
    free(all.home);
    free(all.last);
    free(all.place);
    free(all.open);
}

void program_finish(struct program *program)
{
    free(program->insns);
    free(program->blocks);
    free(program->edges);
    free(program->moves);
    free(program->constants);
    free(program->externals);
    *program = (struct program){ 0 };
}
