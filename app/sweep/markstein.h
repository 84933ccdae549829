// SPDX-License-Identifier: MIT
//
// Division without a divider, after P. Markstein in the form of N. Juffa: an approximate
// reciprocal r of b, improved by
//     e = fma(r, -b, 1),  r' = fma(r, e, r)  or, after Halley,  fma(r, e + e^2, r)
// and the quotient q = r' a, refined by q += r' fma(q, -b, a). Whether that is rounded
// correctly is not known here (division_proof.h).
//
// All work on arrays, with the instructions of x86's AVX2 and FMA, one at a time or
// eight; both give the same bits. Rounding is to nearest even with subnormals kept while
// they work; what the thread had is put back.

#ifndef MARKSTEIN_H
#define MARKSTEIN_H

#include <stdbool.h>
#include <stddef.h>

// One operand an instruction, or eight.
enum markstein_width { MARKSTEIN_SCALAR, MARKSTEIN_AVX2, MARKSTEIN_WIDTH_COUNT };

// When a division of any operands leaves for the slow path, which is done in integers.
//   sketch  |b| above 2^126, or |q| outside [2^-126 (1 + 2^-23), 2^126]
//   wide    |q| outside [2^-126 (1 + 2^-23), FLT_MAX]
enum markstein_limits { MARKSTEIN_SKETCH, MARKSTEIN_WIDE, MARKSTEIN_LIMITS_COUNT };

// The 12-bit reciprocal of this CPU needs Halley's step; Newton's does for that of a GPU.
// Raising the estimate by 2^-23 of it costs one multiplication, and keeps r from being
// 1/2 for b = 2 - 2^-23, from which no step leads away (docs/division.md).
struct markstein {
    int refinements; // [0, MARKSTEIN_REFINEMENTS]
    bool halley;
    bool raised; // multiplies the estimate by 1 + 2^-23
    enum markstein_width width;
    enum markstein_limits limits; // of markstein_divide_any
};

#define MARKSTEIN_REFINEMENTS 3

// Whether this processor has the instructions. Else nothing below is to be called.
bool markstein_can(void);

// The processor's approximate reciprocals: rcpss, or rcpps.
void markstein_estimates(enum markstein_width width, const float *b, float *r,
                         size_t count);

// r' from approximate reciprocals. `out` may be `r`.
void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count);

// Quotients of mantissas, a and b in [1, 2), by reciprocals that are improved.
void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count);

// The same for one divisor, whose improved reciprocal is `r`; eight at a time.
void markstein_column(const struct markstein *how, const float *a, float b, float r,
                      float *q, size_t count);

// All of it, on mantissas.
void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count);

// Division of any operands: the dividend alone is reduced to [1, 2), and the quotient
// scaled back. A NaN has no payload of its own.
void markstein_divide_any(const struct markstein *how, const float *a, const float *b,
                          float *q, size_t count);

#endif // MARKSTEIN_H
