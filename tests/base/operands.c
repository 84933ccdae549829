// SPDX-License-Identifier: MIT

#include "tests/base/operands.h"

#include <stdbool.h>

#define COUNT_OF(array) (sizeof array / sizeof((array)[0]))

// splitmix64
uint64_t operands_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int field_width(struct fp_format format)
{
    int width = 0;
    while ((2 * format.emax + 1) >> width != 0)
        width++;
    return width;
}

// A normal number of that exponent, cut to what the format has.
static uint64_t normal(struct fp_format format, int exponent, uint64_t fraction)
{
    int emin = 1 - format.emax;
    if (exponent < emin)
        exponent = emin;
    if (exponent > format.emax)
        exponent = format.emax;
    int fraction_bits = format.precision - 1;
    fraction %= UINT64_C(1) << fraction_bits;
    return ((uint64_t) (exponent + format.emax) << fraction_bits) + fraction;
}

// 0, 1 ulp, next to a half, a half, all ones, one less, a few bits, anything.
static uint64_t fraction(struct fp_format format, uint64_t *state)
{
    uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    uint64_t few = UINT64_C(1) << operands_random(state) % (uint64_t) format.precision;
    switch (operands_random(state) % 10) {
    case 0:
    case 1: return 0;
    case 2: return 1;
    case 3: return hidden / 2;
    case 4: return hidden / 2 + 1;
    case 5: return hidden - 1;
    case 6: return hidden - 2;
    case 7: return few;
    case 8: return few | 1;
    default: return operands_random(state);
    }
}

static uint64_t constructed(struct fp_format format, uint64_t *state)
{
    int p = format.precision, emin = 1 - format.emax;
    const int exponents[] = { emin,
                              emin + 1,
                              emin + p,
                              -p - 2,
                              -p - 1,
                              -p,
                              -p + 1,
                              -p + 2,
                              -p / 2,
                              -1,
                              0,
                              1,
                              2,
                              p - 1,
                              p,
                              p + 1,
                              emin / 2,
                              format.emax / 2,
                              format.emax - p,
                              format.emax - 1,
                              format.emax };
    size_t pick = operands_random(state) % COUNT_OF(exponents);
    return normal(format, exponents[pick], fraction(format, state));
}

static uint64_t special(struct fp_format format, uint64_t *state)
{
    uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    uint64_t infinity = (2 * (uint64_t) format.emax + 1) * hidden;
    const uint64_t magnitudes[] = { 0,
                                    1,
                                    2,
                                    3,
                                    hidden / 2,
                                    hidden - 1,
                                    hidden,
                                    infinity - 1,
                                    infinity,
                                    infinity + 1,
                                    infinity + hidden / 2 };
    return magnitudes[operands_random(state) % COUNT_OF(magnitudes)];
}

static uint64_t magnitude(struct fp_format format, uint64_t *state)
{
    int p = format.precision;
    uint64_t hidden = UINT64_C(1) << (p - 1);
    uint64_t infinity = (2 * (uint64_t) format.emax + 1) * hidden;
    uint64_t kind = operands_random(state) % 16;
    if (kind < 2)
        return special(format, state);
    if (kind < 8)
        return constructed(format, state);
    if (kind < 9)
        return operands_random(state) % hidden; // subnormal
    if (kind < 11)
        return operands_random(state) % infinity;
    int spread = (int) (operands_random(state) % (2 * (uint64_t) p + 8)) - p - 4;
    return normal(format, spread, operands_random(state));
}

void operands_fill(struct fp_format format, uint64_t *state, uint64_t *out, size_t count)
{
    int sign_shift = format.precision - 1 + field_width(format);
    for (size_t i = 0; i < count; i++) {
        uint64_t sign = operands_random(state) % 2;
        out[i] = sign << sign_shift | magnitude(format, state);
    }
}

void operands_specials(struct fp_format format, uint64_t *const out[3])
{
    int sign_shift = format.precision - 1 + field_width(format);
    uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    uint64_t infinity = (2 * (uint64_t) format.emax + 1) * hidden;
    const uint64_t magnitudes[8] = { 0,
                                     1,
                                     hidden - 1,
                                     hidden,
                                     (uint64_t) format.emax * hidden,
                                     infinity - 1,
                                     infinity,
                                     infinity + 1 };
    for (size_t i = 0; i < OPERANDS_SPECIALS; i++)
        for (int k = 0; k < 3; k++) {
            size_t pick = i >> (4 * k) & 15;
            out[k][i] = magnitudes[pick / 2] | (uint64_t) (pick % 2) << sign_shift;
        }
}
