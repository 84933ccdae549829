// SPDX-License-Identifier: MIT
//
// How it works
//
// A mediump variable holds a number of highp, a or c. The operands have 24 bits, and the
// results come back in highp, so that the number itself shows whether it was rounded.
// Operands of `made` and `returned` are halves, whose sum needs more bits than mediump
// has; those of `compare` differ, and not when they are rounded.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <math.h>

#define BITS         24
#define DIRECT_RULES 11 // of enum fp_round: those without guard bits

void medium_values_operand(const struct probe_params *params, int line, int at,
                           uint64_t *words)
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) (at + 1);
    int p = line == MEDIUM_VALUES_MADE || line == MEDIUM_VALUES_RETURNED ? 11 : BITS;
    double a = draws_number(&state, p, 0), c = draws_number(&state, p, at % 8);

    (void) params;
    if (line == MEDIUM_VALUES_COMPARE)
        c = a + ldexp(1, -22);
    if (line == MEDIUM_VALUES_INT)
        a = 2049 + 2 * draws_below(&state, 15000);
    words[0] = fp_bits((float) a);
    words[1] = fp_bits(at % 3 ? -1 : 1);
    words[2] = fp_bits((float) c);
    words[3] = fp_bits(1);
}

// ---- answers ----

// The number that a case gives where it is rounded by `model`, or, if that is NULL,
// nowhere.
static double medium_rounded(const struct fp_model *model, double x)
{
    uint64_t bits;

    if (!model)
        return x;
    bits = fp_convert(FP_BINARY64, model->format, model->round, fp_bits64(x));
    return fp_from_bits64(fp_convert(model->format, FP_BINARY64, FP_RNE, bits));
}

static double medium_number(int line, const struct fp_model *model, double a, double b,
                            double c)
{
    switch (line) {
    case MEDIUM_VALUES_MOVED:
    case MEDIUM_VALUES_USED:
    case MEDIUM_VALUES_INT: return medium_rounded(model, a);
    case MEDIUM_VALUES_MADE:
    case MEDIUM_VALUES_RETURNED: return medium_rounded(model, a + c);
    case MEDIUM_VALUES_COMPARE:
        return medium_rounded(model, a) < medium_rounded(model, c);
    // The loop runs at least once.
    case MEDIUM_VALUES_LOOP: return medium_rounded(model, c);
    default: return medium_rounded(model, b < 0 ? c : a);
    }
}

// What a compiler does that rounds the operations of mediump, and nothing else.
static bool rounds_by_default(int line)
{
    return line == MEDIUM_VALUES_USED || line == MEDIUM_VALUES_MADE ||
           line == MEDIUM_VALUES_RETURNED || line == MEDIUM_VALUES_COMPARE ||
           line == MEDIUM_VALUES_INT;
}

static double number_at(const uint64_t *words, size_t at)
{
    return (double) fp_from_bits((uint32_t) words[at]);
}

static uint64_t medium_word(const uint64_t *const *in, size_t at, int line,
                            const struct fp_model *model)
{
    return fp_bits((float) medium_number(line, model, number_at(in[0], at),
                                         number_at(in[1], at), number_at(in[2], at)));
}

bool medium_values_answer(const struct expressions_call *call)
{
    int line = call->expression;
    const struct fp_model *model = rounds_by_default(line) ? &call->traits->model : NULL;

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = medium_word(call->in, i, line, model);
    return true;
}

// ---- the judge ----

static long medium_agree(const struct expressions_seen *seen,
                         const struct fp_model *model)
{
    long agree = 0;

    for (size_t i = 0; i < seen->count; i++)
        agree += seen->got[0][i] == medium_word(seen->in, i, seen->expression, model);
    return agree;
}

// Returns the rules by which all cases are rounded, as a set.
static uint32_t medium_rules(const struct expressions_seen *seen)
{
    struct fp_model model = seen->known.model;
    uint32_t rules = 0;

    for (int round = 0; round < DIRECT_RULES; round++) {
        model.round = (enum fp_round) round;
        if (medium_agree(seen, &model) == (long) seen->count)
            rules |= VERDICT_RULE(model.round);
    }
    return rules;
}

bool medium_values_judge(const struct expressions_seen *seen, struct finding *finding,
                         struct traits *found)
{
    bool wide = medium_agree(seen, NULL) == (long) seen->count;
    uint32_t rules = medium_rules(seen);

    finding->survivors = rules;
    finding->agree = wide || rules ? (long) seen->count : 0;
    if (wide && rules)
        FINDING_SAY(finding, &kind_rounded_unseen);
    else if (wide || rules)
        FINDING_SAY(finding, wide ? &kind_not_rounded : &kind_rounded);
    else
        FINDING_SAY(finding, &kind_neither);
    return expressions_reproduces(seen, found);
}
