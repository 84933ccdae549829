// SPDX-License-Identifier: MIT
//
// A fake device of given traits before a probe of lines: painted by the model unit,
// spoilt where a test wants it, and judged; and what it answers, case by case.

#ifndef LOOK_H
#define LOOK_H

#include "base/pixels.h"
#include "probe/lines.h"

#include <stdbool.h>
#include <stdint.h>

// Params for operands of `format` in that precision and form, at the fragment stage. Of a
// sum nothing is known but that it may be to nearest even.
struct probe_params look_params(enum precision precision, enum form form,
                                struct fp_format format);

// The same in the plain form and in the precision that has such a format: double for
// emax 1023, mediump for 15, else highp.
struct probe_params look_usual(struct fp_format format);

// The same in highp and plain, of a device that is known to round sums by a rule.
struct probe_params look_known(struct fp_format format, enum fp_round round);

// The picture of a device of these traits; pixels_finish is the caller's.
void look_paint(const struct probe *probe, const struct probe_params *params,
                const struct traits *traits, struct pixels *pixels);

// What a picture tells where no more is known than the params. `claim`: the device's,
// NULL if it claims nothing. findings [lines->count]. Fails the test where what was found
// does not reproduce.
void look_judge(const struct probe *probe, const struct probe_params *params,
                const struct facts_claim *claim, const struct pixels *pixels,
                struct finding *findings);

// Both.
void look(const struct probe *probe, const struct probe_params *params,
          const struct traits *traits, struct finding *findings);

// Both, with answer `k` of case `at` of each line, a carrier word, changed in between.
typedef uint64_t look_spoil(int line, int at, int k, uint64_t word);
void look_spoilt(const struct probe *probe, const struct probe_params *params,
                 const struct traits *traits, look_spoil *spoil,
                 struct finding *findings);

// Operands of a case of a line as numbers.
void look_operands(const struct probe *probe, const struct probe_params *params, int line,
                   int at, double values[PROBE_OPERANDS]);

// Answer k of such a device to a case, as a number.
double look_answer(const struct probe *probe, const struct probe_params *params,
                   const struct traits *traits, int line, int at, int k);

// What it answers to every case of a line, as carrier words: out[k][columns].
void look_answers(const struct probe *probe, const struct probe_params *params,
                  const struct traits *traits, int line, uint64_t *const *out);

// Whether two answers are the same number: also NaN and NaN; not +0 and -0.
bool look_same(double got, double want);

// fesetround's direction for the four rules that it has.
int look_direction(enum fp_round round);

#endif // LOOK_H
