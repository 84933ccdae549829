// SPDX-License-Identifier: MIT
//
// What the probes of addition have in common: the sum of operands 0 and 1 by a unit,
// and what follows it.

#ifndef PROBE_SHARED_SUM_H
#define PROBE_SHARED_SUM_H

#include "probe/probe.h"

// sums[i] = operand 0 + operand 1, as probe->rewriting has it, patterns of model->format.
// [count]
bool sum_eval(const struct probe *probe, const struct unit *unit,
              const struct fp_model *model, const uint64_t *const *operands, size_t count,
              uint64_t *sums);

// probe.eval of (a + b) - a, as probe->rewriting has it, times operand 2 and those behind
// it, one after the other.
bool sum_rest_eval(const struct probe *probe, const struct unit *unit,
                   const struct fp_model *model, const uint64_t *const *operands,
                   size_t count, uint32_t *values);

// A pattern of `format` as one of binary32, which holds it exactly.
uint32_t sum_binary32(struct fp_format format, uint64_t bits);

// The number shown in a cell of a picture.
double sum_cell(const struct probe *probe, const struct probe_params *params,
                const struct pixels *pixels, int band, int column);

#endif // PROBE_SHARED_SUM_H
