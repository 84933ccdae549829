// SPDX-License-Identifier: MIT
//
// How it works
//
// Candidates are tried from the simple to the odd, each under every rule of rounding:
// the operation as it stands; then in wider registers, where others were found to be kept
// in such; then in two steps (a * (1 / b), a product and a sum, or a product and a sum in
// one); then with multipliers that drop columns of partial products; then a product and a
// sum in one that truncates the product; then in all bits of the carrier, as where
// mediump is not heeded. The first that reproduces every case bit for bit is it, with all
// rules under which it does.
//
// Where more bits may be kept, a product and a sum in one step are not told from two that
// are kept, unless a case needs more bits than these: a product that is a tie, and an
// addend so small that the registers lose it. In p bits such an addend lies up to 3 p
// bits below the product, or as far as the range goes. What both give is either.
//
// Which rules there can be: sums have all 21, products and fused sums the first eleven; a
// quotient or a root is never a tie, so that the six rules to nearest are one; and roots
// are positive, so that toward zero and down are one, and away from zero and up.

#include "probe/expressions/operations.h"
#include "probe/shared/kept.h"

#define COLUMNS_MAX 8

#define ONE_STEP  OPERATIONS_ONE_STEP
#define TWO_STEPS OPERATIONS_TWO_STEPS
#define STEPS     OPERATIONS_STEPS

static bool has_product(int line, enum operations_candidate steps)
{
    return line == OPERATIONS_MUL || steps == TWO_STEPS;
}

bool operations_find_sums(int line, enum operations_candidate steps)
{
    return line == OPERATIONS_ADD || line == OPERATIONS_SUB ||
           ((line == OPERATIONS_FMA || line == OPERATIONS_MUL_ADD) && steps == TWO_STEPS);
}

// The traits of a device that computes so.
static struct traits operations_find_traits_of(const struct expressions_seen *seen,
                                               enum operations_candidate steps,
                                               int columns)
{
    struct traits traits = TRAITS_NONE(seen->known.model);

    traits.multiplier = columns;
    traits.by_reciprocal = seen->expression == OPERATIONS_DIV && steps == TWO_STEPS;
    traits.fma_separate = seen->expression == OPERATIONS_FMA && steps == TWO_STEPS;
    if (seen->expression == OPERATIONS_MUL_ADD && steps == ONE_STEP)
        traits.contracts = TRAITS_FUSES_MUL_ADD;
    return traits;
}

static bool operations_find_try(const struct expressions_seen *seen,
                                enum operations_candidate steps, int columns,
                                struct operations_found *candidate)
{
    struct traits traits = operations_find_traits_of(seen, steps, columns);
    uint32_t rules =
        expressions_rules(seen, &traits, operations_find_sums(seen->expression, steps));

    if (rules)
        *candidate = (struct operations_found){ .steps = steps,
                                                .columns_min = columns,
                                                .columns_max = columns,
                                                .rules = rules,
                                                .traits = traits };
    return rules != 0;
}

// The fewest columns that reproduce the answers, and the most.
static bool try_columns(const struct expressions_seen *seen,
                        enum operations_candidate steps,
                        struct operations_found *candidate)
{
    struct operations_found more;
    int columns = 0;

    while (columns <= COLUMNS_MAX &&
           !operations_find_try(seen, steps, columns, candidate))
        columns++;
    if (columns > COLUMNS_MAX)
        return false;
    while (columns < COLUMNS_MAX && operations_find_try(seen, steps, columns + 1, &more))
        candidate->columns_max = ++columns;
    return true;
}

// In two steps, by an instruction that truncates the first (FMAD): all columns are kept.
static bool operations_find_try_mad(const struct expressions_seen *seen,
                                    struct operations_found *candidate)
{
    struct traits traits = operations_find_traits_of(seen, ONE_STEP, -1);
    int columns = seen->known.model.format.precision - 1;
    uint32_t rules;

    traits.mad = true;
    rules = expressions_rules(seen, &traits,
                              operations_find_sums(seen->expression, TWO_STEPS));
    if (rules)
        *candidate = (struct operations_found){ .steps = TWO_STEPS,
                                                .columns_min = columns,
                                                .columns_max = columns,
                                                .rules = rules,
                                                .traits = traits };
    return rules != 0;
}

struct postfix operations_find_other(const struct expressions_seen *seen)
{
    enum operations_candidate wanted = operations_rows[seen->expression].wanted;
    int other = wanted == ONE_STEP ? OPERATIONS_TWO_STEPS : OPERATIONS_ONE_STEP;

    return (struct postfix){
        { expressions_candidate(seen->probe, seen->expression, other)->programs[0] }
    };
}

// The same answers, taken for those of another expression that has the same operands.
static bool try_other(const struct expressions_seen *seen,
                      struct operations_found *candidate)
{
    struct postfix what = operations_find_other(seen);
    struct expressions_seen other = *seen;

