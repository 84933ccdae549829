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

bool sum_eval(const struct unit *unit, const struct fp_model *model,
              const uint64_t *const *operands, size_t count, uint64_t *sums)
{
    return unit->apply(unit, &(struct unit_call){
                                 .op = UNIT_ADD,
                                 .model = *model,
                                 .out = sums,
                                 .a = operands[0],
                                 .b = operands[1],
                                 .count = count,
                             });
}

bool sum_rest_eval(const struct probe *probe, const struct unit *unit,
                   const struct fp_model *model, const uint64_t *const *operands,
                   size_t count, uint32_t *values)
{
    uint64_t *rest = memory_new(count, sizeof *rest);
    struct unit_call call = {
        .op = UNIT_SUB,
        .model = *model,
        .out = rest,
        .a = rest,
        .b = operands[0],
        .count = count,
    };
    bool ok = sum_eval(unit, model, operands, count, rest) && unit->apply(unit, &call);

    call.op = UNIT_MUL;
    for (int k = 2; ok && k < probe->operands; k++) {
        call.b = operands[k];
        ok = unit->apply(unit, &call);
    }
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
