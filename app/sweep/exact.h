// SPDX-License-Identifier: MIT
//
// The exact judge: computes the value of any function at any input, to as many bits as
// necessary (MPFR), and the error of a result. It is slow, and used for the worst
// inputs, near-ties, special inputs, and functions of double precision. All threads may
// call.

#ifndef SWEEP_EXACT_H
#define SWEEP_EXACT_H

#include "sweep/function.h"
#include "sweep/judge_rare.h"

#include <stdbool.h>
#include <stddef.h>

// The input of the judge: a function at operands, and the result of the device.
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
    // The exact result to 25 digits: "0.4803844796444781423051334", "-1.5e-40", "0",
    // "inf", "nan"; "beyond 1e+5000000", "within -1e-5000000" where MPFR's exponents
    // end.
    char text[48];
};

// Returns true if this build has MPFR. Without it, exact_judge must not be called.
bool exact_available(void);

// Computes the exact result and judges `got`. If memory runs out, GMP itself ends the
// program, with a line.
void exact_judge(const struct exact_call *call, struct exact *out);

// Returns the outcome in the form that a tally counts.
static inline struct rare exact_rare(const struct exact *exact)
{
    return (struct rare){ exact->kind, exact->correct, exact->error, exact->relative,
                          exact->absolute };
}

// Frees the caches that MPFR keeps for the calling thread.
void exact_finish_thread(void);

#endif // SWEEP_EXACT_H
