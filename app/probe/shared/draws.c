// SPDX-License-Identifier: MIT

#include "probe/shared/draws.h"

#include "base/fp_bits.h"

#include <math.h>

// SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014): a counter, well stirred.
uint64_t draws_mix(uint64_t state)
{
    state = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    state = (state ^ state >> 27) * UINT64_C(0x94d049bb133111eb);
    return state ^ state >> 31;
}

uint64_t draws_next(uint64_t *state)
{
    return draws_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

int draws_below(uint64_t *state, int count)
{
    return (int) (draws_next(state) >> 33) % count;
}

double draws_number(uint64_t *state, int bits, int exponent)
{
    uint64_t hidden = UINT64_C(1) << (bits - 1);
    uint64_t random = draws_next(state);
    double magnitude =
        ldexp((double) (hidden | (random & (hidden - 1))), exponent - (bits - 1));

    return random >> 63 ? -magnitude : magnitude;
}

uint64_t draws_word(const struct probe_params *params, double value)
{
    return params->precision == PRECISION_DOUBLE ? fp_bits64(value)
                                                 : fp_bits((float) value);
}
