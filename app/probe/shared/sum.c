// SPDX-License-Identifier: MIT

#include "probe/shared/sum.h"

#include "base/log.h"
#include "probe/picture.h"

#include <stdio.h>
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

bool sum_rest_eval(const struct unit *unit, const struct fp_model *model,
                   const uint64_t *const *operands, size_t count, uint32_t *values)
{
    return sum_scaled_eval(unit, model, operands, count, 0, values);
}

bool sum_scaled_eval(const struct unit *unit, const struct fp_model *model,
                     const uint64_t *const *operands, size_t count, int factors,
                     uint32_t *values)
{
    uint64_t *rest = malloc(count * sizeof(*rest));

    if (!rest) {
        log_error("no memory for %zu sums", count);
        return false;
    }
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
    for (int k = 2; ok && k < 2 + factors; k++) {
        call.b = operands[k];
        ok = unit->apply(unit, &call);
    }
    for (size_t i = 0; ok && i < count; i++)
        values[i] = sum_binary32(model->format, rest[i]);
    free(rest);
    return ok;
}

void sum_describe(const struct probe *probe, const struct probe_params *params, int band,
                  int column, char *text, size_t size)
{
    double operands[PROBE_OPERANDS];

    probe->operand(params, band, column, operands);
    snprintf(text, size, "%a + %a", operands[0], operands[1]);
}

double sum_cell(const struct probe *probe, const struct probe_params *params,
                const struct pixels *pixels, int band, int column)
{
    int x, y;

    probe_cell_pixel(probe->shape(params), band, column, &x, &y);
    return probe_value(probe, params->readout, pixels_row(pixels, y)[x]);
}