    if (seen->expression != OPERATIONS_INVERSESQRT &&
        seen->expression != OPERATIONS_MUL_RECIPROCAL)
        return false;
    other.programs = &what;
    bool found = operations_find_try(&other, ONE_STEP, -1, candidate);

    candidate->other = found;
    return found;
}

static bool try_steps(const struct expressions_seen *seen,
                      struct operations_found *candidate)
{
    const struct operations_row *row = &operations_rows[seen->expression];
    enum operations_candidate order[STEPS] = { row->wanted, row->wanted == ONE_STEP };

    for (int i = 0; i < STEPS; i++)
        if (row->possible[order[i]] && operations_find_try(seen, order[i], -1, candidate))
            return true;
    return false;
}

static bool is_multiply_add(int line)
{
    return line == OPERATIONS_FMA || line == OPERATIONS_MUL_ADD;
}

// In registers that are wider than the format, by so many bits.
static bool try_inside_bits(const struct expressions_seen *seen, int bits,
                            struct operations_found *candidate)
{
    enum operations_candidate steps = is_multiply_add(seen->expression)
                                          ? TWO_STEPS
                                          : operations_rows[seen->expression].wanted;
    struct traits traits = seen->known;

    traits.inside_bits = bits;
    uint32_t rules = expressions_rules(seen, &traits, false);

    if (rules)
        *candidate = (struct operations_found){ .steps = steps,
                                                .columns_min = -1,
                                                .columns_max = -1,
                                                .rules = rules,
                                                .traits = traits };
    return rules != 0;
}

// The same where expressions are kept in such. Where that is not known, of a product and
// a sum alone, in any.
static bool try_inside(const struct expressions_seen *seen,
                       struct operations_found *candidate)
{
    bool known = seen->params->inside_bits != VERDICT_INSIDE_UNKNOWN;
    int bits = 0;

    if (!known && !is_multiply_add(seen->expression))
        return false;
    while ((bits = kept_next(seen, bits)) != 0)
        if (try_inside_bits(seen, bits, candidate))
            return true;
    return false;
}

// A product and a sum where more bits may be kept: in two steps, kept, or in one. What
// may be either is taken for one step, as which the reference is asked for it.
static bool try_kept(const struct expressions_seen *seen,
                     struct operations_found *candidate)
{
    struct operations_found inside = { 0 };
    bool kept = try_inside(seen, &inside);
    bool fused = operations_find_try(seen, ONE_STEP, -1, candidate);

    if (kept && !fused)
        *candidate = inside;
    candidate->unclear = fused && (kept || kept_beyond(seen->params));
    candidate->rules |= inside.rules;
    return kept || fused;
}

// The operation as it stands, in wider registers or in other steps. Exact products of few
// bits look fused where they are kept before they are stored.
static bool operations_find_plain(const struct expressions_seen *seen,
                                  struct operations_found *candidate)
{
    bool keeps = is_multiply_add(seen->expression) && kept_may(seen->params);
    enum operations_candidate wanted = operations_rows[seen->expression].wanted;

    if (keeps && wanted == ONE_STEP)
        return try_kept(seen, candidate) || try_steps(seen, candidate);
    if (operations_find_try(seen, wanted, -1, candidate))
        return true;
    return keeps ? try_kept(seen, candidate)
                 : try_inside(seen, candidate) || try_steps(seen, candidate);
}

// In all bits of the carrier, as where mediump is not heeded.
static bool try_wide(const struct expressions_seen *seen,
                     struct operations_found *candidate)
{
    struct expressions_seen wide = *seen;

    wide.known.model.format = expressions_carrier(seen->params);
    return wide.known.model.format.precision > seen->params->precision_bits &&
           operations_find_plain(&wide, candidate);
}

bool operations_find(const struct expressions_seen *seen,
                     struct operations_found *candidate)
{
    const struct operations_row *row = &operations_rows[seen->expression];
    enum operations_candidate order[STEPS] = { row->wanted, row->wanted == ONE_STEP };

    if (operations_find_plain(seen, candidate))
        return true;
    for (int i = 0; i < STEPS; i++)
        if (row->possible[order[i]] && has_product(seen->expression, order[i]) &&
            try_columns(seen, order[i], candidate))
            return true;
    if (is_multiply_add(seen->expression) && operations_find_try_mad(seen, candidate))
        return true;
    return try_other(seen, candidate) || try_wide(seen, candidate);
}

// Of each operation to nearest even, in as many steps as IEEE 754 has it.
struct traits operations_find_754(const struct expressions_seen *seen)
{
    struct traits traits =
        operations_find_traits_of(seen, operations_rows[seen->expression].wanted, -1);

    traits.model.round = FP_RNE;
    return traits;
}
