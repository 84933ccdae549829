// SPDX-License-Identifier: MIT
//
// A quotient of mantissas judged without dividing: for CUDA kernels, and for a CPU that
// tests them.
//
// How it works. a and b lie in [1, 2) and have 24 bits. The exact quotient lies in
// (1/2, 1) for a < b, where its ulp is 2^-24, and in [1, 2) else, where it is 2^-23. Of
// a result q the error in ulp is
//
//     e = (q - a/b) / ulp = (q b - a) / (b ulp).
//
// In single precision q b - a is exact only up to 2/b ulp, which is as little as one: a
// GPU's own a/b leaves that. In double the product has 48 bits of 53 and lies within
// 2^-22 b of a, so that one fma gives the residual exactly, and a multiplication by
// 1 / (b ulp), which is the divisor's alone, the error to 2^-52 of itself.
//
// What is counted of it. A 2^16th of an ulp, rounded, is what sums are made of. Its upper
// bits are the bin, unless it lies on an edge, a multiple of 1/8: then one divides. No
// quotient is a midpoint: M / 2^k with M odd of 25 bits, and M B = A 2^j of integers A,
// B < 2^24 wants 2^j to divide B, j >= 24. So |e| = 1/2 is the number below 1 for a
// quotient of 1 alone, and wrong; a result is correctly rounded if and only if its bin is
// one of the inner seven, |e| < 1/2.

#ifndef SWEEP_DIVISION_JUDGE_H
#define SWEEP_DIVISION_JUDGE_H

#include "sweep/cell.h"
#include "sweep/domain.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Errors below this are counted the short way: bins -15 to 15.
#define DIVISION_JUDGE_MOST 0x1.fff8p0

// A step is 2^-16 ulp, an eighth of an ulp 2^13 of them.
#define DIVISION_JUDGE_EIGHTH 13

// Of candidates for the largest error: what comes that near is looked at.
#define DIVISION_JUDGE_SLACK (1 - 0x1p-20)

// What is a divisor's own. Of dividends below it and from it on: [1], [0].
struct division_row {
    double b;
    uint32_t fraction;
    double scale[2]; // a residual in steps: 2^16 / (b ulp)
};

DOMAIN_INLINE double division_judge_double(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

// 1 + fraction 2^-23.
DOMAIN_INLINE double division_judge_mantissa(uint32_t fraction)
{
    return division_judge_double((uint64_t) fraction * 0x20000000u +
                                 (UINT64_C(1023) << 52));
}

// A result's value, if it is a normal number above 0; of all others a number that is no
// quotient of mantissas, nor near one: negative ones, infinities and NaN come out large.
DOMAIN_INLINE double division_judge_value(uint32_t got)
{
    return division_judge_double((uint64_t) got * 0x20000000u + (UINT64_C(896) << 52));
}

DOMAIN_INLINE struct division_row division_judge_row(uint32_t fraction)
{
    struct division_row row;

    row.b = division_judge_mantissa(fraction);
    row.fraction = fraction;
    row.scale[0] = 0x1p39 / row.b;
    row.scale[1] = 2 * row.scale[0];
    return row;
}

// q b - a, exact where it is small.
DOMAIN_INLINE double division_judge_residual(const struct division_row *row, double a,
                                             uint32_t got)
{
    return fma(division_judge_value(got), row->b, -a);
}

// Largest residual whose error is below `ulp`.
DOMAIN_INLINE double division_judge_limit(const struct division_row *row, bool below,
                                          double ulp)
{
    return ulp * row->b * (below ? 0x1p-24 : 0x1p-23);
}

// A residual below the limit of DIVISION_JUDGE_MOST in steps, to nearest even.
DOMAIN_INLINE int32_t division_judge_steps(const struct division_row *row, bool below,
                                           double residual)
{
    double sum = fma(residual, row->scale[below], 0x1.8p52);
    uint64_t bits;

    memcpy(&bits, &sum, sizeof bits);
    return (int32_t) (uint32_t) bits;
}

// Whether steps do not tell the bin.
DOMAIN_INLINE bool division_judge_edge(int32_t steps)
{
    return (steps & ((1 << DIVISION_JUDGE_EIGHTH) - 1)) == 0;
}

// Eighths of an ulp, rounded down: [-16, 15] of what is below DIVISION_JUDGE_MOST.
DOMAIN_INLINE int division_judge_eighth(int32_t steps)
{
    return steps >> DIVISION_JUDGE_EIGHTH;
}

// The bin of errors within an eighth that are not on its edge.
DOMAIN_INLINE int division_judge_inner_bin(int eighth)
{
    return eighth < 0 ? CELL_ZERO + eighth + 1 : CELL_ZERO + eighth;
}

#endif // SWEEP_DIVISION_JUDGE_H
