// SPDX-License-Identifier: MIT
//
// One division of binary32 in integers, rounded to nearest even: the slow path of
// Markstein's division, for the CPU and for kernels. Any operands.

#ifndef SWEEP_DIVISION_SLOW_H
#define SWEEP_DIVISION_SLOW_H

#include <stdint.h>

#ifdef __CUDACC__
#    define DIVISION_INLINE static __host__ __device__ inline
#else
#    define DIVISION_INLINE static inline
#endif

#define DIVISION_NAN 0x7fc00000u
#define DIVISION_INF 0x7f800000u

// A finite magnitude as significand in [2^23, 2^24) and biased exponent, at most 0 of a
// subnormal number.
DIVISION_INLINE int division_normalize(uint32_t *significand)
{
    int exponent = (int) (*significand >> 23);

    *significand &= 0x7fffff;
    if (exponent) {
        *significand |= 0x800000;
        return exponent;
    }
    for (exponent = 1; *significand < 0x800000; exponent--)
        *significand <<= 1;
    return exponent;
}

// Rounds quotient / 2^25 * 2^(exponent - 127), quotient in [2^25, 2^26), whose lowest bit
// is set if anything was left over.
DIVISION_INLINE uint32_t division_round(uint32_t quotient, int exponent)
{
    uint32_t kept, rest;

    if (exponent >= 255)
        return DIVISION_INF;
    if (exponent < 1) {
        int shift = 1 - exponent;
        uint32_t lost = shift < 27 ? quotient & ((1u << shift) - 1) : quotient;

        quotient = (shift < 27 ? quotient >> shift : 0) | (lost != 0);
        exponent = 1;
    }
    kept = quotient >> 2;
    rest = quotient & 3;
    kept += rest > 2 || (rest == 2 && (kept & 1));
    // the hidden bit counts into the exponent; a carry out of it too, up to infinity
    return ((uint32_t) (exponent - 1) << 23) + kept;
}

// The bits of a / b.
DIVISION_INLINE uint32_t division_slow(uint32_t a, uint32_t b)
{
    uint32_t sign = (a ^ b) & 0x80000000u, quotient;
    uint64_t wide;
    int exponent;

    a &= 0x7fffffffu;
    b &= 0x7fffffffu;
    if (a > DIVISION_INF || b > DIVISION_INF || (a == b && (a == 0 || a == DIVISION_INF)))
        return DIVISION_NAN;
    if (a == DIVISION_INF || b == 0)
        return sign | DIVISION_INF;
    if (a == 0 || b == DIVISION_INF)
        return sign;
    exponent = 127 + division_normalize(&a);
    exponent -= division_normalize(&b);
    if (a < b) {
        a <<= 1;
        exponent--;
    }
    wide = (uint64_t) a << 25;
    quotient = (uint32_t) (wide / b);
    return sign | division_round(quotient | (wide % b != 0), exponent);
}

#endif // SWEEP_DIVISION_SLOW_H
