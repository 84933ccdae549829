// SPDX-License-Identifier: MIT
//
// Converts binary32 to binary16, in integers and with the processor's F16C.

#ifndef SWEEP_HALF_CONVERT_H
#define SWEEP_HALF_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The four directions of conversion instructions, as both F16C and PTX have them.
enum half_direction { HALF_RNE, HALF_RTZ, HALF_RUP, HALF_RDN, HALF_DIRECTIONS };

// Returns the half of a float; a NaN becomes 0x7fff, as in CUDA.
//
// How it works. The significand m has 24 bits, and a half keeps 11 of them: fewer if the
// exponent is below 2^-14, by their difference. So s bits are lost. The function rounds
// by an addition before the shift: nothing toward zero, 2^s - 1 away from zero, and to
// nearest even half of that and the lowest bit that stays. All m give the same result if
// s is 26 or more. The exponent is added afterwards, so a carry increases it. A result
// above the largest finite half becomes an infinity, or that half.
//
//     1.5 * 2^-15: e = 112, m = 0xc00000, s = 14; (m + 0x1fff) >> 14 = 0x300
static inline uint32_t half_from_float(uint32_t x, enum half_direction direction)
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

// Returns the same to nearest even, by the CUDA Handbook's method (N. Wilt, 2013, 8.3.5):
// it changes the bias, adds half an ulp less one and the lowest bit that stays, and
// shifts.
static inline uint32_t half_handbook(uint32_t x)
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

// Returns true if this processor has F16C (and AVX2).
bool half_f16c(void);

// Converts x[count] with F16C, which half_f16c() must confirm; `count` is a multiple of
// 8.
void half_f16c_convert(const uint32_t *x, uint32_t *out, size_t count,
                       enum half_direction direction);

#endif // SWEEP_HALF_CONVERT_H
