// SPDX-License-Identifier: MIT
//
// The exact value of a call, with as many bits as it takes to say all that is asked, and
// what follows from it. What became of the input is exact.c's to say.

#ifndef EXACT_SETTLE_H
#define EXACT_SETTLE_H

#include "sweep/exact.h"
#include "sweep/exact_value.h"

// What came, taken apart. `number`: not NaN; x, an infinity as 2^(emax + 1).
struct exact_came {
    bool number, infinite, zero, negative;
    mpfr_ptr x;
};

// Of a value that is a number. The last three only if what came is a number: an exact
// value beyond 2^(emax + 1) is taken as that.
struct exact_told {
    uint64_t want;           // rounded
    bool outside, subnormal; // of an integer, beyond its range; below 2^emin
    mpfr_exp_t ulp;          // its exponent
    double error, relative, absolute;
};

// `told` is filled where the value is a number. Both others point to what is the calling
// thread's, until it asks again.
void exact_settle(const struct exact_call *call, struct exact_value *value,
                  struct exact_came *came, struct exact_told *told);

// Whether results are integers; whether operands are binary64.
bool exact_settle_integer(enum function_type type);
bool exact_settle_wide(enum domain_kind domain);

#endif // EXACT_SETTLE_H
