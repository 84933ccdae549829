// SPDX-License-Identifier: MIT
//
// The conversions among binary16, binary32 and binary64, as a probe that only eval asks.

#ifndef EVAL_CONVERSIONS_H
#define EVAL_CONVERSIONS_H

#include "base/fp_format.h"
#include "probe/probe.h"

// The expressions of shaders/eval/conversions.glsl.
extern const struct probe conversions_probe;

// Returns the expression of a TestFloat name ("f32_to_f16"), with its formats; -1, with
// both unchanged, if there is none.
int conversions_find(const char *name, struct fp_format *from, struct fp_format *to);

#endif // EVAL_CONVERSIONS_H
