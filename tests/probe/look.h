// SPDX-License-Identifier: MIT
//
// A fake device of given traits before a probe of lines: painted by the model unit,
// spoilt where a test wants it, and judged; and what it answers, case by case.

#ifndef TESTS_PROBE_LOOK_H
#define TESTS_PROBE_LOOK_H

#include "base/pixels.h"
#include "probe/expressions.h"

#include <stdbool.h>
#include <stdint.h>

// A device without defects with so many bits: binary16 up to 11, binary64 at 53.
struct traits look_traits(int precision, enum fp_round round);

// Params for operands of `format` in that precision and form, at the fragment stage. Of a
// sum nothing is known but that it may be to nearest even.
struct probe_params look_params(enum precision precision, enum form form,
                                struct fp_format format);

// The same for the format of these traits: in double where it has more than 24 bits, else
// in highp.
struct probe_params look_for(const struct traits *traits, enum form form);

// The same in the plain form and in the precision that has such a format: double for
// emax 1023, mediump for 15, else highp.
struct probe_params look_usual(struct fp_format format);

// The same in highp and plain, of a device that is known to round sums by a rule.
struct probe_params look_known(struct fp_format format, enum fp_round round);

// The picture of a device of these traits; pixels_finish is the caller's.
void look_paint(const struct probe *probe, const struct probe_params *params,
                const struct traits *traits, struct pixels *pixels);

// What a picture tells where no more is known than the params: [lines->count], static
// storage, until the next look. `claim`: the device's, NULL if it claims nothing. Fails
// the test where what was found does not reproduce.
const struct finding *look_judge(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct facts_claim *claim,
                                 const struct pixels *pixels);

// Both.
const struct finding *look(const struct probe *probe, const struct probe_params *params,
                           const struct traits *traits);

// Both, with an answer changed in between: that of case `at` to the word `to`, or, if
// that is 0, by so many steps. `lines`: of which, a bit each; 0: of all. No doubles.
struct look_spoil {
    int at, k;
    uint32_t to, by;
    uint64_t lines;
};

const struct finding *look_spoilt(const struct probe *probe,
                                  const struct probe_params *params,
                                  const struct traits *traits,
                                  const struct look_spoil *spoil);

// Fails the test unless these words are the answer, or its beginning where they end in
// "...", and it deviates or not.
void look_expect(const struct finding *finding, const char *answer, bool deviates);

// The line of that name, and the word of its case `at` where a case is one word.
int look_line(const struct probe *probe, const char *name);
uint32_t *look_word(const struct pixels *pixels, int line, int at);

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

#endif // TESTS_PROBE_LOOK_H
