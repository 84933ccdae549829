// SPDX-License-Identifier: MIT
//
// Shared by the tests of judges: a function's domain and type, its results by MPFR, and
// a judge's outcome for these.

#ifndef TESTS_SWEEP_JUDGED_H
#define TESTS_SWEEP_JUDGED_H

#include "sweep/exact.h"
#include "sweep/judge.h"
#include "sweep/tally.h"

#define JUDGED_MOST 4096

// Results of numbers first, first + 1, ..., judged next.
extern uint32_t judged_results[JUDGED_MOST];

// The judge and the function of an assertion; judged_say, a teardown, prints it.
extern char judged_where[128];
int judged_say(void **unused);

// In [0, below); the same numbers in each run.
uint32_t judged_draw(uint32_t below);

enum function_type judged_type(enum math_id math);
struct domain judged_domain(enum math_id math);

struct exact_call judged_call(const struct judge *judge, uint64_t number, uint64_t got);

// Counts one input into a cell, by MPFR.
static inline void judged_count(const struct exact_call *call, uint64_t number,
                                struct cell *cell)
{
    struct exact exact;
    struct rare rare;

    exact_judge(call, &exact);
    rare = exact_rare(&exact);
    tally_count(cell, number, call->got, &rare);
}

// Fills the first `count` results as they should be.
void judged_make(const struct judge *judge, uint64_t first, int count);

// Judges the first `count` results; what is noted lives until the next call.
struct noted_list judged_into(const struct judge *judge, uint64_t first, int count,
                              struct cell sides[2]);

#endif // TESTS_SWEEP_JUDGED_H
