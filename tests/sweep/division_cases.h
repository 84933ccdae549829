// SPDX-License-Identifier: MIT
//
// Operands for tests of Markstein's division, and the expected quotients.

#ifndef TESTS_SWEEP_DIVISION_CASES_H
#define TESTS_SWEEP_DIVISION_CASES_H

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "sweep/division_proof.h"
#include "sweep/domain.h"

#define DIVISION_CASES_TOP (DIVISION_FRACTIONS - 1)
#define DIVISION_CASES_HALF \
    0x3f000000u // where the estimate for b = 2 - 2^-23 leads nowhere

// The same numbers in each run.
static inline uint32_t division_cases_draw(void)
{
    static uint32_t state = 1;

    state += 0x9e3779b9u;
    return domain_mix(state);
}

// In [1, 2), by its fraction.
static inline float division_cases_mantissa(uint32_t fraction)
{
    return fp_from_bits(0x3f800000 | (fraction & DIVISION_CASES_TOP));
}

// This processor's approximate reciprocal.
static inline float division_cases_estimate(float b)
{
    float r;

    markstein_estimates(&b, &r, 1);
    return r;
}

// Returns true if the estimate of the largest divisor's reciprocal is exactly 1/2. This
// spoils one pair: a = 1, whose quotient is just above a midpoint.
static inline bool division_cases_spoils_top(void)
{
    float top = division_cases_mantissa(DIVISION_CASES_TOP);

    return fp_bits(division_cases_estimate(top)) == DIVISION_CASES_HALF;
}

// By this processor's divider.
static inline float division_cases_divided(float a, float b)
{
    volatile float x = a, y = b;

    return x / y;
}

#endif // TESTS_SWEEP_DIVISION_CASES_H
