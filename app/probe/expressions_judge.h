// SPDX-License-Identifier: MIT
//
// The tables of a picture of expressions: operands in, answers out, and what they tell.
// No reference has a say here: measure/ asks it for what was found.

#ifndef PROBE_EXPRESSIONS_JUDGE_H
#define PROBE_EXPRESSIONS_JUDGE_H

#include "probe/expressions.h"

// Words a case, pixels side by side.
int expressions_words(const struct probe *probe, const struct probe_params *params);

// Cases side by side that these params ask of each expression: params->cases, or all.
int expressions_columns(const struct probe *probe, const struct probe_params *params);

// Expressions that these params ask: params->expressions, or all.
int expressions_count(const struct probe *probe, const struct probe_params *params);

// The expression that a line of a picture shows.
int expressions_at(const struct probe_params *params, int line);

// The picture that a device of these traits would paint, into `out` of the probe's size.
// Returns false, after logging why, if the unit broke.
bool expressions_paint(const struct probe *probe, const struct probe_params *params,
                       const struct traits *traits, const struct unit *unit,
                       struct pixels *out);

// As `answer` of struct expressions, for any number of cases.
bool expressions_answer(const struct expressions_call *call);

// The call that asks a device of these traits for cases [first, first + count) of the
// expression, up to EXPRESSIONS_CHUNK; the answers go to `out`.
struct expressions_call expressions_call_of(const struct expressions_seen *seen,
                                            const struct traits *traits,
                                            const struct unit *unit, size_t first,
                                            size_t count,
                                            uint64_t out[][EXPRESSIONS_CHUNK]);

// Operands and answers of one expression, [count] each; one allocation.
struct expressions_table {
    size_t count;
    uint64_t *words; // owned
    uint64_t *in[PROBE_OPERANDS];
    uint64_t *out[EXPRESSIONS_RESULTS];
    bool *defined;
};

// A picture that is judged expression by expression. After expressions_judge `seen` is
// what was asked and what came back, and `found` reproduces every case of it, or is to be
// ignored.
struct expressions_reading {
    struct expressions_seen seen;
    struct traits found;
    bool reproduced;
    const struct pixels *got;
    struct expressions_table table;
};

// All pointers must outlive the reading.
void expressions_reading_init(struct expressions_reading *reading,
                              const struct probe *probe,
                              const struct probe_params *params,
                              const struct facts_claim *claim, const struct pixels *got);

// Accepts a zeroed struct and leaves one.
void expressions_reading_finish(struct expressions_reading *reading);

// Judges one expression. Fills *finding, but for what a reference says to it.
void expressions_judge(struct expressions_reading *reading, int line,
                       struct finding *finding);

#endif // PROBE_EXPRESSIONS_JUDGE_H
