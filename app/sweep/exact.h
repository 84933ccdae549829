// SPDX-License-Identifier: MIT
//
// The judge of judges: any function at any input, to as many bits as it takes (MPFR),
// and what a result's error is. Slow; for the worst inputs, near-ties, special inputs,
// and functions of double precision. All threads may call.

#ifndef EXACT_H
#define EXACT_H

#include "sweep/cell.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>

// What is asked: a function at operands, and the result that came.
struct exact_call {
    enum math_id math;
    enum domain_kind domain; // what the operands are: binary64 for doubles
    struct operands operands;
    enum function_type type; // of `got`
    enum fp_round round;
    uint64_t got;
};

struct exact {
    enum cell_kind kind;
    bool correct; // rounded as call->round wants, or the special it must be
    double error; // signed, in ulp, of kind finite: rounded to nearest, but never onto an
                  // edge of the bins from nearer zero; below 2^-64 it may be 0
    double relative; // |got - exact| / |exact|; 0 where exact is 0 or subnormal
    double absolute; // |got - exact|; both to a double's last place
    uint64_t want;   // bits of the correctly rounded result; NaN the default one
    // The exact result by 25 digits: "0.4803844796444781423051334", "-1.5e-40", "0",
    // "inf", "nan"; "beyond 1e+5000000", "within -1e-5000000" where MPFR's exponents end.
    char text[48];
};

// Whether this build has MPFR; without it exact_judge is not to be called.
bool exact_available(void);

// Returns false, after logging why, without MPFR. GMP itself ends the program, with a
// line, where memory runs out.
bool exact_judge(const struct exact_call *call, struct exact *out);

// Counts one input into a cell, all but falls, breaks, unsettled and edges.
bool exact_count(const struct exact_call *call, uint64_t number, struct cell *cell);

// Gives back what the calling thread's MPFR keeps.
void exact_finish_thread(void);

#endif // EXACT_H
