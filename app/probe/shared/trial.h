// SPDX-License-Identifier: MIT
//
// Judges expressions by the candidates of their table: the expression as it is written,
// which is the first, and what a compiler may compute instead. A probe whose expressions
// need no more names these functions in its table, and has no C file of its own.

#ifndef PROBE_SHARED_TRIAL_H
#define PROBE_SHARED_TRIAL_H

#include "probe/expressions.h"

// Writes a, b and c in [1, 2) with random signs and all bits of the format, and d = 1.
void trial_operand(const struct probe_params *params, int line, int at, uint64_t *words);

// Computes the first candidate.
bool trial_answer(const struct expressions_call *call);

// Finds the candidate that reproduces every case under some rounding model. Tries the
// first one first; if it fails, exactly one other must reproduce them. Fills the finding,
// with the kind `other` if it is not the first, and *found. Returns the candidate's
// number, or -1 if there is none or several.
int trial_find(const struct expressions_seen *seen, struct finding *finding,
               struct traits *found, const struct finding_kind *other);

// As `judge` of struct expressions.
bool trial_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found);

// The answers of such a probe; NULL is the last.
extern const struct finding_kind *const trial_kinds[];

#endif // PROBE_SHARED_TRIAL_H
