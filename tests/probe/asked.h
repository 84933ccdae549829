// SPDX-License-Identifier: MIT
//
// One line of the probe operations, as a device of given traits answers it.

#ifndef OPERATIONS_ASKED_H
#define OPERATIONS_ASKED_H

#include "probe/expressions/operations_judge.h"
#include "probe/probe_list.h"
#include "probe/shared/cases.h"

#define OPERATIONS_ASKED_COUNT   OPERATION_CASES_COUNT
#define OPERATIONS_ASKED_FORMATS 21

// Precisions 5 to 24, and 53.
extern const struct fp_format operations_asked_formats[OPERATIONS_ASKED_FORMATS];

struct operations_asked {
    struct probe_params params;
    struct lines_seen seen;
    uint64_t in[PROBE_OPERANDS][OPERATIONS_ASKED_COUNT], got[OPERATIONS_ASKED_COUNT];
    bool defined[OPERATIONS_ASKED_COUNT];
    struct finding finding;
    struct traits found;
    bool known;
};

struct fp_model operations_asked_model_of(struct fp_format format, enum fp_round round);

// What a device of these traits answers to what `asked` holds.
void operations_asked_answer(struct operations_asked *asked, const struct traits *traits);

// Operands for the format of the traits, and the answers.
void operations_asked_make(struct operations_asked *asked, int line,
                           const struct traits *traits, enum form form);

void operations_asked_judge(struct operations_asked *asked);

// Both, in the plain form.
void operations_asked_judged(struct operations_asked *asked, int line,
                             const struct traits *traits);

// All of it in words, for a failure. Static storage.
const char *operations_asked_place(const struct operations_asked *asked,
                                   const struct traits *traits);

// Where GLSL promises less than IEEE 754, nothing departs that is less than an ulp off.
bool operations_asked_is_lenient(int line);

#endif // OPERATIONS_ASKED_H
