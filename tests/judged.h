// SPDX-License-Identifier: MIT
//
// A probe of lines on a device of given traits, without a device: painted by the model
// unit, spoilt where a test wants it, and judged.

#ifndef JUDGED_H
#define JUDGED_H

#include "lines.h"

// Highp at the fragment stage in the plain form, of a format and a rule.
struct probe_params judged_params(struct fp_format format, enum fp_round round);

// What the picture tells. Answer `k` of case `at` of a line, a carrier word, may be
// changed by `spoil` before it is judged; NULL: none is. findings [lines->count]. Fails
// the test if anything breaks.
typedef uint64_t judged_spoil(int line, int at, int k, uint64_t word);
void judged(const struct probe *probe, const struct probe_params *params,
            const struct traits *traits, judged_spoil *spoil, struct finding *findings);

// What a device of these traits answers to every case of a line: out[k][columns].
void judged_answers(const struct probe *probe, const struct probe_params *params,
                    const struct traits *traits, int line, uint64_t *const *out);

#endif // JUDGED_H
