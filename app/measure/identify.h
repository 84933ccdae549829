// SPDX-License-Identifier: MIT
//
// Which models paint exactly this picture? Every rule of fp.h at every precision, with
// early exit. This set is all that a picture can prove. infer (probe.h) reads the same
// picture without any model, and the two must agree.

#ifndef MEASURE_IDENTIFY_H
#define MEASURE_IDENTIFY_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "probe/probe.h"

#include <stdbool.h>
#include <stdint.h>

#define IDENTIFY_PRECISION_MIN    5
#define IDENTIFY_PRECISION_SINGLE 24
#define IDENTIFY_PRECISION_MAX    53

// rules[p]: those that reproduce every defined case with a precision of p bits; and for
// each of these rules, how the picture overflows (enum overflow).
struct identified {
    uint32_t rules[IDENTIFY_PRECISION_MAX + 1];
    uint8_t overflow[IDENTIFY_PRECISION_MAX + 1][FP_ROUND_COUNT];
};

// Tries p in [5, 24], in double [5, 53], or only params->precision_bits where the probe's
// operands are built for it, with the exponent range and the subnormals of
// params->model. Where `only` is not 0, of these only p = `only`.
void identify(const struct probe *probe, const struct probe_params *params,
              const struct pixels *pixels, int only, struct identified *identified);

// infer's verdict, confirmed by the set: its survivors are the rules that both leave
// at the precision that both name. Status becomes undecided, with both in the reason,
// where there are none. A verdict that is not ok stays as it is.
struct verdict identify_judge(const struct verdict *inferred,
                              const struct identified *identified);

// Returns how the picture overflows, where it does not as the first of these rules does.
// The rules reproduce the picture with `precision` bits.
enum overflow identify_overflow(const struct identified *identified, int precision,
                                uint32_t rules);

#endif // MEASURE_IDENTIFY_H
