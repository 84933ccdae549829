// SPDX-License-Identifier: MIT
//
// A fake device of given traits before a probe of lines: what is found on it, and what
// it answers, case by case.

#ifndef LOOK_H
#define LOOK_H

#include "lines.h"

#include <stdbool.h>
#include <stdint.h>

// Params for operands of `format` in that precision and form.
struct probe_params look_params(enum precision precision, enum form form,
                                struct fp_format format);

// Paints the picture of a device of these traits, and judges it knowing of them no more
// than the format. `findings` [lines->count].
void look(const struct probe *probe, const struct probe_params *params,
          const struct traits *traits, struct finding *findings);

// Operands of a case of a line as numbers.
void look_operands(const struct probe *probe, const struct probe_params *params, int line,
                   int at, double values[PROBE_OPERANDS]);

// Answer k of such a device to a case, as a number.
double look_answer(const struct probe *probe, const struct probe_params *params,
                   const struct traits *traits, int line, int at, int k);

// Whether two answers are the same number: also NaN and NaN; not +0 and -0.
bool look_same(double got, double want);

// fesetround's direction for the four rules that it has.
int look_direction(enum fp_round round);

#endif // LOOK_H
