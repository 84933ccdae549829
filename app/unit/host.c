// SPDX-License-Identifier: MIT
//
// Why the compiler cannot move arithmetic out of its environment: every operand is
// loaded from, and every result stored to, memory that fesetenv and fesetround could
// see, between calls that no compiler looks into. Needs -frounding-math and
// -ffp-contract=off all the same.

#include "base/fp.h"
#include "unit/direction.h"
#include "unit/nudge.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static float compute32(enum unit_op op, float a, float b, float c)
{
    switch (op) {
    case UNIT_ADD: return a + b;
    case UNIT_SUB: return a - b;
    case UNIT_MUL: return a * b;
    case UNIT_DIV: return a / b;
    case UNIT_SQRT: return sqrtf(a);
    case UNIT_FMA: return fmaf(a, b, c);
    default: assert(false); return 0;
    }
}

static double compute64(enum unit_op op, double a, double b, double c)
{
    switch (op) {
    case UNIT_ADD: return a + b;
    case UNIT_SUB: return a - b;
    case UNIT_MUL: return a * b;
    case UNIT_DIV: return a / b;
    case UNIT_SQRT: return sqrt(a);
    case UNIT_FMA: return fma(a, b, c);
    default: assert(false); return 0;
    }
}

static uint64_t host_operand(const uint64_t *operands, size_t i)
{
    return operands != NULL ? operands[i] : 0;
}

static void apply32(const struct unit_call *call, bool directed)
{
    for (size_t i = 0; i < call->count; i++) {
        const float x[3] = {
            fp_from_bits((uint32_t) call->a[i]),
            fp_from_bits((uint32_t) host_operand(call->b, i)),
            fp_from_bits((uint32_t) host_operand(call->c, i)),
        };
        float result = compute32(call->op, x[0], x[1], x[2]);

        if (!directed)
            result = nudge32(call->op, call->model.round, x, result);
        call->out[i] = isnan(result) ? fp_nan(FP_BINARY32) : fp_bits(result);
    }
}

static void apply64(const struct unit_call *call, bool directed)
{
    for (size_t i = 0; i < call->count; i++) {
        const double x[3] = {
            fp_from_bits64(call->a[i]),
            fp_from_bits64(host_operand(call->b, i)),
            fp_from_bits64(host_operand(call->c, i)),
        };
        double result = compute64(call->op, x[0], x[1], x[2]);

        if (!directed)
            result = nudge64(call->op, call->model.round, x, result);
        call->out[i] = isnan(result) ? fp_nan(FP_BINARY64) : fp_bits64(result);
    }
}

static bool same_format(struct fp_format a, struct fp_format b)
{
    return a.precision == b.precision && a.emax == b.emax;
}

static bool host_can(const struct unit *unit, enum unit_op op,
                     const struct fp_model *model)
{
    (void) unit;
    return (unsigned) op < UNIT_OP_COUNT &&
           (direction_can(model->round) || nudge_can(model->round, model->format)) &&
           !model->flush_in && !model->flush_out &&
           (same_format(model->format, FP_BINARY32) ||
            same_format(model->format, FP_BINARY64));
}

static bool host_apply(const struct unit *unit, const struct unit_call *call)
{
    bool directed = direction_can(call->model.round);
    fenv_t found;

    assert(host_can(unit, call->op, &call->model));
    if (!direction_enter(directed ? call->model.round : FP_RNE, &found))
        return false;
    if (same_format(call->model.format, FP_BINARY32))
        apply32(call, directed);
    else
        apply64(call, directed);
    fesetenv(&found);
    return true;
}

struct unit unit_host(void)
{
    return (struct unit){ .name = "host", .can = host_can, .apply = host_apply };
}
