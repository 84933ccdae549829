// SPDX-License-Identifier: MIT
//
// One line of a probe of lines, asked by hand: its operands, answers that a test may
// spoil, and the finding of the probe's own judge.

#ifndef TESTS_PROBE_INQUIRY_H
#define TESTS_PROBE_INQUIRY_H

#include "probe/expressions.h"

#define INQUIRY_CASES 32768

struct inquiry {
    const struct probe *probe;
    struct probe_params params;
    struct traits known; // where the judge begins
    int expression;
    size_t count;
    uint64_t in[PROBE_OPERANDS][INQUIRY_CASES];
    uint64_t got[EXPRESSIONS_RESULTS][INQUIRY_CASES];
    bool defined[INQUIRY_CASES];

    // What was made of the answers, and whether they were reproduced.
    struct finding finding;
    struct traits found;
    bool reproduced;
};

// Asks a device of `traits`, in the plain form, for whose format the operands are built.
// What is known is its format, and sums to nearest even. Static storage; the next call
// asks anew.
struct inquiry *inquiry_ask(const char *probe, int line, struct traits traits);

// What a device of `traits` answers to the same operands, taken for those of `line`.
void inquiry_answer(struct inquiry *inquiry, int line, const struct traits *traits);

// What the judge makes of the answers; the finding.
const struct finding *inquiry_judge(struct inquiry *inquiry);

// The same as the judge sees it; valid as long as the inquiry is.
struct expressions_seen inquiry_seen(const struct inquiry *inquiry);

#endif // TESTS_PROBE_INQUIRY_H
