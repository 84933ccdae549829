// SPDX-License-Identifier: MIT
//
// One line of a probe of lines, asked by hand: its operands, answers that a test may
// spoil, and the finding of the probe's own judge.

#ifndef INQUIRY_H
#define INQUIRY_H

#include "probe/lines.h"

#define INQUIRY_CASES 32768

struct inquiry {
    const struct probe *probe;
    struct probe_params params;
    struct traits traits; // of the device that answers
    int line;
    size_t count;
    uint64_t in[PROBE_OPERANDS][INQUIRY_CASES];
    uint64_t got[LINES_RESULTS][INQUIRY_CASES];
    bool defined[INQUIRY_CASES];
};

// The params of a probe for a device of `format`.
struct probe_params inquiry_params(const struct probe *probe, struct fp_format format);

// Asks a device of `traits` (traits->model.format is also what the operands are built
// for). Static storage; the next call asks anew.
struct inquiry *inquiry_ask(const char *probe, int line, struct traits traits);

// What the probe makes of the answers; `found` begins as TRAITS_NONE of the format, to
// nearest even. Returns what judge returned.
bool inquiry_judge(const struct inquiry *inquiry, struct finding *finding,
                   struct traits *found);

// A device of `traits`, judged through the engine, every line of a probe. Fails the test
// where the reference differs.
void inquiry_all(const char *probe, struct traits traits,
                 struct finding findings[LINES_MAX]);

#endif // INQUIRY_H
