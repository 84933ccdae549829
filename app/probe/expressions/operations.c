// SPDX-License-Identifier: MIT
//
// How it works
//
// Ten operations, an expression each, of operands built for the format that was found:
// draft_sums.c and draft_quotients.c tell how. Each row of 128 cases parts all
// rules of rounding that the operation can part, and what else a device may do instead:
// a quotient by a reciprocal, a product without its lowest columns, fused or not.
//
// Answers are computed step by step with the device's traits. 1 / sqrt(a) is no
// operation of a unit: operation_exact.c has it, correctly rounded.

#include "probe/expressions/operations.h"
#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/kinds.h"
#include "probe/shared/postfix.h"
#include "unit/operation_exact.h"

// clang-format off
const struct operations_row operations_rows[OPERATIONS_COUNT] = {
    [OPERATIONS_ADD] = { CASES_SUM, { 1, 0 }, OPERATIONS_ONE_STEP, true, 0.5, { 0 } },
    [OPERATIONS_SUB] = { CASES_SUM, { 1, 0 }, OPERATIONS_ONE_STEP, true, 0.5, { 0 } },
    [OPERATIONS_MUL] = { CASES_PRODUCT, { 1, 0 }, OPERATIONS_ONE_STEP, true, 0.5, { 0 } },
    [OPERATIONS_DIV] = { CASES_QUOTIENT, { 1, 1 }, OPERATIONS_ONE_STEP, true, 2.5,
                         { 0, &kind_by_reciprocal } },
    [OPERATIONS_FMA] = { CASES_FUSED, { 1, 1 }, OPERATIONS_ONE_STEP, true, 0.5,
                         { &kind_fused, &kind_separate } },
    [OPERATIONS_MUL_ADD] = { CASES_FUSED, { 1, 1 }, OPERATIONS_TWO_STEPS, true, 1,
                             { &kind_fused, &kind_separate } },
    [OPERATIONS_SQRT] = { CASES_ROOT, { 1, 0 }, OPERATIONS_ONE_STEP, true, 5, { 0 } },
    [OPERATIONS_INVERSESQRT] = { CASES_RECIPROCAL_ROOT, { 1, 0 }, OPERATIONS_ONE_STEP,
                                 false, 2, { 0 } },
    [OPERATIONS_RECIPROCAL] = { CASES_RECIPROCAL, { 1, 0 }, OPERATIONS_ONE_STEP,
                                false, 2.5, { 0 } },
    // 2.5 ulp of 1 / b may be five of the product, which is rounded besides
    [OPERATIONS_MUL_RECIPROCAL] = { CASES_QUOTIENT, { 0, 1 }, OPERATIONS_TWO_STEPS,
                                    false, 5.5, { 0 } },
};
// clang-format on

void operations_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    struct fp_format format = { params->precision_bits, params->model.format.emax };
    struct fp_format carrier = expressions_carrier(params);
    uint64_t patterns[3];

    cases_get(format, operations_rows[line].cases, at, patterns);
    if (line == OPERATIONS_SUB)
        patterns[1] ^= fp_zero(format, true);
    for (int k = 0; k < 3; k++)
        words[k] = fp_convert(format, carrier, FP_RNE, patterns[k]);
    words[3] = fp_pack(carrier, FP_RNE, false, 0, 1, false);
}

// Returns how a device of these traits computes an expression. A compiler that fuses a
// sum uses one operation, even if fma() is two.
static enum operations_candidate computed_by(const struct expressions_call *call)
{
    enum operations_candidate wanted = operations_rows[call->expression].wanted;

    if (call->expression == OPERATIONS_FMA && call->traits->fma_separate)
        return OPERATIONS_TWO_STEPS;
    if (call->expression == OPERATIONS_MUL_ADD &&
        call->traits->contracts & TRAITS_FUSES_MUL_ADD)
        return OPERATIONS_ONE_STEP;
    return wanted;
}

bool operations_answer(const struct expressions_call *call)
{
    const struct expression_candidate *candidate =
        expressions_candidate(call->probe, call->expression, (int) computed_by(call));
    struct postfix what = { { candidate->programs[0] } };
    uint64_t values[EXPRESSIONS_CHUNK];

    if (call->expression != OPERATIONS_INVERSESQRT)
        return postfix_answer(call, &what);
    expressions_load(call, 0, values);
    for (size_t i = 0; i < call->count; i++)
        values[i] = operation_exact_inversesqrt(&call->traits->model, values[i]);
    expressions_store(call, 0, values);
    return true;
}
