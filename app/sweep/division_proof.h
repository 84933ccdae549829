// SPDX-License-Identifier: MIT
//
// Proves or refutes, on one core in a second, that Markstein's division rounds all 2^46
// pairs of mantissas correctly. For each divisor, the unit's reciprocal bounds the
// error before the last rounding, so only quotients within that error of a midpoint can
// be wrong. They are enumerated by solving a congruence, and tested. docs/division.md
// has the argument. This header also has two oracles, and brute force over whole
// divisors.
//
// Mantissas a = A 2^-23 and b = B 2^-23 are in [1, 2). A pair's number is that of
// DOMAIN_DIVISION: the fraction of b, then of a, 23 bits each.

#ifndef SWEEP_DIVISION_PROOF_H
#define SWEEP_DIVISION_PROOF_H

#include "sweep/markstein.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIVISION_FRACTIONS (1 << 23)

struct division_ask {
    struct markstein how;
    const float *estimates;      // [DIVISION_FRACTIONS], approximate reciprocals of b by
                                 // its fraction; NULL: this CPU's
    uint32_t first, last;        // fractions of the divisors asked, within [0, 2^23)
    bool (*stop)(void *context); // asked often; true: end. May be NULL
    void *context;
};

// The candidates of a divisor are those with |N| <= K of docs/division.md. A divisor
// with a K above DIVISION_RESIDUAL is swept whole, at most DIVISION_SWEPT of them.
#define DIVISION_RESIDUAL 4096
#define DIVISION_SWEPT    16

struct division_proof {
    uint64_t divisors, candidates;
    uint64_t swept, open;   // too far off to enumerate: swept whole; left undecided
    uint64_t wrong;         // among the candidates and the divisors swept
    uint64_t first_wrong;   // smallest number of these; UINT64_MAX: none
    uint32_t got;           // bits of its quotient
    uint64_t disagreements; // pairs of which the two oracles do not say the same
    double eta_max;         // largest |1 - b r'|
    uint32_t eta_fraction;  // of the smallest divisor that has it
    double distance_max;    // largest error before the last rounding, in ulp, of those
                            // that are enumerated
    uint32_t residual_max;  // largest K of them
    bool proved;            // nothing wrong, nothing undecided, all divisors asked
};

// Proves a range of divisors. Returns false if it was stopped.
bool division_prove(const struct division_ask *ask, struct division_proof *out);

// The result of every dividend of one divisor, by both oracles.
struct division_column {
    uint64_t wrong, disagreements;
    uint64_t first_wrong; // number; UINT64_MAX: none
    uint32_t got;
};

// Divides all of [1, 2) by the divisor of that fraction. Returns false if it was stopped.
bool division_sweep(const struct division_ask *ask, uint32_t fraction,
                    struct division_column *out);

// Return true if q is a / b rounded to nearest, for a and b in [1, 2): by integers, and
// by the exact residual. q is any float.
bool division_right_by_integers(float a, float b, float q);
bool division_right_by_residual(float a, float b, float q);

#endif // SWEEP_DIVISION_PROOF_H
