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
#include "probe/shared/inside.h"
#include "probe/shared/kinds.h"
#include "unit/operation_exact.h"

#include <assert.h>

static const struct expression list[OPERATIONS_EXPRESSIONS] = {
    [OPERATIONS_ADD] = { "add", .label = "a + b" },
    [OPERATIONS_SUB] = { "sub", .label = "a - b" },
    [OPERATIONS_MUL] = { "mul", .label = "a * b" },
    [OPERATIONS_DIV] = { "div", .label = "a / b" },
    [OPERATIONS_FMA] = { "fma", .label = "fma(a, b, c)" },
    [OPERATIONS_MUL_ADD] = { "mul-add", .label = "a * b + c" },
    [OPERATIONS_SQRT] = { "sqrt", .label = "sqrt(a)" },
    [OPERATIONS_INVERSESQRT] = { "inversesqrt", .label = "inversesqrt(a)" },
    [OPERATIONS_RECIPROCAL] = { "reciprocal", .label = "1.0 / a" },
    [OPERATIONS_MUL_RECIPROCAL] = { "mul-reciprocal", .label = "a * (1.0 / b)" },
};

// clang-format off
const struct operations_row operations_rows[OPERATIONS_EXPRESSIONS] = {
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

static void operations_operand(const struct probe_params *params, int line, int at,
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

// What a compiler fuses is one operation, even where fma() is two.
static bool multiply_add(const struct expressions_call *call, const uint64_t *a,
                         const uint64_t *b, const uint64_t *c, uint64_t *out)
{
    struct traits fused = *call->traits;

    fused.fma_separate = false;
    if (fused.contracts & TRAITS_FUSES_MUL_ADD)
        return traits_apply(&fused, call->unit, UNIT_FMA, a, b, c, out, call->count);
    return expressions_apply(call, UNIT_MUL, a, b, NULL, out) &&
           expressions_apply(call, UNIT_ADD, out, c, NULL, out);
}

static void inverse_roots(const struct expressions_call *call, const uint64_t *a,
                          uint64_t *out)
{
    for (size_t i = 0; i < call->count; i++)
        out[i] = operation_exact_inversesqrt(&call->traits->model, a[i]);
}

static bool operations_compute(const struct expressions_call *call, const uint64_t *a,
                               const uint64_t *b, const uint64_t *c, uint64_t *out)
{
    uint64_t ones[EXPRESSIONS_CHUNK];

    for (size_t i = 0; i < call->count; i++)
        ones[i] = fp_pack(call->traits->model.format, FP_RNE, false, 0, 1, false);
    switch ((enum operations_line) call->expression) {
    case OPERATIONS_ADD: return expressions_apply(call, UNIT_ADD, a, b, NULL, out);
    case OPERATIONS_SUB: return expressions_apply(call, UNIT_SUB, a, b, NULL, out);
    case OPERATIONS_MUL: return expressions_apply(call, UNIT_MUL, a, b, NULL, out);
    case OPERATIONS_DIV: return expressions_apply(call, UNIT_DIV, a, b, NULL, out);
    case OPERATIONS_FMA: return expressions_apply(call, UNIT_FMA, a, b, c, out);
    case OPERATIONS_MUL_ADD: return multiply_add(call, a, b, c, out);
    case OPERATIONS_SQRT: return expressions_apply(call, UNIT_SQRT, a, NULL, NULL, out);
    case OPERATIONS_INVERSESQRT: inverse_roots(call, a, out); return true;
    case OPERATIONS_RECIPROCAL:
        return expressions_apply(call, UNIT_DIV, ones, a, NULL, out);
    case OPERATIONS_MUL_RECIPROCAL:
        return expressions_apply(call, UNIT_DIV, ones, b, NULL, out) &&
               expressions_apply(call, UNIT_MUL, a, out, NULL, out);
    case OPERATIONS_RECIPROCAL_OF_SQRT:
        return expressions_apply(call, UNIT_SQRT, a, NULL, NULL, out) &&
               expressions_apply(call, UNIT_DIV, ones, out, NULL, out);
    }
    assert(false);
    return false;
}

// The same for registers that are wider than the format; NULL: there is no operation.
static const char *const inside_programs[] = {
    [OPERATIONS_ADD] = "ab+",
    [OPERATIONS_SUB] = "ab-",
    [OPERATIONS_MUL] = "ab*",
    [OPERATIONS_DIV] = "ab/",
    [OPERATIONS_FMA] = "abcf",
    [OPERATIONS_MUL_ADD] = "ab*c+",
    [OPERATIONS_SQRT] = "ar",
    [OPERATIONS_INVERSESQRT] = NULL,
    [OPERATIONS_RECIPROCAL] = "1a/",
    [OPERATIONS_MUL_RECIPROCAL] = "a1b/*",
    [OPERATIONS_RECIPROCAL_OF_SQRT] = "1ar/",
};

static bool operations_answer(const struct expressions_call *call)
{
    uint64_t in[3][EXPRESSIONS_CHUNK], out[EXPRESSIONS_CHUNK];
    const char *inside = inside_programs[call->expression];

    if (inside && traits_keeps(call->traits)) {
        inside_run(call, inside, out);
        expressions_store(call, 0, out);
        return true;
    }
    for (int k = 0; k < 3; k++)
        expressions_load(call, k, in[k]);
    if (!operations_compute(call, in[0], in[1], in[2], out))
        return false;
    expressions_store(call, 0, out);
    return true;
}

const struct probe probe_operations = {
    .name = "operations",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .needs_width = true,
    .operands = 4,
    .expressions =
        &(const struct expressions){
            .list = list,
            .count = OPERATIONS_EXPRESSIONS,
            .columns = CASES_COUNT,
            .rows = 1,
            .results = 1,
            .in_es2 = true,
            .stages = EXPRESSIONS_STAGES,
            .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP |
                          1u << PRECISION_LOWP | 1u << PRECISION_DOUBLE |
                          1u << PRECISION_FLOAT16,
            .readout = READOUT_BITS,
            .operand = operations_operand,
            .answer = operations_answer,
            .kinds = operations_kinds,
            .alike = ALIKE_STAGES,
            .judge = operations_judge,
            .breaks_glsl = operations_break_glsl,
        },
    .sums = OPERATIONS_ADD + 1,
    .topic = "operations",
    .recorded = true,
};
