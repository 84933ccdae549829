// SPDX-License-Identifier: MIT
//
// Converts binary32 to binary16 in integers, and compares the hardware with that for
// every float.

#ifndef SWEEP_HALF_CONVERT_H
#define SWEEP_HALF_CONVERT_H

#include "sweep/domain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The four directions of conversion instructions, as both F16C and PTX have them.
enum half_direction { HALF_RNE, HALF_RTZ, HALF_RUP, HALF_RDN, HALF_DIRECTIONS };

// How it works. The significand m has 24 bits (of a subnormal, or zero, those that are
// there); of them a half keeps 11, or fewer by what its exponent is below 2^-14: s bits
// go. To round is to add before the shift: nothing toward zero, 2^s - 1 away from it,
// and half of that, with the lowest bit that stays, to nearest even. From s = 26 on it is
// all the same, whatever m is. The exponent is added, so that a carry goes into it, and
// what comes out above the largest finite half is an infinity, or that half. NaN gives
// 0x7fff, as in CUDA.
//
//     1.5 * 2^-15: e = 112, m = 0xc00000, s = 14; (m + 0x1fff) >> 14 = 0x300
DOMAIN_INLINE uint32_t half_from_float(uint32_t x, enum half_direction direction)
{
    uint32_t a = x & 0x7fffffff, e = a >> 23;
    uint32_t m = (a & 0x7fffff) | (e > 0 ? 0x800000u : 0);
    uint32_t below = e < 113 ? 113 - e : 0, s = 13 + (below < 13 ? below : 13);
    uint32_t base = e > 113 ? (e - 113) << 10 : 0;
    uint32_t away = direction == (x >> 31 ? HALF_RDN : HALF_RUP);
    uint32_t rest = (1u << s) - 1;
    uint32_t near = (rest >> 1) + (m >> s & 1);
    uint32_t add = direction == HALF_RNE ? near : away ? rest : 0;
    uint32_t bits = ((m + add) >> s) + base;
    uint32_t top = direction == HALF_RNE || away || a == 0x7f800000 ? 0x7c00 : 0x7bff;

    bits = bits < top ? bits : top;
    return a > 0x7f800000 ? 0x7fff : bits | (x >> 16 & 0x8000);
}

// The same to nearest even, as the CUDA Handbook does it (N. Wilt, 2013, 8.3.5): rebias,
// add half an ulp less one and the lowest bit that stays, shift; clamps at both ends.
DOMAIN_INLINE uint32_t half_handbook(uint32_t x)
{
    uint32_t sign = x >> 16 & 0x8000, a = x & 0x7fffffff, m, s;

    if (a >= 0x477ff000) // 65520, the first that gives infinity
        return a > 0x7f800000 ? 0x7fff : sign | 0x7c00;
    if (a <= 0x33000000) // 2^-25, a tie that gives zero, is the last
        return sign;
    if (a >= 0x38800000) {
        a -= 112u << 23;
        return sign | ((a + 0xfff + (a >> 13 & 1)) >> 13);
    }
    m = (a & 0x7fffff) | 0x800000;
    s = 126 - (a >> 23);
    return sign | ((m + (1u << (s - 1)) - 1 + (m >> s & 1)) >> s);
}

// What hardware made of all floats, held against half_from_float.
struct half_seen {
    uint64_t inputs, equal;    // that are no NaN
    uint64_t differ;           // that are none, and are not equal
    uint64_t nan;              // inputs that are NaN
    uint64_t nan_default;      // of them: those that gave 0x7fff,
    uint64_t nan_payload;      // sign, quiet bit and the payload's upper bits (IEEE 754,
                               // 6.2.3),
    uint64_t nan_other;        // another NaN,
    uint64_t nan_lost;         // and no NaN
    uint32_t first, first_got; // the smallest input of `differ`, `nan_other`, `nan_lost`;
                               // where there is none, `first` is UINT32_MAX
};

// Counts one conversion of hardware.
void half_count(struct half_seen *seen, uint32_t x, uint32_t got,
                enum half_direction direction);

// Whether this processor has F16C (and AVX2).
bool half_f16c(void);

// Converts x[count] by F16C; half_f16c() holds, `count` is a multiple of 8.
void half_f16c_convert(const uint32_t *x, uint32_t *out, size_t count,
                       enum half_direction direction);

// Holds F16C against integers for the floats [first, first + count); `count` is a
// multiple of 8. half_f16c() holds.
void half_f16c_check(uint32_t first, uint64_t count, enum half_direction direction,
                     struct half_seen *seen);

// Whether F16C, in `direction`, gives all of the finite floats [first, first + count) of
// one binade, a multiple of 8, as integers do in the direction `want`.
bool half_f16c_same(uint32_t first, uint32_t count, enum half_direction direction,
                    enum half_direction want);

// F16C alone over the same floats, for benchmarks; returns the sum of what came.
uint64_t half_f16c_alone(uint32_t first, uint64_t count, enum half_direction direction);

// "rne", "rtz", "rup", "rdn".
const char *half_direction_name(enum half_direction direction);

#endif // SWEEP_HALF_CONVERT_H
