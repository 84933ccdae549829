// SPDX-License-Identifier: MIT
//
// How it works
//
// Ten operations, a line each, of operands built for the format that was found:
// draft_sums.c and draft_quotients.c tell how. Each row of 128 cases parts all
// rules of rounding that the operation can part, and what else a device may do instead:
// a quotient by a reciprocal, a product without its lowest columns, fused or not.
//
// Answers are computed step by step with the device's traits. 1 / sqrt(a) is no
// operation of a unit: operation_exact.c has it, correctly rounded.

#include "probe/expressions/operations_judge.h"
#include "probe/probe_list.h"
#include "probe/shared/cases.h"
#include "probe/shared/operation_exact.h"

#include <assert.h>
#include <string.h>

static const char *const names[OPERATIONS_LINES] = {
    [OPERATIONS_ADD] = "a + b",          [OPERATIONS_SUB] = "a - b",
    [OPERATIONS_MUL] = "a * b",          [OPERATIONS_DIV] = "a / b",
    [OPERATIONS_FMA] = "fma(a, b, c)",   [OPERATIONS_MUL_ADD] = "a * b + c",
    [OPERATIONS_SQRT] = "sqrt(a)",       [OPERATIONS_INVERSESQRT] = "inversesqrt(a)",
    [OPERATIONS_RECIPROCAL] = "1.0 / a", [OPERATIONS_MUL_RECIPROCAL] = "a * (1.0 / b)",
};

static const enum operation_cases cases[OPERATIONS_LINES] = {
    [OPERATIONS_ADD] = OPERATION_CASES_SUM,
    [OPERATIONS_SUB] = OPERATION_CASES_SUM,
    [OPERATIONS_MUL] = OPERATION_CASES_PRODUCT,
    [OPERATIONS_DIV] = OPERATION_CASES_QUOTIENT,
    [OPERATIONS_FMA] = OPERATION_CASES_FUSED,
    [OPERATIONS_MUL_ADD] = OPERATION_CASES_FUSED,
    [OPERATIONS_SQRT] = OPERATION_CASES_ROOT,
    [OPERATIONS_INVERSESQRT] = OPERATION_CASES_RECIPROCAL_ROOT,
    [OPERATIONS_RECIPROCAL] = OPERATION_CASES_RECIPROCAL,
    [OPERATIONS_MUL_RECIPROCAL] = OPERATION_CASES_QUOTIENT,
};

static void operations_operand(const struct probe_params *params, int line, int at,
                               uint64_t *words)
{
    struct fp_format format = { params->precision_bits, params->model.format.emax };
    struct fp_format carrier = lines_carrier(params);
    uint64_t patterns[3];

    operation_cases_get(format, cases[line], at, patterns);
    if (line == OPERATIONS_SUB)
        patterns[1] ^= fp_zero(format, true);
    for (int k = 0; k < 3; k++)
        words[k] = fp_convert(format, carrier, FP_RNE, patterns[k]);
    words[3] = fp_pack(carrier, FP_RNE, false, 0, 1, false);
}

// What a compiler fuses is one operation, even where fma() is two.
static bool multiply_add(const struct lines_call *call, const uint64_t *a,
                         const uint64_t *b, const uint64_t *c, uint64_t *out)
{
    struct traits fused = *call->traits;

    fused.fma_separate = false;
    if (fused.contracts & 1) // line 0 of the probe contraction is this one
        return traits_apply(&fused, call->unit, UNIT_FMA, a, b, c, out, call->count);
    return lines_apply(call, UNIT_MUL, a, b, NULL, out) &&
           lines_apply(call, UNIT_ADD, out, c, NULL, out);
}

static void inverse_roots(const struct lines_call *call, const uint64_t *a, uint64_t *out)
{
    for (size_t i = 0; i < call->count; i++)
        out[i] = operation_exact_inversesqrt(&call->traits->model, a[i]);
}

