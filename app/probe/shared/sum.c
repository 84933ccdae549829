// SPDX-License-Identifier: MIT

#include "probe/shared/sum.h"

#include "base/fp.h"
#include "base/memory.h"
#include "probe/picture.h"

#include <stdlib.h>

uint32_t sum_binary32(struct fp_format format, uint64_t bits)
{
    if (format.precision == 24 && format.emax == 127)
        return (uint32_t) bits;
    return (uint32_t) fp_convert(format, FP_BINARY32, FP_RNE, bits);
}

// What the sum of a + (1 - q) and the rest of it are made of.
struct sum {
    const struct unit *unit;
    const struct fp_model *model;
    size_t count;
    uint64_t *out; // [count]
};

static bool sum_step(const struct sum *sum, enum unit_op op, const uint64_t *a,
                     const uint64_t *b)
{
    return sum->unit->apply(sum->unit, &(struct unit_call){
                                           .op = op,
                                           .model = *sum->model,
                                           .out = sum->out,
                                           .a = a,
                                           .b = b,
                                           .count = sum->count,
                                       });
}

// q of 1 - q, exactly: it has no more bits than that.
static uint64_t *ramp_from_left(const struct sum *sum, const uint64_t *ramp)
{
    struct fp_format format = sum->model->format;
    uint64_t *q = memory_new(sum->count, sizeof *q);

    for (size_t i = 0; i < sum->count; i++) {
        double x = fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, ramp[i]));

        q[i] = fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(1 - x));
    }
    return q;
}

static bool sum_rewritten(const struct sum *sum, enum rewriting rewriting,
                          const uint64_t *const *operands)
{
    uint64_t *q = ramp_from_left(sum, operands[1]);
    uint64_t *ones = memory_new(sum->count, sizeof *ones);
    bool plus_first = rewriting == REWRITING_PLUS_FIRST, ok;

    for (size_t i = 0; i < sum->count; i++)
        ones[i] = fp_pack(sum->model->format, FP_RNE, false, 0, 1, false);
    if (plus_first)
        ok = sum_step(sum, UNIT_ADD, operands[0], ones) &&
             sum_step(sum, UNIT_SUB, sum->out, q);
    else
        ok = sum_step(sum, UNIT_SUB, operands[0], q) &&
             (rewriting != REWRITING_ONE_LAST ||
              sum_step(sum, UNIT_SUB, sum->out, operands[0])) &&
             sum_step(sum, UNIT_ADD, sum->out, ones);
    free(ones);
    free(q);
    return ok;
}

bool sum_eval(const struct probe *probe, const struct unit *unit,
              const struct fp_model *model, const uint64_t *const *operands, size_t count,
              uint64_t *sums)
{
    const struct sum sum = { unit, model, count, sums };

    if (probe->rewriting == REWRITING_NONE)
        return sum_step(&sum, UNIT_ADD, operands[0], operands[1]);
    return sum_rewritten(&sum, probe->rewriting, operands);
}

bool sum_rest_eval(const struct probe *probe, const struct unit *unit,
                   const struct fp_model *model, const uint64_t *const *operands,
                   size_t count, uint32_t *values)
{
    uint64_t *rest = memory_new(count, sizeof *rest);
    const struct sum sum = { unit, model, count, rest };
    bool ok = sum_eval(probe, unit, model, operands, count, rest) &&
              (probe->rewriting == REWRITING_ONE_LAST ||
               sum_step(&sum, UNIT_SUB, rest, operands[0]));

    for (int k = 2; ok && k < probe->operands; k++)
        ok = sum_step(&sum, UNIT_MUL, rest, operands[k]);
    for (size_t i = 0; ok && i < count; i++)
        values[i] = sum_binary32(model->format, rest[i]);
    free(rest);
    return ok;
}

double sum_cell(const struct probe *probe, const struct probe_params *params,
                const struct pixels *pixels, int band, int column)
{
    int x, y;

    probe_cell_pixel(probe_shape(probe, params), band, column, &x, &y);
    return probe_value(probe, params->readout, pixels_row(pixels, y)[x]);
}
