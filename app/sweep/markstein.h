// SPDX-License-Identifier: MIT
//
// Divides without a divider, after P. Markstein in the form of N. Juffa: an approximate
// reciprocal r of b, improved by
//     e = fma(r, -b, 1),  r' = fma(r, e, r)  or, after Halley,  fma(r, e + e^2, r)
// and the quotient q = r' a, refined by q += r' fma(q, -b, a). This module does not know
// whether the result is rounded correctly (division_proof.h does).
//
// The functions work on arrays, eight operands at a time, with x86's AVX2 and FMA. They
// round to nearest even, keep subnormals, and restore the thread's environment.

#ifndef SWEEP_MARKSTEIN_H
#define SWEEP_MARKSTEIN_H

#include <stdbool.h>
#include <stddef.h>

// A GPU's reciprocal needs Newton's step, and this processor's, which has 12 bits,
// Halley's. Raising the estimate by 2^-23 costs one multiplication, and keeps r from
// being 1/2 for b = 2 - 2^-23: no step leads away from there (docs/division.md).
struct markstein {
    int refinements; // [0, 2]
    bool halley;
    bool raised; // multiplies the estimate by 1 + 2^-23
};

// Returns true if this processor has the instructions. If not, none of the functions
// below may be called.
bool markstein_can(void);

// Computes the processor's approximate reciprocals (rcpps).
void markstein_estimates(const float *b, float *r, size_t count);

// Improves approximate reciprocals to r'. `out` may be `r`.
void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count);

// Computes quotients of a and b in [1, 2) from improved reciprocals.
void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count);

// Does all steps of a division of a by b, both in [1, 2).
void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count);

#endif // SWEEP_MARKSTEIN_H
