// SPDX-License-Identifier: MIT
//
// Counts the properties of a block that depend on more than one input: falls, symmetry,
// edges of cells.

#include "base/fp_bits.h"
#include "sweep/exact.h"
#include "sweep/judge_block.h"
#include "sweep/tally.h"

#include "base/fp_format.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct cell *judge_block_cell(const struct judge_block *block, uint64_t number)
{
    return &block->sides[domain_side(block->judge->domain, number)];
}

uint64_t judge_block_bits(const struct judge_block *block, int index)
{
    if (block->judge->type == FUNCTION_BINARY64)
        return ((const uint64_t *) block->words)[index];
    return ((const uint32_t *) block->words)[index];
}

double judge_block_value(enum function_type type, uint64_t bits)
{
    uint32_t pair[2] = { (uint32_t) bits, 0 };
    double value, other;

    if (type == FUNCTION_BINARY64)
        return fp_from_bits64(bits);
    judge_vector_baseline.decode(type, pair, &value, &other, 1);
    return value;
}

static void see_edges(const struct judge_block *block)
{
    int last = 2 * block->pairs - 1;

    for (int s = 0; s < 2; s++) {
        struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
        bool first = s == 0 || cell != judge_block_cell(block, block->first);

        if (first && !tally_inputs(cell))
            cell->edge[0] = judge_block_bits(block, s);
        cell->edge[1] = judge_block_bits(block, last - 1 + s);
    }
}

void judge_block_enter(struct judge_block *block, uint64_t first, const void *words,
                       int pairs)
{
    enum function_type type = block->judge->type;

    assert(pairs >= 1 && pairs <= JUDGE_PLANE);
    block->first = first;
    block->pairs = pairs;
    block->words = words;
    see_edges(block);
    if (type != FUNCTION_BINARY64) {
        block->reference.vector->decode(type, words, block->got[0] + JUDGE_PAD,
                                        block->got[1] + JUDGE_PAD, pairs);
        return;
    }
    for (int i = 0; i < 2 * pairs; i++)
        block->got[i & 1][JUDGE_PAD + i / 2] =
            judge_block_value(type, judge_block_bits(block, i));
}

static void count_falls(struct judge_block *block, int s, int direction)
{
    const double *got = block->got[s] + JUDGE_PAD;
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    int falls = block->reference.vector->falls(got, block->pairs, direction);

    cell->falls += (uint64_t) falls;
    if (!falls || cell->first_fall != CELL_NONE)
        return;
    for (int i = block->pairs - 1; i >= 0; i--)
        if (direction > 0 ? got[i] < got[i - 1] : got[i] > got[i - 1])
            cell->first_fall = block->first + 2 * (uint64_t) i + (uint64_t) s;
}

// Returns true if two results break the symmetry. Saturated integers are as symmetric
// as they can be, and integers have no sign of zero.
static bool judge_order_breaks(const struct judge_block *block, double even, double odd,
                               bool negate)
{
    double want = negate ? -even : even;

    if (isnan(even) && isnan(odd))
        return false;
    if (function_integer(block->judge->type))
        return odd != want && !(even == 0x1p31 - 1 && odd == -0x1p31);
    return fp_bits64(odd) != fp_bits64(want);
}

static void count_breaks(struct judge_block *block, bool negate)
{
    const double *even = block->got[0] + JUDGE_PAD, *odd = block->got[1] + JUDGE_PAD;
    struct cell *cell = judge_block_cell(block, block->first + 1);

    if (!block->reference.vector->breaks(even, odd, block->pairs, negate))
        return;
    for (int i = 0; i < block->pairs; i++)
        if (judge_order_breaks(block, even[i], odd[i], negate)) {
            cell->breaks++;
            if (cell->first_break == CELL_NONE)
                cell->first_break = block->first + 2 * (uint64_t) i + 1;
        }
}

// Returns true if results must be symmetric. An odd function that is rounded up or down
// is not odd, and neither is one without signs.
static bool symmetric(const struct judge *judge)
{
    const struct math *math = &math_list[judge->math];

    if (math->operands != MATH_FLOAT || judge->domain->kind != DOMAIN_BITS)
        return false;
    if (math->parity == MATH_ODD)
        return judge->type != FUNCTION_UINT32 && judge->round != FP_RUP &&
               judge->round != FP_RDN;
    return math->parity == MATH_EVEN;
}

void judge_block_order(struct judge_block *block)
{
    const struct judge *judge = block->judge;
    const struct math *math = &math_list[judge->math];
    bool ordered =
        judge->domain->kind == DOMAIN_BITS || judge->domain->kind == DOMAIN_DOUBLES;

    for (int s = 0; s < 2; s++) {
        if (ordered && math->direction[s])
            count_falls(block, s, math->direction[s]);
        block->got[s][JUDGE_PAD - 1] = block->got[s][JUDGE_PAD + block->pairs - 1];
    }
    if (symmetric(judge))
        count_breaks(block, math->parity == MATH_ODD);
}

void judge_block_exact(struct judge_block *block, uint64_t first, const void *words,
                       int pairs)
{
    const struct judge *judge = block->judge;

    judge_block_enter(block, first, words, pairs);
    for (int i = 0; i < 2 * pairs; i++) {
        const uint64_t number = first + (uint64_t) i;
        const struct exact_call call = {
            .math = judge->math,
            .domain = judge->domain->kind,
            .operands = domain_operands(judge->domain, number),
            .type = judge->type,
            .round = judge->round,
            .got = judge_block_bits(block, i),
        };
        struct exact exact;
        struct rare rare;

        exact_judge(&call, &exact);
        rare = exact_rare(&exact);
        judge_block_count(block, number, call.got, &rare);
    }
    judge_block_order(block);
}