static bool compute(const struct lines_call *call, const uint64_t *a, const uint64_t *b,
                    const uint64_t *c, uint64_t *out)
{
    uint64_t ones[LINES_CHUNK];

    for (size_t i = 0; i < call->count; i++)
        ones[i] = fp_pack(call->traits->model.format, FP_RNE, false, 0, 1, false);
    switch ((enum operations_line) call->line) {
    case OPERATIONS_ADD: return lines_apply(call, UNIT_ADD, a, b, NULL, out);
    case OPERATIONS_SUB: return lines_apply(call, UNIT_SUB, a, b, NULL, out);
    case OPERATIONS_MUL: return lines_apply(call, UNIT_MUL, a, b, NULL, out);
    case OPERATIONS_DIV: return lines_apply(call, UNIT_DIV, a, b, NULL, out);
    case OPERATIONS_FMA: return lines_apply(call, UNIT_FMA, a, b, c, out);
    case OPERATIONS_MUL_ADD: return multiply_add(call, a, b, c, out);
    case OPERATIONS_SQRT: return lines_apply(call, UNIT_SQRT, a, NULL, NULL, out);
    case OPERATIONS_INVERSESQRT: inverse_roots(call, a, out); return true;
    case OPERATIONS_RECIPROCAL: return lines_apply(call, UNIT_DIV, ones, a, NULL, out);
    case OPERATIONS_MUL_RECIPROCAL:
        return lines_apply(call, UNIT_DIV, ones, b, NULL, out) &&
               lines_apply(call, UNIT_MUL, a, out, NULL, out);
    case OPERATIONS_RECIPROCAL_OF_SQRT:
        return lines_apply(call, UNIT_SQRT, a, NULL, NULL, out) &&
               lines_apply(call, UNIT_DIV, ones, out, NULL, out);
    }
    assert(false);
    return false;
}

static bool operations_answer(const struct lines_call *call)
{
    uint64_t in[3][LINES_CHUNK], out[LINES_CHUNK];

    for (int k = 0; k < 3; k++)
        lines_load(call, k, in[k]);
    if (!compute(call, in[0], in[1], in[2], out))
        return false;
    lines_store(call, 0, out);
    return true;
}

static struct probe_shape operations_shape(const struct probe_params *params)
{
    return lines_shape(&probe_operations, params);
}

static const struct lines operations_lines = {
    .names = names,
    .count = OPERATIONS_LINES,
    .columns = OPERATION_CASES_COUNT,
    .rows = 1,
    .results = 1,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_LOWP |
                  1u << PRECISION_DOUBLE | 1u << PRECISION_FLOAT16,
    .readout = READOUT_BITS,
    .operand = operations_operand,
    .answer = operations_answer,
    .judge = operations_judge,
};

const struct probe probe_operations = {
    .name = "operations",
    .summary = "how each operation rounds: + - * / fma sqrt inversesqrt, or how far off",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .needs_width = true,
    .operands = 4,
    .shape = operations_shape,
    .lines = &operations_lines,
    .sums = OPERATIONS_ADD + 1,
    .topic = "operations",
    .recorded = true,
    .explain =
        "How does each operation round? 128 operands a line, built for the precision\n"
        "that was found: ties, and numbers next to ties, next to representable numbers\n"
        "and with little below them; random ones besides.\n"
        "\n"
        "  rne, rtz, ...      every answer is the exact one rounded by this rule\n"
        "  nearest, truncate, several rules of this family, which this operation cannot\n"
        "  upward             part: a quotient or a root is never half-way between two\n"
        "  faithful           no rule, but less than one unit in the last place off\n"
        "  none               further off; the interval of the error tells how far\n"
        "  truncated product, the multiplier leaves out the partial products more than\n"
        "  N columns          N places below the last place of a product in [1, 2)\n"
        "  a * (1 / b)        the quotient is a product with a rounded reciprocal\n"
        "  fused, separate    a * b + c rounded once, or after each operation\n"
        "  1.0 / sqrt(a)      inversesqrt(a) is these two, each rounded\n"
        "  a / b              a * (1.0 / b) was simplified to it\n"
        "  in 24 bits         wider than the precision that was found\n"
        "\n"
        "Why it matters: what is correctly rounded is the same on every device, and\n"
        "proofs about it (error-free transforms, exact tests of sign) hold. GLSL asks\n"
        "correct rounding of highp + - * only; 2.5 ulp of a / b, 2 of inversesqrt(a),\n"
        "and of mediump a relative 2^-10. A division that is not one makes x / x other\n"
        "than 1, and floor(a / b) wrong where b divides a.\n"
        "\n"
        "A line departs where IEEE 754 has one answer and it was another: + - * / sqrt\n"
        "fma not to nearest even; in the precise form also fma() in two roundings and\n"
        "a * b + c in one. 1.0 / a, inversesqrt(a) and a * (1.0 / b) depart where they\n"
        "are further off than GLSL allows.\n"
        "\n"
        "What may fool it: a compiler that folds the operation, or fuses it with the\n"
        "product by one behind it (which changes nothing); a mediump operation that is\n"
        "computed wide and narrowed later. Subnormal and infinite results are not asked\n"
        "here. A set of cases that no candidate fails is evidence, not a proof.\n",
};
