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

#ifndef SWEEP_MARKSTEIN_H
#define SWEEP_MARKSTEIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One operand an instruction, or eight.
enum markstein_width { MARKSTEIN_SCALAR, MARKSTEIN_AVX2, MARKSTEIN_WIDTH_COUNT };

// The operands of a division: mantissas in [1, 2), or any operands. In the latter case,
// only the dividend is reduced to [1, 2), and the quotient is scaled back; a NaN has no
// payload of its own. Any operands take the slow path, in integers, beyond these
// limits:
//
//   sketch  |b| above 2^126, or |q| outside [2^-126 (1 + 2^-23), 2^126]
//   wide    |q| outside [2^-126 (1 + 2^-23), FLT_MAX]
enum markstein_operands {
    MARKSTEIN_MANTISSAS,
    MARKSTEIN_SKETCH,
    MARKSTEIN_WIDE,
    MARKSTEIN_OPERANDS_COUNT,
};

// The 12-bit reciprocal of this CPU needs Halley's step; Newton's does for that of a GPU.
// Raising the estimate by 2^-23 of it costs one multiplication, and keeps r from being
// 1/2 for b = 2 - 2^-23, from which no step leads away (docs/division.md).
struct markstein {
    int refinements; // [0, 3]
    bool halley;
    bool raised; // multiplies the estimate by 1 + 2^-23
    enum markstein_width width;
    enum markstein_operands operands; // of markstein_divide
};

// Returns true if this processor has the instructions. Otherwise none of the functions
// below may be called.
bool markstein_can(void);

// Computes the processor's approximate reciprocals: rcpss, or rcpps.
void markstein_estimates(enum markstein_width width, const float *b, float *r,
                         size_t count);

// Improves approximate reciprocals to r'. `out` may be `r`.
void markstein_improve(const struct markstein *how, const float *b, const float *r,
                       float *out, size_t count);

// Computes quotients of mantissas, a and b in [1, 2), from improved reciprocals.
void markstein_quotients(const struct markstein *how, const float *a, const float *b,
                         const float *r, float *q, size_t count);

// Does all steps of a division.
void markstein_divide(const struct markstein *how, const float *a, const float *b,
                      float *q, size_t count);

// The loops of markstein.c (markstein_lanes.c): the functions above without the change
// of the environment. Only x86 has them.

// The limits of the fast path: the bits of |q| in [low, high], and |b| at most
// `divisor`.
struct markstein_bounds {
    int32_t low, high, divisor;
};

struct markstein_kernels {
    void (*estimates)(const float *b, float *r, size_t count);
    void (*improve)(const struct markstein *how, const float *b, const float *r,
                    float *out, size_t count);
    void (*quotients)(int refinements, const float *a, const float *b, const float *r,
                      float *q, size_t count);
    void (*divide)(const struct markstein *how, const float *a, const float *b, float *q,
                   size_t count);
    void (*divide_any)(const struct markstein *how, const struct markstein_bounds *bounds,
                       const float *a, const float *b, float *q, size_t count);
};

extern const struct markstein_kernels markstein_scalar, markstein_avx2;

#endif // SWEEP_MARKSTEIN_H
