// SPDX-License-Identifier: MIT
//
// What the probes of addition have in common: the sum of operands 0 and 1 by a unit,
// and what follows it.

#ifndef PROBE_SUM_H
#define PROBE_SUM_H

#include "probe/probe.h"

// sums[i] = operand 0 + operand 1, patterns of model->format. [count]
bool sum_eval(const struct unit *unit, const struct fp_model *model,
              const uint64_t *const *operands, size_t count, uint64_t *sums);

// probe.eval of (a + b) - a.
bool sum_rest_eval(const struct unit *unit, const struct fp_model *model,
                   const uint64_t *const *operands, size_t count, uint32_t *values);

// As sum_rest_eval, times operands [2, factors + 2), one after the other.
bool sum_scaled_eval(const struct unit *unit, const struct fp_model *model,
                     const uint64_t *const *operands, size_t count, int factors,
                     uint32_t *values);

// A pattern of `format` as one of binary32, which holds it exactly.
uint32_t sum_binary32(struct fp_format format, uint64_t bits);

// "0x1p+22 + 0x1.8p-1".
void sum_describe(const struct probe *probe, const struct probe_params *params, int band,
                  int column, char *text, size_t size);

// The number shown in a cell of a picture.
double sum_cell(const struct probe *probe, const struct probe_params *params,
                const struct pixels *pixels, int band, int column);

#endif // PROBE_SUM_H
